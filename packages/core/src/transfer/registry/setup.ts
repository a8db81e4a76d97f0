import {
  flag,
  id,
  number,
  object,
  optionalId,
  optionalNumber,
  optionalText,
  text,
  texts,
} from './columns.ts';
import type { ExportedTable } from './entry.ts';

const itself = 'It is the server itself, which the manifest names.';
const membershipHere = 'It tells one membership in this server from the next.';
const whenSaved = 'When and how often it was saved here.';
const inDiscord = 'The message or the command in Discord, which is made again.';
const namedThere = 'By which Discord names it in what it posts; another one is made.';

/** What administrators set up, a file a table. */
export const setupTables = {
  guild_settings: {
    order: [],
    columns: {
      ticket_limit: number,
      language: optionalText(16),
      users_can_close: flag,
      close_confirmation: flag,
      feedback_enabled: flag,
      anonymise_dashboard_responses: flag,
      use_threads: flag,
      ticket_notification_channel: optionalId,
      archive_channel: optionalId,
      overflow_enabled: flag,
      overflow_category_id: optionalId,
      store_transcripts: flag,
      hide_claim_button: flag,
      disable_open_command: flag,
      category: optionalId,
      naming_scheme: text(16),
      welcome_message: optionalText(4000),
      context_menu_permission_level: number.max(2),
      context_menu_add_sender: flag,
      context_menu_panel: optionalNumber,
      support_can_view: flag,
      support_can_type: flag,
      auto_close_enabled: flag,
      auto_close_on_user_leave: flag,
      auto_close_since_open: number,
      auto_close_since_last_message: number,
      attach_files: flag,
      embed_links: flag,
      add_reactions: flag,
      colour_success: text(16),
      colour_failure: text(16),
    },
    left_out: {
      guild_id: itself,
      'updated_at version': whenSaved,
      claims_changed_at: 'How far the channels of open tickets have followed.',
    },
  },
  transcript_retention: {
    order: [],
    columns: { days: number },
    left_out: { guild_id: itself, 'changed_by changed_at': whenSaved },
  },
  role_permissions: {
    order: ['role_id'],
    columns: { role_id: id, admin: flag, support: flag },
    left_out: { guild_id: itself },
  },
  permissions: {
    order: ['user_id'],
    columns: { user_id: id, admin: flag, support: flag },
    left_out: { guild_id: itself, added_at: membershipHere },
  },
  support_teams: {
    order: ['team_id'],
    columns: { team_id: number, name: text(100) },
    left_out: { guild_id: itself },
  },
  support_team_roles: {
    of: { table: 'support_teams', column: 'team_id' },
    order: ['team_id', 'role_id'],
    columns: { team_id: number, role_id: id },
  },
  support_team_users: {
    of: { table: 'support_teams', column: 'team_id' },
    order: ['team_id', 'user_id'],
    columns: { team_id: number, user_id: id },
    left_out: { added_at: membershipHere },
  },
  forms: {
    order: ['form_id'],
    columns: { form_id: number, title: text(200) },
    left_out: { guild_id: itself, custom_id: namedThere, 'created_at version': whenSaved },
  },
  form_inputs: {
    of: { table: 'forms', column: 'form_id' },
    order: ['form_id', 'position'],
    columns: {
      id: number,
      form_id: number,
      position: number,
      style: number,
      label: text(200),
      placeholder: optionalText(500),
      required: flag,
      min_length: number,
      max_length: number,
    },
    left_out: { custom_id: namedThere },
  },
  panels: {
    order: ['panel_id'],
    columns: {
      panel_id: number,
      title: text(500),
      content: text(10_000),
      colour: number,
      channel_id: id,
      category_id: optionalId,
      emoji_name: optionalText(200),
      emoji_id: optionalId,
      button_style: number,
      button_label: text(500),
      image_url: optionalText(4000),
      thumbnail_url: optionalText(4000),
      disabled: flag,
      form_id: optionalNumber,
      exit_survey_form_id: optionalNumber,
      pending_category: optionalId,
      naming_scheme: optionalText(500),
      mentions: texts,
      delete_mentions: flag,
      default_team: flag,
      welcome_message: object.nullable(),
    },
    left_out: {
      guild_id: itself,
      custom_id: namedThere,
      'message_id message_bot_id message_state message_wanted_at message_wishes move_refused_to': inDiscord,
      force_disabled: 'It follows from premium.',
      'created_at version': whenSaved,
    },
  },
  panel_teams: {
    of: { table: 'panels', column: 'panel_id' },
    order: ['panel_id', 'team_id'],
    columns: { panel_id: number, team_id: number },
  },
  panel_access_rules: {
    of: { table: 'panels', column: 'panel_id' },
    order: ['panel_id', 'position'],
    columns: { panel_id: number, position: number, role_id: id, action: text(10) },
  },
  multi_panels: {
    order: ['id'],
    columns: {
      id: number,
      channel_id: id,
      embed: object,
      select_menu: flag,
      select_menu_placeholder: optionalText(500),
    },
    left_out: {
      guild_id: itself,
      'message_id message_bot_id message_state message_wanted_at message_wishes': inDiscord,
      'created_at version': whenSaved,
    },
  },
  multi_panel_panels: {
    of: { table: 'multi_panels', column: 'id' },
    order: ['multi_panel_id', 'position'],
    columns: { multi_panel_id: number, panel_id: number, position: number },
  },
  tags: {
    order: ['tag_id'],
    columns: {
      tag_id: text(100),
      content: optionalText(10_000),
      embed: object.nullable(),
      use_guild_command: flag,
    },
    left_out: { guild_id: itself, command_id: inDiscord, 'created_at updated_at version': whenSaved },
  },
  blacklisted_users: {
    order: ['user_id'],
    columns: { user_id: id },
    left_out: { guild_id: itself, created_at: whenSaved },
  },
  blacklisted_roles: {
    order: ['role_id'],
    columns: { role_id: id },
    left_out: { guild_id: itself, created_at: whenSaved },
  },
} as const satisfies Record<string, ExportedTable>;

const discordsOwn = 'Discord tells it of every server.';

/** By what channels, roles and people are called, so that those of another server can be found for them. */
export const nameTables = {
  guild_channels: {
    order: ['channel_id'],
    columns: { channel_id: id, name: text(200), type: number, parent_id: optionalId },
    left_out: { guild_id: itself, 'position permission_overwrites': discordsOwn },
  },
  guild_roles: {
    order: ['role_id'],
    columns: { role_id: id, name: text(200) },
    left_out: { guild_id: itself, 'color position permissions managed bot_id': discordsOwn },
  },
  guild_emojis: {
    order: ['emoji_id'],
    columns: { emoji_id: id, name: text(100) },
    left_out: { guild_id: itself, animated: discordsOwn },
  },
  users: {
    order: ['user_id'],
    columns: {
      user_id: id,
      username: text(100),
      global_name: optionalText(100),
      avatar: optionalText(200),
      bot: flag,
    },
    left_out: { updated_at: 'When Discord told it here.' },
  },
} as const satisfies Record<string, ExportedTable>;
