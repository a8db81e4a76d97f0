import { z } from 'zod';
import { Version } from '../audit/audit.ts';
import { namesOf, partOf, picked } from '../platform/fields.ts';
import { limits } from '../platform/limits.ts';
import { NullableSnowflake, Snowflake } from '../platform/snowflake.ts';

export const NamingScheme = z.enum(['id', 'username']);
export type NamingScheme = z.infer<typeof NamingScheme>;

export const Locale = z.object({ iso_short_code: z.string(), local_name: z.string() });
export type Locale = z.infer<typeof Locale>;

/** Colours of the bot's messages as `#rrggbb`: 0 success, 1 failure. */
export const Colours = z.object({ 0: z.string(), 1: z.string() });
export type Colours = z.infer<typeof Colours>;
export const defaultColours: Colours = { 0: '#2ecc71', 1: '#fc3f35' };
/** Which of them there are, and what is a colour, is for the rules to say. */
export const ColoursInput = z.record(z.string(), z.string().max(32));
export type ColoursInput = z.infer<typeof ColoursInput>;
/** With the version of the settings that was read. */
export const ColoursSave = z.object({ based_on: Version.optional() }).catchall(z.string().max(32));
export type ColoursSave = z.infer<typeof ColoursSave>;

export const ClaimSettings = z.object({ support_can_view: z.boolean(), support_can_type: z.boolean() });
/** Durations in seconds; 0 means off. */
export const AutoClose = z.object({
  enabled: z.boolean(),
  on_user_leave: z.boolean(),
  since_open_with_no_response: z.number().int(),
  since_last_message: z.number().int(),
});
export const TicketPermissions = z.object({
  attach_files: z.boolean(),
  embed_links: z.boolean(),
  add_reactions: z.boolean(),
});

interface SettingsField<Read extends z.ZodType, Sent extends z.ZodType> {
  read: Read;
  sent: Sent;
  /** What it is in a server that saved nothing. */
  initial: z.output<Read>;
  /** What a save without it does: it keeps its value, or goes back to the initial one. */
  absent: 'kept' | 'initial';
}

const field = <Read extends z.ZodType, Sent extends z.ZodType>(said: SettingsField<Read, Sent>) => said;

const flag = (initial: boolean) =>
  field({ read: z.boolean(), sent: z.boolean().optional(), initial, absent: 'kept' });

/** Every setting. What is softly checked is taken as it comes: the rules decide one by one whether it is saved. */
const fields = {
  ticket_limit: field({
    read: z.number().int(),
    sent: z.unknown().optional().describe('A number from 1 to 10.'),
    initial: limits.ticket_limit.default,
    absent: 'kept',
  }),
  language: field({
    read: z.string().nullable(),
    sent: z.preprocess((v) => (v === '' || v === 'null' ? null : v), z.string().max(16).nullish()),
    initial: null,
    absent: 'initial',
  }),
  users_can_close: flag(true),
  close_confirmation: flag(true),
  feedback_enabled: flag(false),
  anonymise_dashboard_responses: flag(false),
  use_threads: flag(false),
  ticket_notification_channel: field({
    read: Snowflake.nullable(),
    sent: NullableSnowflake,
    initial: null,
    absent: 'initial',
  }),
  archive_channel: field({
    read: Snowflake.nullable(),
    sent: z.unknown().optional().describe('A text channel, or null.'),
    initial: null,
    absent: 'initial',
  }),
  overflow_enabled: flag(false),
  overflow_category_id: field({
    read: Snowflake.nullable(),
    sent: NullableSnowflake,
    initial: null,
    absent: 'initial',
  }),
  store_transcripts: flag(true),
  hide_claim_button: flag(false),
  disable_open_command: flag(false),
  /** "0" while unset, so that the dashboard proposes the first category. */
  category: field({
    read: Snowflake,
    sent: z.unknown().optional().describe('A category, or null.'),
    initial: '0',
    absent: 'initial',
  }),
  naming_scheme: field({
    read: NamingScheme,
    sent: z.unknown().optional().describe('"id" or "username".'),
    initial: 'id',
    absent: 'kept',
  }),
  /** "" is the text that every server has in its language until it chooses its own. */
  welcome_message: field({
    read: z.string(),
    sent: z.unknown().optional().describe('1 to 1000 characters.'),
    initial: '',
    absent: 'kept',
  }),
  /** "0" Everyone, "1" Support Representative, "2" Administrator. */
  context_menu_permission_level: field({
    read: z.enum(['0', '1', '2']),
    sent: z.union([z.string().max(8), z.number()]).optional(),
    initial: '0',
    absent: 'kept',
  }),
  context_menu_add_sender: flag(true),
  context_menu_panel: field({
    read: z.number().int().nullable(),
    sent: z.preprocess(
      (v) => (v === '' || v === 'null' || v === '0' ? null : v),
      z.coerce.number().int().min(1).max(2_147_483_647).nullish(),
    ),
    initial: null,
    absent: 'initial',
  }),
  claim_settings: field({
    read: ClaimSettings,
    sent: ClaimSettings.partial().optional(),
    initial: { support_can_view: true, support_can_type: false },
    absent: 'kept',
  }),
  auto_close: field({
    read: AutoClose,
    sent: AutoClose.extend({
      since_open_with_no_response: z.number().nullable(),
      since_last_message: z.number().nullable(),
    })
      .partial()
      .optional(),
    initial: {
      enabled: false,
      on_user_leave: false,
      since_open_with_no_response: 0,
      since_last_message: 0,
    },
    absent: 'kept',
  }),
  ticket_permissions: field({
    read: TicketPermissions,
    sent: TicketPermissions.partial().optional(),
    initial: { attach_files: true, embed_links: true, add_reactions: true },
    absent: 'kept',
  }),
  colours: field({
    read: Colours,
    sent: ColoursInput.nullish(),
    initial: defaultColours,
    absent: 'initial',
  }),
};

/** A server's settings as they are answered. */
export const Settings = z.object(partOf(fields, 'read'));
export type Settings = z.infer<typeof Settings>;

/** The settings of a server that saved none. */
export const settingsDefaults: Settings = partOf(fields, 'initial');

export const SettingsAnswer = Settings.extend({
  success: z.literal(true),
  locales: z.array(Locale),
  version: Version,
});
export type SettingsAnswer = z.infer<typeof SettingsAnswer>;

/** A save. The dashboard sends the whole object. What is absent keeps its value or is unset, as its field says. */
export const SettingsInput = z.object(partOf(fields, 'sent'));
export type SettingsInput = z.infer<typeof SettingsInput>;
export const SettingsSave = SettingsInput.extend({ based_on: Version.optional() });
export type SettingsSave = z.infer<typeof SettingsSave>;

/** What a save without them sets. */
export const unsetByAbsence: Partial<Settings> = picked(
  settingsDefaults,
  namesOf(fields).filter((name) => fields[name].absent === 'initial'),
);

/** Which of the softly checked fields were saved. */
export const SettingsSaved = z.object({
  success: z.literal(true),
  error: z.null(),
  welcome_message: z.boolean(),
  ticket_limit: z.boolean(),
  archive_channel: z.boolean(),
  category: z.boolean(),
  naming_scheme: z.boolean(),
  /** Of what is saved now. */
  version: Version,
});
export type SettingsSaved = z.infer<typeof SettingsSaved>;
export type SoftField = keyof Omit<SettingsSaved, 'success' | 'error' | 'version'>;
