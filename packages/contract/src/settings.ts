import { z } from 'zod';
import { NullableSnowflake, Snowflake } from './snowflake.ts';

export const NamingScheme = z.enum(['id', 'username']);
export type NamingScheme = z.infer<typeof NamingScheme>;

export const Locale = z.object({ iso_short_code: z.string(), local_name: z.string() });
export type Locale = z.infer<typeof Locale>;

/** Colours of the bot's messages as `#rrggbb`: 0 success, 1 failure. */
export const Colours = z.object({ 0: z.string(), 1: z.string() });
export type Colours = z.infer<typeof Colours>;
export const defaultColours: Colours = { 0: '#2ecc71', 1: '#fc3f35' };

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

/** A server's settings as they are answered. */
export const Settings = z.object({
  ticket_limit: z.number().int(),
  language: z.string().nullable(),
  users_can_close: z.boolean(),
  close_confirmation: z.boolean(),
  feedback_enabled: z.boolean(),
  anonymise_dashboard_responses: z.boolean(),
  use_threads: z.boolean(),
  ticket_notification_channel: Snowflake.nullable(),
  archive_channel: Snowflake.nullable(),
  overflow_enabled: z.boolean(),
  overflow_category_id: Snowflake.nullable(),
  store_transcripts: z.boolean(),
  hide_claim_button: z.boolean(),
  disable_open_command: z.boolean(),
  /** "0" while unset, so that the dashboard proposes the first category. */
  category: Snowflake,
  naming_scheme: NamingScheme,
  welcome_message: z.string(),
  /** "0" Everyone, "1" Support Representative, "2" Administrator. */
  context_menu_permission_level: z.enum(['0', '1', '2']),
  context_menu_add_sender: z.boolean(),
  context_menu_panel: z.number().int().nullable(),
  claim_settings: ClaimSettings,
  auto_close: AutoClose,
  ticket_permissions: TicketPermissions,
  colours: Colours,
});
export type Settings = z.infer<typeof Settings>;

export const SettingsAnswer = Settings.extend({ success: z.literal(true), locales: z.array(Locale) });
export type SettingsAnswer = z.infer<typeof SettingsAnswer>;

const flag = z.boolean().optional();

/**
 * A save. The dashboard sends the whole object. A switch that is absent keeps its value; an id that is absent is
 * unset. The five soft fields are taken as they come: the rules decide one by one whether each is saved.
 */
export const SettingsInput = z.object({
  ticket_limit: z.unknown().optional().describe('A number from 1 to 10.'),
  welcome_message: z.unknown().optional().describe('1 to 1000 characters.'),
  naming_scheme: z.unknown().optional().describe('"id" or "username".'),
  archive_channel: z.unknown().optional().describe('A text channel, or null.'),
  category: z.unknown().optional().describe('A category, or null.'),
  language: z.preprocess((v) => (v === '' || v === 'null' ? null : v), z.string().max(16).nullish()),
  users_can_close: flag,
  close_confirmation: flag,
  feedback_enabled: flag,
  anonymise_dashboard_responses: flag,
  use_threads: flag,
  ticket_notification_channel: NullableSnowflake,
  overflow_enabled: flag,
  overflow_category_id: NullableSnowflake,
  store_transcripts: flag,
  hide_claim_button: flag,
  disable_open_command: flag,
  context_menu_permission_level: z.union([z.string().max(8), z.number()]).optional(),
  context_menu_add_sender: flag,
  context_menu_panel: z.preprocess(
    (v) => (v === '' || v === 'null' || v === '0' ? null : v),
    z.coerce.number().int().min(1).max(2_147_483_647).nullish(),
  ),
  claim_settings: ClaimSettings.partial().optional(),
  auto_close: z
    .object({
      enabled: z.boolean(),
      on_user_leave: z.boolean(),
      since_open_with_no_response: z.number().nullable(),
      since_last_message: z.number().nullable(),
    })
    .partial()
    .optional(),
  ticket_permissions: TicketPermissions.partial().optional(),
  colours: z.record(z.string(), z.string().max(32)).nullish(),
});
export type SettingsInput = z.infer<typeof SettingsInput>;

/** Which of the softly checked fields were saved. */
export const SettingsSaved = z.object({
  success: z.literal(true),
  error: z.null(),
  welcome_message: z.boolean(),
  ticket_limit: z.boolean(),
  archive_channel: z.boolean(),
  category: z.boolean(),
  naming_scheme: z.boolean(),
});
export type SettingsSaved = z.infer<typeof SettingsSaved>;
