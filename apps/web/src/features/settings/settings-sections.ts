/** The sections of the settings in their order, and which fields stand in each. */
export const sections = [
  {
    id: 'general',
    fields: [
      'ticket_limit',
      'language',
      'users_can_close',
      'close_confirmation',
      'feedback_enabled',
      'anonymise_dashboard_responses',
      'archive_channel',
      'overflow',
      'store_transcripts',
      'hide_claim_button',
    ],
  },
  { id: 'threads', fields: ['use_threads', 'ticket_notification_channel'] },
  { id: 'tickets', fields: ['category', 'naming_scheme', 'welcome_message'] },
  { id: 'open_command', fields: ['disable_open_command'] },
  {
    id: 'context_menu',
    fields: ['context_menu_permission_level', 'context_menu_add_sender', 'context_menu_panel'],
  },
  { id: 'claiming', fields: ['claim_settings.support_can_view', 'claim_settings.support_can_type'] },
  {
    id: 'auto_close',
    fields: [
      'auto_close.enabled',
      'auto_close.on_user_leave',
      'auto_close.since_open_with_no_response',
      'auto_close.since_last_message',
    ],
  },
  {
    id: 'permissions',
    fields: [
      'ticket_permissions.attach_files',
      'ticket_permissions.embed_links',
      'ticket_permissions.add_reactions',
    ],
  },
  { id: 'colours', fields: ['colours.0', 'colours.1'] },
] as const;

export type SectionId = (typeof sections)[number]['id'];
export type SettingName = (typeof sections)[number]['fields'][number];

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
