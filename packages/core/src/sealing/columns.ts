import { tokenContext } from '../bots/open-bots.ts';
import { headerContext } from '../integrations/rows.ts';
import { secretContext as integrationSecretContext } from '../integrations/run.ts';
import { secretContext as webhookSecretContext } from '../outgoing-webhooks/rows.ts';
import { sealContext as sessionContext } from '../sessions/sessions.ts';
import { sealContext as replyWebhookContext } from '../tickets/conversation/reply-webhook.ts';
import { keyContext as erasureKeyContext } from '../tickets/model/erasure-keys.ts';

/** The columns of a row by which it is found and to which its sealed value is bound. Ids of Discord are texts. */
export type KeyValues = Readonly<Record<string, string | number>>;

export interface SealedColumn {
  table: string;
  column: string;
  /** The primary key. */
  key: readonly string[];
  /** What else the context needs. */
  also?: readonly string[];
  /** If one value can be opened, those that cannot are not missed. They stay in case their key is found. */
  isReplaced?: true;
  context(row: KeyValues): string;
}

const session = {
  table: 'sessions',
  key: ['session_id'],
  context: (row: KeyValues) => sessionContext(String(row.session_id)),
};
const webhook = {
  table: 'outgoing_webhooks',
  key: ['webhook_id'],
  context: (row: KeyValues) => webhookSecretContext(String(row.webhook_id)),
};

/** Every column whose values are sealed. A test compares this with the database: what is bytes is either here or below. */
export const sealedColumns: readonly SealedColumn[] = [
  { ...session, column: 'access_token' },
  { ...session, column: 'refresh_token' },
  {
    table: 'tickets',
    column: 'webhook_token',
    key: ['guild_id', 'ticket_id'],
    context: ({ guild_id, ticket_id }) =>
      replyWebhookContext({ guild_id: String(guild_id), ticket_id: Number(ticket_id) }),
  },
  {
    table: 'integration_headers',
    column: 'value',
    key: ['header_id'],
    also: ['integration_id'],
    context: ({ integration_id }) => headerContext(Number(integration_id)),
  },
  {
    table: 'guild_integration_secrets',
    column: 'value',
    key: ['guild_id', 'secret_id'],
    context: ({ guild_id, secret_id }) => integrationSecretContext(String(guild_id), Number(secret_id)),
  },
  {
    table: 'whitelabel_bots',
    column: 'token',
    key: ['bot_id'],
    context: ({ bot_id }) => tokenContext(String(bot_id)),
  },
  { ...webhook, column: 'secret' },
  { ...webhook, column: 'earlier_secret' },
  {
    table: 'erasure_keys',
    column: 'key',
    key: ['key_id'],
    isReplaced: true,
    context: ({ key_id }) => erasureKeyContext(String(key_id)),
  },
];

/** Columns of bytes that are no secrets of ours, or from which nothing can be read. */
export const notSealed: Readonly<Record<string, string>> = {
  'erased_people.fingerprint': 'It is made of an id with a key that is sealed, and is only compared.',
  'premium_keys.hash': 'the hash of a key',
  'tickets.erased_subject': 'It is made of words with a key that is sealed, and is only compared.',
  'stored_files.sha256': 'the hash of a file',
  'ticket_attachments.sha256': 'the hash of a file',
  'transcript_links.token_hash': 'the hash of a link',
};
