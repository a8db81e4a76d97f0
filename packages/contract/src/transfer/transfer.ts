import { z } from 'zod';
import { Snowflake } from '../platform/snowflake.ts';
import { logPage } from './transfer-limits.ts';

/** What an export holds. `setup`: all that administrators set up; `tickets`: closed and open tickets with what was said. */
export const ExportContents = z.enum(['everything', 'setup', 'tickets'], {
  error: 'Choose everything, setup or tickets.',
});
export type ExportContents = z.infer<typeof ExportContents>;

export const ExportRequest = z.object({ contents: ExportContents.default('everything') });

export const ServerExport = z.object({
  export_id: z.uuid(),
  contents: ExportContents,
  /**
   * `failed`: whoever asked is no administrator any more. Whatever else goes wrong is tried again. `withdrawn`: somebody deleted a
   * transcript that is in it.
   */
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled', 'withdrawn']),
  asked_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
  /** The last attempt failed; it is tried again by itself. */
  is_failing: z.boolean(),
  /** Of tickets, which take the time. Null before they were counted. */
  tickets_done: z.number().int(),
  tickets_total: z.number().int().nullable(),
  /** Null until it can be fetched, and when it is not kept any more. */
  file_bytes: z.number().int().nullable(),
  expires_at: z.iso.datetime().nullable(),
});
export type ServerExport = z.infer<typeof ServerExport>;

/** Which of the two files an archive was sent as. As `transcripts` only its tickets are imported. */
export const ImportFileType = z.enum(['data', 'transcripts']);
export type ImportFileType = z.infer<typeof ImportFileType>;

/** The kinds of things that reports and logs name. */
export const entityTypes = [
  // Settings.
  'language',
  'archive_channel',
  'autoclose_settings',
  'channel_category',
  'claim_settings',
  'close_confirmation',
  'custom_colours',
  'feedback_enabled',
  'guild_metadata',
  'naming_scheme',
  'ticket_limit',
  'ticket_permissions',
  'users_can_close',
  'welcome_message',
  'settings',
  // People and their roles.
  'blacklisted_users',
  'guild_blacklisted_roles',
  'on_call_users',
  'user_permissions',
  'role_permissions',
  'support_teams',
  'support_team_users',
  'support_team_roles',
  // What is shown and asked.
  'tags',
  'forms',
  'form_input',
  'embeds',
  'panels',
  'panel_access_control_rules',
  'panel_mention_user',
  'panel_role_mentions',
  'panel_teams',
  'multi_panels',
  'multi_panel_targets',
  'integrations',
  'webhooks',
  'retention',
  // Tickets.
  'tickets',
  'ticket_members',
  'participants',
  'transcript',
  'attachments',
  'data',
  'guild',
] as const;
export const EntityType = z.enum(entityTypes);
export type EntityType = z.infer<typeof EntityType>;

/** `same`: it is there as the archive has it. `skip`: it cannot be imported, for the reason that is given. */
export const ImportOutcome = z.enum(['create', 'change', 'same', 'skip']);
export type ImportOutcome = z.infer<typeof ImportOutcome>;

/** A channel, category or role that the archive names and this server does not have. */
export const Unmatched = z.object({
  kind: z.enum(['channel', 'category', 'role']),
  /** In the server that the archive was made of. */
  id: Snowflake,
  /** Null where the archive does not tell it. */
  name: z.string().nullable(),
  /** What this server has instead: one of the same name, or what was chosen already. */
  counterpart: Snowflake.nullable(),
  /** What needs it: `panel Support`, `settings`. */
  used_by: z.array(z.string()),
});
export type Unmatched = z.infer<typeof Unmatched>;

/** What importing an archive would do now. Nothing has changed yet. */
export const ImportReport = z.object({
  source: z.object({
    /** `tickets`: made by this product. `signed_zip`: made by the other product whose exports are signed. */
    format: z.enum(['tickets', 'signed_zip']),
    guild_id: Snowflake.nullable(),
    guild_name: z.string().nullable(),
    made_at: z.iso.datetime().nullable(),
  }),
  /**
   * `checksums`: every part is as it was written. `signature`: it is signed, and the signature was checked. `none`: nobody
   * vouches for it, so the owner has to confirm it.
   */
  vouched_by: z.enum(['checksums', 'signature', 'none']),
  entities: z.array(
    z.object({
      entity_type: EntityType,
      create: z.number().int(),
      change: z.number().int(),
      same: z.number().int(),
      skip: z.number().int(),
    }),
  ),
  /** One by one, the first thousand, or as many as have room. Tickets are named only where one is skipped. */
  items: z.array(
    z.object({
      entity_type: EntityType,
      name: z.string(),
      outcome: ImportOutcome,
      /** Why it is skipped, or what is left out of it. */
      reason: z.string().nullable(),
      /** Which fields of something that is there change. */
      fields: z.array(z.string()),
    }),
  ),
  items_left_out: z.number().int(),
  unmatched: z.array(Unmatched),
  unmatched_left_out: z.number().int().default(0),
  /** Sentences about the archive as a whole, such as what it does not hold. */
  notes: z.array(z.string()),
});
export type ImportReport = z.infer<typeof ImportReport>;

