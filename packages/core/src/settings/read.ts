import { type Language, languageOf, locales } from '@tickets/contract/locales';
import { defaultColours, type SettingsAnswer } from '@tickets/contract/settings';
import type { Selectable } from 'kysely';
import type { Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import type { GuildSettings as SettingsTable } from '../platform/db/schema.generated.ts';
import { defaultWelcome } from './welcome.ts';

type Row = Omit<Selectable<SettingsTable>, 'updated_at' | 'claims_changed_at'>;

/** A server's settings as the rules use them: the row, whole, with defaults where nothing was saved. */
export interface GuildSettings extends Row {
  /** Never null: the default text in the server's language where the server has none of its own. */
  welcome_message: string;
  /** The language that texts to this server are in. */
  text_language: Language;
}

export async function settingsOf(db: Db | Tx, guild_id: string): Promise<GuildSettings> {
  const row = await db
    .selectFrom('guilds')
    .leftJoin('guild_settings', 'guild_settings.guild_id', 'guilds.guild_id')
    .where('guilds.guild_id', '=', guild_id)
    .selectAll('guild_settings')
    .select('guilds.preferred_locale')
    .executeTakeFirst();
  const saved = row && isSaved(row) ? row : defaultRow(guild_id);
  const text_language = languageOf(saved.language, row?.preferred_locale ?? null);
  return { ...saved, welcome_message: saved.welcome_message ?? defaultWelcome[text_language], text_language };
}

/** A left join answers all columns of a missing row as null. */
function isSaved(row: { [K in keyof Row]: Row[K] | null }): row is Row {
  return row.guild_id !== null;
}

/** What the columns of a server without a row would hold. */
export function defaultRow(guild_id: string): Row {
  return {
    guild_id,
    ticket_limit: 5,
    language: null,
    users_can_close: true,
    close_confirmation: true,
    feedback_enabled: false,
    anonymise_dashboard_responses: false,
    use_threads: false,
    ticket_notification_channel: null,
    archive_channel: null,
    overflow_enabled: false,
    overflow_category_id: null,
    store_transcripts: true,
    hide_claim_button: false,
    disable_open_command: false,
    category: null,
    naming_scheme: 'id',
    welcome_message: null,
    context_menu_permission_level: 0,
    context_menu_add_sender: true,
    context_menu_panel: null,
    support_can_view: true,
    support_can_type: false,
    auto_close_enabled: false,
    auto_close_on_user_leave: false,
    auto_close_since_open: 0,
    auto_close_since_last_message: 0,
    attach_files: true,
    embed_links: true,
    add_reactions: true,
    colour_success: defaultColours[0],
    colour_failure: defaultColours[1],
  };
}

/** The settings as the dashboard edits them. */
export async function getSettings(ctx: Context, guild_id: string): Promise<SettingsAnswer> {
  const row = await settingsOf(ctx.db, guild_id);
  return {
    success: true,
    ticket_limit: row.ticket_limit,
    language: row.language,
    users_can_close: row.users_can_close,
    close_confirmation: row.close_confirmation,
    feedback_enabled: row.feedback_enabled,
    anonymise_dashboard_responses: row.anonymise_dashboard_responses,
    use_threads: row.use_threads,
    ticket_notification_channel: row.ticket_notification_channel,
    archive_channel: row.archive_channel,
    overflow_enabled: row.overflow_enabled,
    overflow_category_id: row.overflow_category_id,
    store_transcripts: row.store_transcripts,
    hide_claim_button: row.hide_claim_button,
    disable_open_command: row.disable_open_command,
    category: row.category ?? '0',
    naming_scheme: row.naming_scheme,
    welcome_message: row.welcome_message,
    context_menu_permission_level: levelText(row.context_menu_permission_level),
    context_menu_add_sender: row.context_menu_add_sender,
    context_menu_panel: row.context_menu_panel,
    claim_settings: { support_can_view: row.support_can_view, support_can_type: row.support_can_type },
    auto_close: {
      enabled: row.auto_close_enabled,
      on_user_leave: row.auto_close_on_user_leave,
      since_open_with_no_response: row.auto_close_since_open,
      since_last_message: row.auto_close_since_last_message,
    },
    ticket_permissions: {
      attach_files: row.attach_files,
      embed_links: row.embed_links,
      add_reactions: row.add_reactions,
    },
    colours: { 0: row.colour_success, 1: row.colour_failure },
    locales: [...locales],
  };
}

const levelTexts = ['0', '1', '2'] as const;

function levelText(level: number): '0' | '1' | '2' {
  const text = levelTexts[level];
  if (!text) throw new Error(`context_menu_permission_level is ${level}`);
  return text;
}
