import type { TableEntry } from './entry.ts';

/** Rows that are about one person. */
export const belongings = {
  users: {
    nothing: 'updated_at bot',
    holds: {
      user_id: { held: 'id', erased: 'row', exported: 'account.json', plain: true },
      username: { held: 'name', erased: 'row', exported: 'account.json' },
      global_name: { held: 'name', erased: 'row', exported: 'account.json' },
      avatar: { held: 'name', erased: 'row', exported: 'account.json' },
    },
  },
  guild_members: {
    nothing: 'guild_id role_ids present joined_at updated_at',
    holds: {
      user_id: { held: 'id', erased: 'row', exported: 'account.json', plain: true },
      nick: { held: 'name', erased: 'row', exported: 'account.json' },
    },
  },
  direct_channels: {
    nothing: 'bot_id',
    holds: {
      user_id: {
        held: 'id',
        erased: 'row',
        exported: null,
        because: 'It says that the bot may write to them, as it did before.',
        plain: true,
      },
      channel_id: {
        held: 'id',
        erased: 'row',
        exported: null,
        because: "A number of Discord's for the direct messages of the bot with the person.",
      },
    },
  },
  imported_people: {
    nothing: 'guild_id bot',
    holds: {
      user_id: { held: 'id', erased: 'row', exported: 'account.json', plain: true },
      username: { held: 'name', erased: 'row', exported: 'account.json' },
      global_name: { held: 'name', erased: 'row', exported: 'account.json' },
      avatar: { held: 'name', erased: 'row', exported: 'account.json' },
    },
  },
  sessions: {
    nothing: 'created_at expires_at revoked_at access_expires_at scopes',
    holds: {
      session_id: {
        held: 'id',
        erased: 'row',
        exported: null,
        because: 'It is what the person signs in with, so a copy that gets lost must not hold it.',
      },
      user_id: { held: 'id', erased: 'row', exported: 'sessions.json' },
      access_token: {
        held: 'id',
        erased: 'row',
        exported: null,
        because: 'A sealed key of Discord: a secret, and of no use to anybody else.',
      },
      refresh_token: {
        held: 'id',
        erased: 'row',
        exported: null,
        because: 'A sealed key of Discord: a secret, and of no use to anybody else.',
      },
    },
  },
  data_requests: {
    nothing:
      'request_id kind state asked_at due_at finished_at steps_done rounds rows_done problem file_bytes file_sha256 file_expires_at',
    holds: {
      user_id: {
        held: 'id',
        erased: 'replaced',
        exported: null,
        because: 'It is the request for the copy itself.',
      },
      file_key: { held: 'file', erased: 'row', exported: null, because: 'It is the copy itself.' },
    },
  },
  permissions: {
    nothing: 'guild_id admin support added_at',
    holds: { user_id: { held: 'id', erased: 'row', exported: 'staff.json' } },
  },
  support_team_users: {
    nothing: 'team_id added_at',
    holds: { user_id: { held: 'id', erased: 'row', exported: 'staff.json' } },
  },
  on_call: {
    nothing: 'guild_id',
    holds: { user_id: { held: 'id', erased: 'row', exported: 'staff.json' } },
  },
  bot_staff: {
    nothing: '',
    holds: { user_id: { held: 'id', erased: 'row', exported: 'staff.json' } },
  },
  blacklisted_users: {
    nothing: 'guild_id created_at',
    holds: {
      user_id: {
        held: 'id',
        erased: 'stays',
        exported: 'staff.json',
        because:
          'It protects the server. It is an id and a time without name or words; whoever could erase it would be let in again.',
      },
    },
  },
  entitlements: {
    nothing:
      'entitlement_id guild_id tier source sku_label expires_at created_at key_id subscription_id discord_id sku_id',
    holds: { user_id: { held: 'id', erased: 'row', exported: 'staff.json' } },
  },
  premium_keys: {
    nothing: 'key_id hash tier days created_at revoked_at redeemed_at guild_id',
    holds: { redeemed_by: { held: 'id', erased: 'replaced', exported: 'staff.json', plain: true } },
  },
  premium_key_misses: {
    nothing: 'misses since',
    holds: {
      user_id: {
        held: 'id',
        erased: 'row',
        exported: null,
        because: 'It says for some minutes that wrong keys were entered.',
        plain: true,
      },
    },
  },
  premium_subscriptions: {
    nothing: 'subscription_id servers tier sku_label expires_at created_at',
    holds: { user_id: { held: 'id', erased: 'row', exported: 'staff.json', plain: true } },
  },
  whitelabel_bots: {
    nothing:
      'bot_id application_id username token_version state state_at hears status_type commands_created_at created_at',
    holds: {
      user_id: { held: 'id', erased: 'row', exported: 'whitelabel.json' },
      name: { held: 'words', erased: 'row', exported: 'whitelabel.json' },
      status: { held: 'words', erased: 'row', exported: 'whitelabel.json' },
      token: {
        held: 'id',
        erased: 'row',
        exported: null,
        because: 'A sealed key of Discord: whoever had it could act as the bot.',
      },
    },
  },
  whitelabel_errors: {
    nothing: 'error_id message created_at',
    holds: { user_id: { held: 'id', erased: 'row', exported: 'whitelabel.json', plain: true } },
  },
  integrations: {
    nothing: 'integration_id http_method review asked_at reviewed_at refusal created_at updated_at',
    holds: {
      owner_id: { held: 'id', erased: 'row', exported: 'integrations.json', plain: true },
      name: { held: 'words', erased: 'row', exported: 'integrations.json' },
      description: { held: 'words', erased: 'row', exported: 'integrations.json' },
      image_url: { held: 'words', erased: 'row', exported: 'integrations.json' },
      privacy_policy_url: { held: 'words', erased: 'row', exported: 'integrations.json' },
      webhook_url: { held: 'words', erased: 'row', exported: 'integrations.json' },
      validation_url: { held: 'words', erased: 'row', exported: 'integrations.json' },
      reviewed_by: {
        held: 'id',
        erased: 'replaced',
        exported: null,
        because: 'It says which administrator of the product decided, and nothing else of them.',
        plain: true,
      },
    },
  },
  // They go with the integration that they belong to.
  integration_placeholders: {
    nothing: 'placeholder_id integration_id',
    holds: {
      name: { held: 'words', erased: 'row', exported: 'integrations.json' },
      json_path: { held: 'words', erased: 'row', exported: 'integrations.json' },
    },
  },
  integration_headers: {
    nothing: 'header_id integration_id',
    holds: {
      name: { held: 'words', erased: 'row', exported: 'integrations.json' },
      value: {
        held: 'words',
        erased: 'row',
        exported: null,
        because: 'It may be a key, so a copy that gets lost must not hold it.',
      },
    },
  },
  integration_secrets: {
    nothing: 'secret_id integration_id',
    holds: {
      name: { held: 'words', erased: 'row', exported: 'integrations.json' },
      description: { held: 'words', erased: 'row', exported: 'integrations.json' },
    },
  },
  premium_followed: { nothing: 'guild_id had' },
  cooldowns: {
    nothing: 'name ends_at',
    holds: {
      subject_id: {
        held: 'id',
        erased: 'row',
        exported: null,
        because: 'It says for some seconds that a button was just pressed.',
        plain: true,
      },
    },
  },
} as const satisfies Record<string, TableEntry>;
