import type { RouteName } from '@tickets/contract/route-paths';

/** Ids of things that are there, and of somebody of whom nobody knows anything. */
export interface SampleIds {
  guild_id: string;
  text_id: string;
  user_id: string;
  panel_id: number;
  second_panel_id: number;
  form_id: number;
  input_id: number;
}

/** What some routes cannot do without. */
export const sampleQueries: Partial<Record<RouteName, string>> = {
  'access.explain': '?page=tickets&role_ids=',
  'guild.people': '?ids=1',
  'transcripts.preview_retention': '?days=30',
  'transcripts.messages': '?after=1-1',
  'import.presign': '?file_type=data&file_size=100&file_content_type=application%2Fzip',
  'search.find': '?q=hello&tz=Europe%2FBerlin',
  'teams.add_member': '?type=1',
  'teams.remove_member': '?type=1',
  'staff.add_administrator': '?type=1',
  'staff.remove_administrator': '?type=1',
};

/** A body as the dashboard would send it. */
export function sampleBody(name: RouteName, ids: SampleIds): unknown {
  const { guild_id, text_id, user_id } = ids;
  const embed = {
    title: 'T',
    url: 'https://a.example',
    description: 'D',
    colour: 1,
    author: { name: 'A', icon_url: null, url: null },
    image_url: 'https://a.example/i.png',
    footer: { text: 'F', icon_url: null },
    timestamp: '2026-11-21T10:00',
    fields: [{ name: 'N', value: 'V', inline: true }],
  };
  const panel = {
    title: 'T',
    content: 'C',
    colour: 1,
    channel_id: text_id,
    category_id: null,
    emote: '📩',
    button_style: 1,
    button_label: 'L',
    image_url: 'https://a.example/i.png',
    form_id: ids.form_id,
    exit_survey_form_id: ids.form_id,
    pending_category: null,
    naming_scheme: '%id%',
    mentions: ['user', 'here', guild_id],
    teams: [],
    welcome_message: embed,
    access_control_list: [{ role_id: guild_id, action: 'allow' }],
  };
  const multiPanel = {
    channel_id: text_id,
    panels: [ids.panel_id, { panel_id: ids.second_panel_id }],
    select_menu: true,
    select_menu_placeholder: 'P',
    embed,
  };
  const webhook = { url: 'https://desk.example/tickets', events: ['ticket.opened'], enabled: true };
  const integration = {
    name: 'Game facts',
    description: 'What a player has done',
    image_url: 'https://a.example/i.png',
    privacy_policy_url: 'https://a.example/privacy',
    http_method: 'POST',
    webhook_url: 'https://a.example/facts?user=%user_id%',
    validation_url: 'https://a.example/check',
    placeholders: [{ name: 'rank', json_path: 'player.rank' }],
    headers: [{ name: 'Authorization', value: '%key%' }],
    secrets: [{ name: 'key', description: 'From your account' }],
  };
  const question = { label: 'L', placeholder: 'P', position: 2, style: 1, required: true, max_length: 9 };
  const samples: Partial<Record<RouteName, unknown>> = {
    'settings.save': {
      ticket_limit: 5,
      welcome_message: 'Hello',
      naming_scheme: 'id',
      archive_channel: null,
      category: '0',
      language: 'en',
      use_threads: false,
      context_menu_permission_level: '0',
      context_menu_panel: null,
      overflow_category_id: '123',
      claim_settings: { support_can_view: true, support_can_type: false },
      auto_close: { enabled: true, on_user_leave: false, since_last_message: 10 },
      colours: { 0: '#ffffff', 1: '#000000' },
    },
    'colours.save': { 0: '#ffffff', 1: '#000000' },
    'override.grant': { time_period: 1 },
    'panels.create': panel,
    'panels.update': panel,
    'multi_panels.create': multiPanel,
    'multi_panels.update': multiPanel,
    'forms.create': { title: 'Report a player' },
    'forms.rename': { title: 'Report a player' },
    'teams.create': { name: 'Billing' },
    'forms.save_inputs': {
      create: [question],
      update: [{ ...question, id: ids.input_id, position: 1 }],
      delete: [],
    },
    'audit.list': { user_id: text_id, action_type: 11, page: 1 },
    'blacklist.add': { entity_type: 0, snowflake: user_id },
    'tags.save': { id: 'docs', content: 'Read the docs', use_embed: true, use_guild_command: false, embed },
    'tags.remove': { tag_id: 'docs' },
    'tickets.send_tag': { tag_id: 'docs', idempotency_key: 'abcdefgh' },
    'tickets.reply': { message: { type: 'message', content: 'hi' }, idempotency_key: 'abcdefgh' },
    'own_tickets.write': { message: { content: 'hi' }, idempotency_key: 'abcdefgh' },
    'own_tickets.rate': { rating: 5 },
    'own_tickets.answer_survey': { answers: { a: 'b' }, shown_at: '2026-11-21T10:00:00.000Z' },
    'tickets.mark_read': { message_id: text_id },
    'tickets.transfer': { user_id: text_id },
    'tickets.close': { reason: 'done' },
    'transcripts.list': {
      id: '1',
      username: 'a',
      user_id: '1',
      rating: '0',
      panel_id: 1,
      text: 'hello',
      closed_from: '2026-11-21T10:00:00.000Z',
      page: 1,
      from: 3,
    },
    'outgoing_webhooks.create': webhook,
    'outgoing_webhooks.update': webhook,
    'integrations.create': integration,
    'integrations.update': integration,
    'integrations.try': { guild_id, integration: { ...integration, webhook_url: 'http://127.0.0.1:9' } },
    'integrations.add': { secrets: { key: 'k' } },
    'integrations.save_secrets': { secrets: { key: 'k' } },
    'integrations.approve': { updated_at: '2026-11-21T10:00:00.000Z' },
    'integrations.refuse': { reason: 'It says too little of what it does.' },
    'whitelabel.submit': { token: 'abc' },
    'whitelabel.set_status': { status: 'the oven', status_type: '3' },
    'transcripts.make_link': { days: 7 },
    'transcripts.start_download': { filter: {}, form: 'html' },
    'transcripts.keep_for': { days: 365 },
    'export.start': { contents: 'setup' },
    'import.check': { mapping: { channels: { 1: text_id }, roles: {} } },
    'import.confirm': {},
    'copy.prepare': { from_guild_id: guild_id, parts: ['settings', 'tags'] },
    'copy.check': { mapping: { channels: { 1: null }, roles: {} } },
    'copy.start': {},
    'transcripts.open_link': { token: 'a'.repeat(43) },
  };
  return samples[name] ?? {};
}
