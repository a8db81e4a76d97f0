import { namesOf } from '@tickets/contract/platform/fields';
import type { SettingsForm } from './settings-form.ts';

/** The sections of the settings in their order. */
const sectionIds = [
  'general',
  'threads',
  'tickets',
  'open_command',
  'context_menu',
  'claiming',
  'auto_close',
  'permissions',
  'colours',
] as const;
export type SectionId = (typeof sectionIds)[number];

/** Every value of the form by its path. */
export type SettingName = PathOf<SettingsForm>;
type PathOf<Form> = {
  [Key in keyof Form & (string | number)]: Form[Key] extends object
    ? `${Key}.${keyof Form[Key] & (string | number)}`
    : `${Key}`;
}[keyof Form & (string | number)];

/** In which section each setting stands, in their order. */
const sectionOf: Record<SettingName, SectionId> = {
  ticket_limit: 'general',
  language: 'general',
  users_can_close: 'general',
  close_confirmation: 'general',
  feedback_enabled: 'general',
  anonymise_dashboard_responses: 'general',
  archive_channel: 'general',
  overflow: 'general',
  store_transcripts: 'general',
  hide_claim_button: 'general',
  use_threads: 'threads',
  ticket_notification_channel: 'threads',
  category: 'tickets',
  naming_scheme: 'tickets',
  welcome_message: 'tickets',
  disable_open_command: 'open_command',
  context_menu_permission_level: 'context_menu',
  context_menu_add_sender: 'context_menu',
  context_menu_panel: 'context_menu',
  'claim_settings.support_can_view': 'claiming',
  'claim_settings.support_can_type': 'claiming',
  'auto_close.enabled': 'auto_close',
  'auto_close.on_user_leave': 'auto_close',
  'auto_close.since_open_with_no_response': 'auto_close',
  'auto_close.since_last_message': 'auto_close',
  'ticket_permissions.attach_files': 'permissions',
  'ticket_permissions.embed_links': 'permissions',
  'ticket_permissions.add_reactions': 'permissions',
  'colours.0': 'colours',
  'colours.1': 'colours',
};

export const isSetting = (path: string): path is SettingName => path in sectionOf;

/** The sections with their settings. */
export const sections = sectionIds.map((id) => ({
  id,
  fields: namesOf(sectionOf).filter((name) => sectionOf[name] === id),
}));

export interface SettingWords {
  section: (id: SectionId) => string;
  field: (name: SettingName) => string;
}

/** The settings whose words contain every word of the text; undefined when nothing is looked for. */
export function findSettings(text: string, words: SettingWords): ReadonlySet<SettingName> | undefined {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return undefined;
  const found = sections.flatMap((section) =>
    section.fields.filter((name) => {
      const said = `${words.section(section.id)} ${words.field(name)} ${name}`.toLowerCase();
      return wanted.every((word) => said.includes(word));
    }),
  );
  return new Set(found);
}
