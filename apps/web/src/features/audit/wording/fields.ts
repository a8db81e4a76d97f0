import type { AuditResource } from '@tickets/contract/audit/codes';

/** How the value of a field is told. */
export type FieldKind =
  | 'text'
  | 'long'
  | 'number'
  | 'yes_no'
  | 'channel'
  | 'role'
  | 'roles'
  | 'form'
  | 'panel'
  | 'panels'
  | 'teams'
  | 'mentions'
  | 'colour'
  | 'duration'
  | 'days'
  | 'emoji'
  | 'time'
  | 'utc_time'
  | 'language'
  | 'naming'
  | 'level'
  | 'button_style'
  | 'server_or_own'
  | 'welcome_text'
  | 'names'
  | 'webhook_events'
  | 'access'
  | 'questions'
  | 'embed_fields'
  | 'panels_of_form'
  | 'multi_panels'
  | 'blacklist_kind'
  | 'unknown';

/** A field by the name that its editor gives it. */
interface AuditField {
  label: string;
  kind: FieldKind;
}

const field = <Label extends string>(label: Label, kind: FieldKind) => ({ label, kind });

const settingsFields = {
  ticket_limit: field('settings.fields.ticket_limit.label', 'number'),
  language: field('settings.fields.language.label', 'language'),
  users_can_close: field('settings.fields.users_can_close.label', 'yes_no'),
  close_confirmation: field('settings.fields.close_confirmation.label', 'yes_no'),
  feedback_enabled: field('settings.fields.feedback_enabled.label', 'yes_no'),
  anonymise_dashboard_responses: field('settings.fields.anonymise_dashboard_responses.label', 'yes_no'),
  use_threads: field('settings.fields.use_threads.label', 'yes_no'),
  ticket_notification_channel: field('settings.fields.ticket_notification_channel.label', 'channel'),
  archive_channel: field('settings.fields.archive_channel.label', 'channel'),
  overflow_enabled: field('audit.field.overflow_enabled', 'yes_no'),
  overflow_category_id: field('settings.fields.overflow.label', 'channel'),
  store_transcripts: field('settings.fields.store_transcripts.label', 'yes_no'),
  hide_claim_button: field('settings.fields.hide_claim_button.label', 'yes_no'),
  disable_open_command: field('settings.fields.disable_open_command.label', 'yes_no'),
  category: field('settings.fields.category.label', 'channel'),
  naming_scheme: field('settings.fields.naming_scheme.label', 'naming'),
  welcome_message: field('settings.fields.welcome_message.label', 'welcome_text'),
  context_menu_permission_level: field('settings.fields.context_menu_permission_level.label', 'level'),
  context_menu_add_sender: field('settings.fields.context_menu_add_sender.label', 'yes_no'),
  context_menu_panel: field('settings.fields.context_menu_panel.label', 'panel'),
  'claim_settings.support_can_view': field('settings.fields.claim_settings.support_can_view.label', 'yes_no'),
  'claim_settings.support_can_type': field('settings.fields.claim_settings.support_can_type.label', 'yes_no'),
  'auto_close.enabled': field('settings.fields.auto_close.enabled.label', 'yes_no'),
  'auto_close.on_user_leave': field('settings.fields.auto_close.on_user_leave.label', 'yes_no'),
  'auto_close.since_open_with_no_response': field(
    'settings.fields.auto_close.since_open_with_no_response.label',
    'duration',
  ),
  'auto_close.since_last_message': field('settings.fields.auto_close.since_last_message.label', 'duration'),
  'ticket_permissions.attach_files': field('settings.fields.ticket_permissions.attach_files.label', 'yes_no'),
  'ticket_permissions.embed_links': field('settings.fields.ticket_permissions.embed_links.label', 'yes_no'),
  'ticket_permissions.add_reactions': field(
    'settings.fields.ticket_permissions.add_reactions.label',
    'yes_no',
  ),
  'colours.0': field('audit.field.colour_success', 'colour'),
  'colours.1': field('audit.field.colour_failure', 'colour'),
};