/** What stands for a channel or a role of the other server, by its id there. Null: nothing does. */
export const ImportMapping = z.object({
  channels: z.record(z.string().regex(/^\d{1,20}$/), Snowflake.nullable()).default({}),
  roles: z.record(z.string().regex(/^\d{1,20}$/), Snowflake.nullable()).default({}),
});
export type ImportMapping = z.infer<typeof ImportMapping>;
export const ConfirmInput = z.object({
  mapping: ImportMapping.optional(),
});

export const ImportUpload = z.object({
  upload_id: z.uuid(),
  file_type: ImportFileType,
  /** `copy`: made from the set-up of another server of the person. */
  origin: z.enum(['upload', 'copy']),
  /**
   * `awaited`: its address was told. `checking`: it is read, and nothing changes. `checked`: its report is there, and it waits to
   * be confirmed. `refused`: it cannot be imported. `confirmed`: it waits for its turn, or is being imported. `failed`: the import
   * stopped and nothing more of it is done; it can be confirmed again. `discarded`: it was thrown away, or replaced by another.
   */
  state: z.enum(['awaited', 'checking', 'checked', 'refused', 'confirmed', 'done', 'failed', 'discarded']),
  /** As its sender calls it; null where nobody said. */
  file_name: z.string().nullable(),
  file_bytes: z.number().int().nullable(),
  created_at: z.iso.datetime(),
  /** Why it was refused, or failed; while it is checked, what it waits for. */
  problem: z.string().nullable(),
  report: ImportReport.nullable(),
});
export type ImportUpload = z.infer<typeof ImportUpload>;

/** One of a list: of its report only the counts, null as long as there is none. */
export const ListedUpload = ImportUpload.omit({ report: true }).extend({
  entities: ImportReport.shape.entities.nullable(),
});
export type ListedUpload = z.infer<typeof ListedUpload>;

/** Another word for it would import at once what was only to be checked. */
const Preview = z.enum(['true', 'false']);

export const ImportStartQuery = z.object({
  /** `true`: what is sent is only checked, and imported when it is confirmed. */
  preview: Preview.optional(),
});

/** What was wrong is said one by one, as the use-case finds it. */
export const PresignQuery = z.object({
  file_type: z.string().max(100).optional(),
  file_size: z.string().max(100).optional(),
  file_content_type: z.string().max(200).optional(),
  /** As the sender calls it, to know it again among others. */
  file_name: z.string().max(255).optional(),
  preview: Preview.optional(),
});
export type PresignQuery = z.infer<typeof PresignQuery>;
export const Presigned = z.object({ url: z.string(), upload_id: z.uuid() });

/** The file types that were taken, and what was received. */
export const ImportStarted = z.object({
  failed: z.array(z.string()),
  success: z.array(z.string()),
  skipped: z.array(z.string()),
  uploads: z.array(ImportUpload),
});
export type ImportStarted = z.infer<typeof ImportStarted>;

/** How many imports wait or run, in all servers. */
export const ImportQueue = z.object({ data: z.number().int(), transcripts: z.number().int() });

export const LogType = z.enum(['RUN_START', 'SUCCESS', 'FAIL', 'SKIP', 'RUN_COMPLETE']);
export type LogType = z.infer<typeof LogType>;
export const RunType = z.enum(['DATA', 'TRANSCRIPT']);
export type RunType = z.infer<typeof RunType>;

export const ImportLog = z.object({
  run_log_id: z.number().int(),
  guild_id: Snowflake,
  run_id: z.uuid(),
  run_type: RunType,
  log_type: LogType,
  entity_type: EntityType.nullable(),
  message: z.string().nullable(),
  date: z.iso.datetime(),
});
export type ImportLog = z.infer<typeof ImportLog>;

export const ImportRun = z.object({
  run_id: z.uuid(),
  run_type: RunType,
  /** When it was confirmed. */
  date: z.iso.datetime(),
  upload_id: z.uuid(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  finished_at: z.iso.datetime().nullable(),
  /** The last attempt stopped; it goes on by itself from where it was. */
  is_failing: z.boolean(),
  /** Nobody is at it, as after a restart; it goes on by itself within a minute or so. */
  is_interrupted: z.boolean(),
  /** Things, or tickets, that were worked off, of how many. */
  done: z.number().int(),
  total: z.number().int(),
  created: z.number().int(),
  changed: z.number().int(),
  skipped: z.number().int(),
  failed: z.number().int(),
  /** The last lines, the oldest first. */
  logs: z.array(ImportLog),
  log_count: z.number().int(),
});
export type ImportRun = z.infer<typeof ImportRun>;

export const LogsQuery = z.object({
  /** The id of the last line that was read. */
  after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  limit: z.coerce.number().int().min(1).max(logPage).default(logPage),
});
export type LogsQuery = z.infer<typeof LogsQuery>;

/** What of a set-up is copied into another server. */
export const CopyPart = z.enum(['settings', 'forms', 'panels', 'multi_panels', 'tags'], {
  error: 'Choose settings, forms, panels, multi_panels or tags.',
});
export type CopyPart = z.infer<typeof CopyPart>;

export const CopySource = z.object({ guild_id: Snowflake, name: z.string(), icon: z.string().nullable() });
export type CopySource = z.infer<typeof CopySource>;

export const CopyRequest = z.object({
  from_guild_id: Snowflake,
  parts: z
    .array(CopyPart)
    .min(1, 'Choose what is copied.')
    .max(100, 'Name each part once.')
    .default([...CopyPart.options]),
});
export type CopyRequest = z.infer<typeof CopyRequest>;
