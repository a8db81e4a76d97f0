const person = 'It belongs to a person or to the product, and to no server.';
const paid = 'Premium belongs to this installation.';
const secret = 'It is secret, or of no use without what is.';
const follows = 'It is made of what is exported, and follows from it.';
const moment = 'It says what is under way just now.';
const record = 'It is the record of what happened in this installation.';

/** The tables that are in no archive, and why. */
export const leftOut = {
  guilds: 'The manifest names the server; all else Discord tells.',
  guild_members: 'Discord tells it of every server.',
  stored_files: 'The bytes lie in the folder `files`, each under its SHA-256.',
  sessions: person,
  data_requests: person,
  bot_staff: person,
  integrations: person,
  integration_placeholders: person,
  integration_headers: person,
  integration_secrets: person,
  guild_integrations:
    'An integration is of this installation, and what was filled in for it is secret. Add it again.',
  guild_integration_secrets: secret,
  integration_deliveries: record,
  outgoing_webhooks: 'Its address may hold a key, and its secret is told to nobody twice. Add it again.',
  outgoing_deliveries: record,
  entitlements: paid,
  premium_keys: paid,
  premium_key_misses: paid,
  premium_subscriptions: paid,
  premium_followed: follows,
  staff_overrides: 'It lets the product’s own people in for some hours.',
  on_call: moment,
  on_call_roles: 'Roles that the bot makes in Discord when they are needed.',
  audit_entries: `${record} The dashboard writes it as CSV.`,
  transcript_links: secret,
  transcript_reads: record,
  transcript_removals: record,
  transcript_downloads: moment,
  search_texts: follows,
  ticket_reads: 'It is of open tickets, and an imported one is closed.',
  ticket_replies: 'By which a reply is not sent twice.',
  close_requests: 'It is of open tickets, and an imported one is closed.',
  past_questions: 'How questions read while a form was open, kept for some days.',
  guild_storage: follows,
  files_to_remove: moment,
  discarded_messages: moment,
  discarded_commands: moment,
  effects: moment,
  events: moment,
  cooldowns: moment,
  installation: person,
  schema_migrations: person,
  server_exports: moment,
  import_uploads: moment,
  import_runs: record,
  import_logs: record,
  import_ids: 'What the things of other archives became here.',
} as const;