/** The fields of an embed, wherever it stands. */
const embedFields = {
  title: field('editors.embed.title', 'text'),
  url: field('editors.embed.url', 'text'),
  description: field('editors.embed.description', 'long'),
  colour: field('editors.embed.colour', 'colour'),
  'author.name': field('editors.embed.author_name', 'text'),
  'author.icon_url': field('editors.embed.author_icon_url', 'text'),
  'author.url': field('editors.embed.author_url', 'text'),
  image_url: field('editors.embed.image_url', 'text'),
  thumbnail_url: field('editors.embed.thumbnail_url', 'text'),
  'footer.text': field('editors.embed.footer_text', 'text'),
  'footer.icon_url': field('editors.embed.footer_icon_url', 'text'),
  timestamp: field('editors.embed.timestamp', 'utc_time'),
  fields: field('editors.embed.fields', 'embed_fields'),
};

const panelFields = {
  title: field('panels.field.title.label', 'text'),
  content: field('panels.field.content.label', 'long'),
  colour: field('panels.field.colour.label', 'colour'),
  channel_id: field('panels.field.channel_id.label', 'channel'),
  category_id: field('panels.field.category_id.label', 'channel'),
  emote: field('panels.field.emote.label', 'emoji'),
  'emote.name': field('panels.field.custom_emote.label', 'text'),
  'emote.id': field('audit.field.emoji_id', 'text'),
  button_style: field('panels.field.button_style.label', 'button_style'),
  button_label: field('panels.field.button_label.label', 'text'),
  image_url: field('panels.field.image_url.label', 'text'),
  thumbnail_url: field('panels.field.thumbnail_url.label', 'text'),
  disabled: field('panels.field.disabled.label', 'yes_no'),
  force_disabled: field('audit.field.force_disabled', 'yes_no'),
  form_id: field('panels.field.form_id.label', 'form'),
  exit_survey_form_id: field('panels.field.exit_survey_form_id.label', 'form'),
  pending_category: field('panels.field.pending_category.label', 'channel'),
  naming_scheme: field('editors.naming.label', 'server_or_own'),
  mentions: field('panels.field.mentions.label', 'mentions'),
  delete_mentions: field('panels.field.delete_mentions.label', 'yes_no'),
  default_team: field('audit.field.default_team', 'yes_no'),
  teams: field('panels.field.teams.label', 'teams'),
  welcome_message: field('panels.sections.welcome', 'server_or_own'),
  access_control_list: field('panels.sections.access', 'access'),
  multi_panels: field('audit.field.multi_panels', 'multi_panels'),
  in_context_menu: field('settings.fields.context_menu_panel.label', 'yes_no'),
};

const multiPanelFields = {
  channel_id: field('panels.multi.field.channel_id.label', 'channel'),
  panels: field('audit.field.panels', 'panels'),
  select_menu: field('panels.multi.field.select_menu.label', 'yes_no'),
  select_menu_placeholder: field('panels.multi.field.select_menu_placeholder.label', 'text'),
};

const formFields = {
  title: field('forms.create.title', 'text'),
  inputs: field('forms.fields.heading', 'questions'),
  panels: field('audit.field.panels_of_form', 'panels_of_form'),
};

const tagFields = {
  id: field('tags.editor.id', 'text'),
  content: field('tags.editor.content', 'long'),
  use_embed: field('tags.editor.use_embed', 'yes_no'),
  use_guild_command: field('tags.editor.alias', 'yes_no'),
};

const teamFields = {
  name: field('audit.field.name', 'text'),
  roles: field('audit.field.roles', 'roles'),
  people: field('audit.field.people', 'number'),
  panels: field('audit.field.panels', 'panels'),
};
const memberFields = {
  kind: field('audit.field.kind', 'blacklist_kind'),
  team: field('audit.field.team', 'text'),
};
const transcriptFields = {
  messages: field('audit.field.messages', 'number'),
  files: field('audit.field.files', 'number'),
  days: field('audit.field.days', 'days'),
};
const premiumFields = {
  premium: field('audit.field.premium', 'yes_no'),
  by: field('audit.field.by', 'text'),
  until: field('audit.field.until', 'time'),
};

