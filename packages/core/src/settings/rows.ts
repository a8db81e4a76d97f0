import { type Settings, settingsDefaults } from '@tickets/contract/settings/settings';
import type { Selectable } from 'kysely';
import type { GuildSettings as SettingsTable } from '../platform/db/schema.generated.ts';
import { defaultWelcome } from './welcome.ts';

/** What the columns of a server's settings hold. */
export type SettingsRow = Omit<
  Selectable<SettingsTable>,
  'guild_id' | 'updated_at' | 'claims_changed_at' | 'version'
>;

/** The settings of a row, as they are edited. */
export function settingsIn(row: SettingsRow): Settings {
  const { support_can_view, support_can_type, colour_success, colour_failure, ...withoutClaims } = row;
  const { attach_files, embed_links, add_reactions, ...withoutPermissions } = withoutClaims;
  const {
    auto_close_enabled,
    auto_close_on_user_leave,
    auto_close_since_open,
    auto_close_since_last_message,
    ...same
  } = withoutPermissions;
  return {
    ...same,
    category: row.category ?? settingsDefaults.category,
    welcome_message: row.welcome_message ?? settingsDefaults.welcome_message,
    context_menu_permission_level: levelText(row.context_menu_permission_level),
    claim_settings: { support_can_view, support_can_type },
    auto_close: {
      enabled: auto_close_enabled,
      on_user_leave: auto_close_on_user_leave,
      since_open_with_no_response: auto_close_since_open,
      since_last_message: auto_close_since_last_message,
    },
    ticket_permissions: { attach_files, embed_links, add_reactions },
    colours: { 0: colour_success, 1: colour_failure },
  };
}

/** The row that holds these settings. */
export function rowOf(settings: Settings): SettingsRow {
  const { claim_settings, auto_close, ticket_permissions, colours, ...same } = settings;
  return {
    ...same,
    category: settings.category === settingsDefaults.category ? null : settings.category,
    welcome_message: isDefaultWelcome(settings.welcome_message) ? null : settings.welcome_message,
    context_menu_permission_level: Number(settings.context_menu_permission_level),
    ...claim_settings,
    auto_close_enabled: auto_close.enabled,
    auto_close_on_user_leave: auto_close.on_user_leave,
    auto_close_since_open: auto_close.since_open_with_no_response,
    auto_close_since_last_message: auto_close.since_last_message,
    ...ticket_permissions,
    colour_success: colours[0],
    colour_failure: colours[1],
  };
}

/** A server that saves the text it was shown has chosen none: it follows the language. */
function isDefaultWelcome(text: string): boolean {
  return text === settingsDefaults.welcome_message || Object.values(defaultWelcome).includes(text);
}

const levelTexts = ['0', '1', '2'] as const;

function levelText(level: number): '0' | '1' | '2' {
  const text = levelTexts[level];
  if (!text) throw new Error(`context_menu_permission_level is ${level}`);
  return text;
}
