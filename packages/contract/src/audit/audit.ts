import { z } from 'zod';
import { Snowflake } from '../platform/snowflake.ts';

/** From where something was changed: by a person in the dashboard or in Discord, by the operator's command, by the product itself. */
export const AuditSource = z.enum(['dashboard', 'discord', 'operator', 'system']);
export type AuditSource = z.infer<typeof AuditSource>;

/**
 * Entries of a page: a page by number has at most `numbered`, and the newest entries, or those before or after another, are at most
 * `max`. What changed in them is told until it is longer than `bytes`. Past that, a page by number leaves it out, and another page
 * ends.
 */
export const auditPage = { normal: 25, numbered: 100, max: 500, bytes: 1024 * 1024 };

const EntryId = z.number().int().min(1).max(2_147_483_647);
const time = (name: 'before' | 'after') =>
  z.iso.datetime({ offset: true, error: `Invalid '${name}' date format. Use RFC3339.` });
const Code = z.number().int().min(0).max(32_767);

/** Which entries: all that are named must hold. Pages are turned by number, or by key, which is never slow. */
export const AuditFilter = z.object({
  user_id: Snowflake.nullish(),
  source: AuditSource.nullish(),
  /** What was done by people whom nothing but a staff override let in. */
  by_override: z.literal(true).nullish(),
  action_type: Code.nullish(),
  resource_type: Code.nullish(),
  /** Of one thing alone, together with its type. */
  resource_id: z.string().min(1).max(100).nullish(),
  /** Times, as in RFC 3339. */
  before: time('before').nullish(),
  after: time('after').nullish(),
  page: z.number().int().max(1_000_000).nullish(),
  /** Entries before, or after, the one of this id. */
  older_than: EntryId.nullish(),
  newer_than: EntryId.nullish(),
  per_page: z.number().int().min(1).max(auditPage.max).nullish(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

export const AuditEntry = z.object({
  id: z.number().int(),
  guild_id: Snowflake.optional(),
  /** Null: no person did it. */
  user_id: Snowflake.nullable(),
  /** The id where no name is known. */
  username: z.string(),
  action_type: z.number().int(),
  resource_type: z.number().int(),
  resource_id: z.string().optional(),
  /** JSON in a text: the fields that changed. Absent before it was there. */
  old_data: z.string().optional(),
  /** Absent once it is gone. */
  new_data: z.string().optional(),
  /** What changed was too long for this page. It is told where the entry is the first of one: with `older_than`, one more than its id. */
  data_left_out: z.literal(true).optional(),
  /** What changed is not kept any more: later long changes of the server fill the room there is for them. */
  data_removed: z.literal(true).optional(),
  created_at: z.iso.datetime(),
  source: AuditSource,
  /** Why, where no person did it. */
  because: z.string().nullable(),
  /** What it is called now, as far as that is known, or was called then. */
  resource_name: z.string().nullable(),
  /** The entry that this one took back, and the one that took this one back last. */
  undo_of: z.number().int().nullable(),
  undone_by: z.number().int().nullable(),
  can_undo: z.boolean(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditPage = z.object({
  entries: z.array(AuditEntry),
  total_count: z.number().int(),
  total_pages: z.number().int(),
  current_page: z.number().int(),
  /** Whether there are entries on either side of these. */
  has_newer: z.boolean(),
  has_older: z.boolean(),
});
export type AuditPage = z.infer<typeof AuditPage>;

const AnyJson = z.json();

/** What taking back an entry would do now. */
export const UndoPreview = z.object({
  /** `change`: fields get the values they had. `restore`: what was deleted is made again. `remove`: what was made is deleted. */
  effect: z.enum(['change', 'restore', 'remove']),
  /** What it is now, and what it would be. */
  changes: z.array(z.object({ path: z.string(), before: AnyJson.optional(), after: AnyJson.optional() })),
  /** What it cannot bring back, because what it names was deleted: field by field, with what was there. */
  left_out: z.array(z.object({ path: z.string(), value: AnyJson })),
  /** Why it cannot be done, with the later change that stands in the way where one does. */
  refusal: z.object({ text: z.string(), entry: AuditEntry.nullable() }).nullable(),
});
export type UndoPreview = z.infer<typeof UndoPreview>;

/** What others changed since somebody read what they save now. */
export const ChangedMeanwhile = z.object({
  entry_id: z.number().int(),
  user_id: Snowflake.nullable(),
  username: z.string(),
  source: AuditSource,
  created_at: z.iso.datetime(),
  /** Why, where it came of something else. */
  because: z.string().nullable(),
  /** Names of the fields. */
  fields: z.array(z.string()),
});
export type ChangedMeanwhile = z.infer<typeof ChangedMeanwhile>;

/** What an error of `save.outdated` says beside its text. */
export const OutdatedDetails = z.object({ changed: z.array(ChangedMeanwhile) });
export type OutdatedDetails = z.infer<typeof OutdatedDetails>;

/**
 * The number of the last change. A save that says as `based_on` which one its sender had read is refused when there is a later
 * one. It has a name of its own, so that whoever sends back all that they read says nothing by it.
 */
export const Version = z.number().int().min(0).max(2_147_483_647);