/** The fields that entries of each kind tell of, by their paths. */
const fields = {
  settings: settingsFields,
  panel: panelFields,
  multi_panel: multiPanelFields,
  form: formFields,
  form_questions: formFields,
  tag: tagFields,
  team: teamFields,
  member: memberFields,
  blacklist: memberFields,
  override: {
    expires_at: field('audit.field.until', 'time'),
    share_links: field('audit.field.share_links', 'number'),
    files: field('audit.field.files_made', 'number'),
  },
  integration: { secrets: field('audit.field.secrets', 'names') },
  premium: premiumFields,
  transcript: transcriptFields,
  webhook: {
    address: field('audit.field.address', 'text'),
    path_changed: field('audit.field.path_changed', 'yes_no'),
    events: field('audit.field.events', 'webhook_events'),
    enabled: field('audit.field.enabled', 'yes_no'),
  },
  import: {
    file: field('audit.field.file', 'text'),
    created: field('audit.field.created', 'number'),
    changed: field('audit.field.changed', 'number'),
    skipped: field('audit.field.skipped', 'number'),
    tickets: field('audit.field.tickets', 'number'),
  },
  export: { contents: field('audit.field.contents', 'text') },
} satisfies Partial<Record<AuditResource, Record<string, AuditField>>>;

type LabelsOf<Table> = Table extends { label: infer Label } ? Label : never;
type Tables = (typeof fields)[keyof typeof fields] | typeof embedFields;
type ValuesOf<Table> = Table extends unknown ? Table[keyof Table] : never;
/** The key of the text by which a field is called. */
export type FieldLabel = LabelsOf<ValuesOf<Tables>>;

export interface KnownField {
  label: FieldLabel;
  kind: FieldKind;
  /** The text that says of which part it is a field: the welcome message, the embed. */
  part?: FieldLabel | 'tags.embed' | 'panels.multi.message';
}

/** Where things hold an embed. */
const embedsAt: Partial<Record<AuditResource, { at: string; part: NonNullable<KnownField['part']> }>> = {
  panel: { at: 'welcome_message', part: 'panels.sections.welcome' },
  multi_panel: { at: 'embed', part: 'panels.multi.message' },
  tag: { at: 'embed', part: 'tags.embed' },
};

const within = (table: Record<string, KnownField>, path: string) =>
  Object.hasOwn(table, path) ? table[path] : undefined;

/** What is known of a field; undefined for one of a later version. */
export function fieldAt(resource: AuditResource | undefined, path: string): KnownField | undefined {
  if (!resource) return undefined;
  const embed = embedsAt[resource];
  if (embed && path.startsWith(`${embed.at}.`)) {
    const found = within(embedFields, path.slice(embed.at.length + 1));
    return found && { ...found, part: embed.part };
  }
  const table = resource in fields ? fields[resource as keyof typeof fields] : undefined;
  return table && within(table, path);
}

/** Where a field stands among the others, as its editor has them; what is not known comes last. */
export function placeOf(resource: AuditResource | undefined, path: string): number {
  const table = resource && resource in fields ? Object.keys(fields[resource as keyof typeof fields]) : [];
  const embed = resource && embedsAt[resource];
  const [whole, inside] =
    embed && path.startsWith(`${embed.at}.`)
      ? [embed.at, path.slice(embed.at.length + 1)]
      : [path, undefined];
  const at = table.indexOf(whole);
  const within = inside === undefined ? 0 : (Object.keys(embedFields).indexOf(inside) + 1) / 100;
  return (at < 0 ? table.length : at) + within;
}

/** What the entry of a deletion keeps to bring the same thing back, and nobody reads. */
const internal: Partial<Record<AuditResource, readonly string[]>> = {
  panel: ['panel_id', 'custom_id'],
  multi_panel: ['id'],
  form: ['form_id', 'custom_id'],
};

export const isInternal = (resource: AuditResource | undefined, path: string): boolean =>
  (resource && internal[resource]?.includes(path)) ?? false;
