import type { TableEntry } from './entry.ts';

const mirrored = 'It is what Discord says of the server now; what is changed there is changed here.';
const serversWords = "The server's own words, which those who administer it write and remove.";

const decided = 'It says who decided something for the server, and nothing of what they read or wrote.';

/**
 * Servers, their settings, and what the program notes for itself. The tables of the library that works off jobs are not ours;
 * the payloads of our jobs name servers, tickets, messages and requests, and no people.
 */
export const ourOwn = {
  guilds: {
    nothing:
      'guild_id name icon preferred_locale joined_at left_at last_ticket_id channels_changed_at channels_asked_at members_forgotten_at heard_at served_by',
    holds: {
      owner_id: { held: 'id', erased: 'stays', exported: 'account.json', because: mirrored },
    },
  },
  guild_channels: {
    nothing: 'guild_id channel_id type position parent_id',
    holds: {
      name: { held: 'name', erased: 'stays', exported: null, because: mirrored },
      permission_overwrites: { held: 'id', erased: 'stays', exported: null, because: mirrored },
    },
  },
  guild_roles: { nothing: 'guild_id role_id name color position permissions managed bot_id' },
  guild_emojis: { nothing: 'guild_id emoji_id name animated' },
  bot_guilds: { nothing: 'guild_id bot_id joined_at is_trusted' },
  bot_channels: { nothing: 'guild_id bot_id channel_id' },
  former_bots: { nothing: 'guild_id bot_id application_id' },
  gateway_leases: { nothing: 'bot_id shard_id shard_count holder until session' },
  gateway_holders: { nothing: 'holder capacity runs_main until' },
  gateway_identifies: { nothing: 'bot_id bucket at' },
  processes: { nothing: 'process_id roles version host bot_state fingerprint started_at until' },
  timers: { nothing: 'name ran_at' },
  address_bans: { nothing: 'host until' },
  // Only with the key can a fingerprint be compared with an id, and no id can be read from it.
  erased_people: { nothing: 'fingerprint erased_at' },
  erasure_keys: { nothing: 'key_id key made_at' },
  gone_targets: {
    nothing: 'guild_id is_role refused_at',
    holds: { target_id: { held: 'id', erased: 'stays', exported: null, because: mirrored } },
  },
  guild_settings: {
    nothing:
      'guild_id ticket_limit language users_can_close close_confirmation feedback_enabled anonymise_dashboard_responses ' +
      'use_threads ticket_notification_channel archive_channel overflow_enabled overflow_category_id store_transcripts ' +
      'hide_claim_button disable_open_command category naming_scheme context_menu_permission_level context_menu_add_sender ' +
      'context_menu_panel support_can_view support_can_type auto_close_enabled auto_close_on_user_leave ' +
      'auto_close_since_open auto_close_since_last_message attach_files embed_links add_reactions colour_success ' +
      'colour_failure claims_changed_at updated_at version',
    holds: {
      welcome_message: { held: 'mention', erased: 'stays', exported: null, because: serversWords },
    },
  },
  guild_integrations: {
    nothing: 'guild_id integration_id added_at',
    holds: { added_by: { held: 'id', erased: 'replaced', exported: null, because: decided, plain: true } },
  },
  guild_integration_secrets: { nothing: 'guild_id secret_id integration_id value' },
  integration_deliveries: {
    nothing: 'delivery_id guild_id integration_id ticket_id called_at duration_ms status problem',
  },
  audit_entries: {
    nothing:
      'entry_id guild_id created_at source because action resource resource_id resource_name undo_of by_override bytes is_data_removed',
    holds: {
      user_id: { held: 'id', erased: 'replaced', exported: null, because: decided, plain: true },
      about_user_id: { held: 'id', erased: 'replaced', exported: null, because: decided, plain: true },
      // What somebody changed of an integration of their own is no server's, and goes as a row.
      before: { held: 'mention', erased: 'stays', exported: null, because: serversWords },
      after: { held: 'mention', erased: 'stays', exported: null, because: serversWords },
    },
  },
  outgoing_webhooks: {
    nothing:
      'webhook_id guild_id url events enabled gone_at secret earlier_secret earlier_secret_until created_at updated_at ' +
      'version failing_since failing_problem failing_status',
    holds: { made_by: { held: 'id', erased: 'replaced', exported: null, because: decided, plain: true } },
  },
  outgoing_deliveries: {
    nothing:
      'delivery_id message_id guild_id webhook_id ticket_id event happened_at state due_at taken_until resent_at attempts ' +
      'attempts_before behind ' +
      'tried_at duration_ms status problem',
    holds: {
      data: {
        held: 'words',
        erased: 'row',
        exported: null,
        because:
          'It repeats for some weeks what stands in the ticket, which tickets.json and handled.json have.',
      },
    },
  },
  transcript_retention: {
    nothing: 'guild_id days changed_at',
    holds: { changed_by: { held: 'id', erased: 'replaced', exported: null, because: decided, plain: true } },
  },
  transcript_removals: {
    nothing: 'guild_id removal_id removed_at ticket_id days tickets messages files',
    holds: { removed_by: { held: 'id', erased: 'replaced', exported: null, because: decided, plain: true } },
  },
  transcript_downloads: {
    nothing:
      'download_id guild_id asked_at form state tickets_total tickets_done finished_at problem file_bytes file_sha256 file_expires_at panel_ids ' +
      'ticket_ids removed_ids',
    holds: {
      asked_by: { held: 'id', erased: 'replaced', exported: null, because: decided, plain: true },
      filter: {
        held: 'mention',
        erased: 'stays',
        exported: null,
        because: 'It says whose tickets somebody looked for, and goes with its row after a week.',
      },
      file_key: {
        held: 'file',
        erased: 'stays',
        exported: null,
        because: 'A copy of transcripts for those who may read them, which goes after a day.',
      },
    },
  },
  server_exports: {
    nothing:
      'export_id guild_id asked_at contents state tickets_done tickets_total finished_at problem file_bytes file_sha256 file_expires_at',
    holds: {
      asked_by: { held: 'id', erased: 'replaced', exported: null, because: decided, plain: true },
      file_key: {
        held: 'file',
        erased: 'stays',
        exported: null,
        because: 'A copy of the whole server for those who administer it, which goes after a day.',
      },
    },
  },
  import_uploads: {
    nothing:
      'upload_id guild_id file_type origin state preview content_type announced_bytes file_bytes file_sha256 created_at ' +
      'expires_at problem mapping file_name arriving_at checks_begun',
    holds: {
      asked_by: { held: 'id', erased: 'replaced', exported: null, because: decided, plain: true },
      confirmed_by: { held: 'id', erased: 'replaced', exported: null, because: decided, plain: true },
      file_key: {
        held: 'file',
        erased: 'stays',
        exported: null,
        because:
          'An archive that the owner of a server brought, which goes when it is imported, or after a day.',
      },
      report: {
        held: 'mention',
        erased: 'stays',
        exported: null,
        because: 'It names what an archive holds, and goes with its row after a month.',
      },
    },
  },
  import_runs: {
    nothing:
      'run_id guild_id upload_id run_type state created_at finished_at done total attempts created changed skipped ' +
      'failed problem',
  },
  import_logs: {
    nothing: 'run_log_id run_id log_type entity_type logged_at',
    holds: {
      message: {
        held: 'mention',
        erased: 'stays',
        exported: null,
        because: 'It names what was imported, and goes with its run after a month.',
      },
    },
  },
  // Of people it holds nothing: theirs are Discord's ids, which are the same everywhere.
  import_ids: { nothing: 'guild_id source area source_id target_id' },
  guild_storage: { nothing: 'guild_id bytes refusal_told_at' },
  files_to_remove: { nothing: 'storage_key due_at' },
  installation: { nothing: 'is_only_row discord' },
  storage_stamps: { nothing: 'stamp written_at' },
  backups: { nothing: 'backup_id kind place folder began_at finished_at bytes problem' },
  schema_migrations: { nothing: 'version name checksum applied_at' },
  role_permissions: { nothing: 'guild_id role_id admin support' },
  blacklisted_roles: { nothing: 'guild_id role_id created_at' },
  support_teams: {
    nothing: 'team_id guild_id',
    holds: { name: { held: 'mention', erased: 'stays', exported: null, because: serversWords } },
  },
  support_team_roles: { nothing: 'team_id role_id' },
  staff_overrides: { nothing: 'guild_id expires_at' },
  on_call_roles: { nothing: 'guild_id role_id team_id' },
  panels: {
    nothing:
      'panel_id guild_id custom_id colour channel_id message_id category_id emoji_name emoji_id button_style default_team ' +
      'disabled force_disabled created_at message_state message_wanted_at message_wishes message_bot_id image_url thumbnail_url form_id ' +
      'exit_survey_form_id naming_scheme pending_category mentions delete_mentions move_refused_to version',
    holds: {
      title: { held: 'mention', erased: 'stays', exported: null, because: serversWords },
      content: { held: 'mention', erased: 'stays', exported: null, because: serversWords },
      button_label: { held: 'mention', erased: 'stays', exported: null, because: serversWords },
      welcome_message: { held: 'mention', erased: 'stays', exported: null, because: serversWords },
    },
  },
  panel_teams: { nothing: 'panel_id team_id' },
  panel_access_rules: { nothing: 'panel_id position role_id action' },
  multi_panels: {
    nothing:
      'id guild_id channel_id message_id message_state message_wanted_at message_wishes message_bot_id select_menu created_at version',
    holds: {
      embed: { held: 'mention', erased: 'stays', exported: null, because: serversWords },
      select_menu_placeholder: { held: 'mention', erased: 'stays', exported: null, because: serversWords },
    },
  },
  multi_panel_panels: { nothing: 'multi_panel_id panel_id position' },
  forms: {
    nothing: 'form_id guild_id custom_id created_at version',
    holds: { title: { held: 'mention', erased: 'stays', exported: null, because: serversWords } },
  },
  form_inputs: {
    nothing: 'id form_id custom_id position style required min_length max_length',
    holds: {
      label: { held: 'mention', erased: 'stays', exported: null, because: serversWords },
      placeholder: { held: 'mention', erased: 'stays', exported: null, because: serversWords },
    },
  },
  past_questions: {
    nothing: 'custom_id guild_id replaced_at',
    holds: { label: { held: 'mention', erased: 'stays', exported: null, because: serversWords } },
  },
  tags: {
    nothing: 'tag_id guild_id use_guild_command command_id created_at updated_at version',
    holds: {
      content: { held: 'mention', erased: 'stays', exported: null, because: serversWords },
      embed: { held: 'mention', erased: 'stays', exported: null, because: serversWords },
    },
  },
  discarded_messages: { nothing: 'channel_id message_id guild_id owner discarded_at' },
  discarded_commands: { nothing: 'guild_id command_id discarded_at' },
  effects: {
    nothing: 'guild_id kind version wanted_at due_at attempts',
    holds: {
      key: {
        held: 'id',
        erased: 'stays',
        exported: null,
        because: 'It names whom Discord has yet to take out of channels, and goes when Discord has.',
      },
      wanted: {
        held: 'name',
        erased: 'stays',
        exported: null,
        because: 'It may hold the next name of a channel of an open ticket, and goes when Discord has it.',
      },
      problem: {
        held: 'id',
        erased: 'stays',
        exported: null,
        because: 'What Discord answered to the last attempt. It goes with the row.',
      },
    },
  },
  events: {
    nothing: 'event_id xid happened_at origin',
    holds: {
      event: {
        held: 'id',
        erased: 'row',
        exported: null,
        because: 'What programs tell one another; it is forgotten after seven days at the latest.',
      },
    },
  },
} as const satisfies Record<string, TableEntry>;
