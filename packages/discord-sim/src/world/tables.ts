import type {
  SimApplication,
  SimAuditLogEntry,
  SimBan,
  SimChannel,
  SimCommand,
  SimEmoji,
  SimEntitlement,
  SimGuild,
  SimInteraction,
  SimMember,
  SimMessage,
  SimOAuthCode,
  SimOAuthGrant,
  SimRole,
  SimSku,
  SimThreadMember,
  SimUser,
  SimWebhook,
} from './entities.ts';
import { type Change, Table, type TableOptions } from './table.ts';

export type Tables = ReturnType<typeof createTables>;

const isThreadType = (type: number) => type === 10 || type === 11 || type === 12;

/** Names the two ends of a direct message, anyone who comes first. */
export function dmKey(a: string, b: string): string {
  return a < b ? `${a}:${b}` : `${b}:${a}`;
}

export function createTables(onChange: (change: Change) => void) {
  const table = <Row extends object, Group extends string = never>(options: TableOptions<Row, Group>) =>
    new Table<Row, Group>(options, onChange);
  return {
    meta: table({ name: 'meta', key: (row: { key: string; value: string }) => row.key, groups: {} }),
    users: table({
      name: 'users',
      key: (row: SimUser) => row.id,
      groups: { username: (row) => row.username.toLowerCase(), token: (row) => row.client_token },
    }),
    guilds: table({ name: 'guilds', key: (row: SimGuild) => row.id, groups: {} }),
    roles: table({ name: 'roles', key: (row: SimRole) => row.id, groups: { guild: (row) => row.guild_id } }),
    members: table({
      name: 'members',
      key: (row: SimMember) => `${row.guild_id}:${row.user_id}`,
      groups: { guild: (row) => row.guild_id, user: (row) => row.user_id },
    }),
    channels: table({
      name: 'channels',
      key: (row: SimChannel) => row.id,
      groups: {
        guild: (row) => (isThreadType(row.type) ? undefined : row.guild_id),
        threads: (row) => (isThreadType(row.type) ? row.guild_id : undefined),
        parent: (row) => row.parent_id ?? undefined,
        dm: (row) => (row.recipient_ids ? dmKey(...row.recipient_ids) : undefined),
        recipient: (row) => row.recipient_ids,
      },
    }),
    threadMembers: table({
      name: 'threadMembers',
      key: (row: SimThreadMember) => `${row.thread_id}:${row.user_id}`,
      groups: { thread: (row) => row.thread_id },
    }),
    messages: table({
      name: 'messages',
      key: (row: SimMessage) => row.id,
      groups: {
        channel: (row) => (row.ephemeral_for ? undefined : row.channel_id),
        ephemeral: (row) => (row.ephemeral_for ? `${row.channel_id}:${row.ephemeral_for}` : undefined),
        nonce: (row) => (row.nonce === undefined ? undefined : `${row.author_id}:${row.nonce}`),
        pinned: (row) => (row.pinned_at ? row.channel_id : undefined),
      },
    }),
    emojis: table({
      name: 'emojis',
      key: (row: SimEmoji) => row.id,
      groups: { guild: (row) => row.guild_id },
    }),
    webhooks: table({
      name: 'webhooks',
      key: (row: SimWebhook) => row.id,
      groups: { channel: (row) => row.channel_id, guild: (row) => row.guild_id },
    }),
    applications: table({
      name: 'applications',
      key: (row: SimApplication) => row.id,
      groups: { token: (row) => row.bot_token, bot: (row) => row.bot_user_id },
    }),
    commands: table({
      name: 'commands',
      key: (row: SimCommand) => row.id,
      groups: { scope: (row) => `${row.application_id}:${row.guild_id ?? ''}` },
    }),
    skus: table({
      name: 'skus',
      key: (row: SimSku) => row.id,
      groups: { application: (row) => row.application_id },
    }),
    entitlements: table({
      name: 'entitlements',
      key: (row: SimEntitlement) => row.id,
      groups: { application: (row) => row.application_id },
    }),
    bans: table({
      name: 'bans',
      key: (row: SimBan) => `${row.guild_id}:${row.user_id}`,
      groups: { guild: (row) => row.guild_id },
    }),
    auditLog: table({
      name: 'auditLog',
      key: (row: SimAuditLogEntry) => row.id,
      groups: { guild: (row) => row.guild_id, target: (row) => row.target_id ?? undefined },
    }),
    oauthGrants: table({
      name: 'oauthGrants',
      key: (row: SimOAuthGrant) => row.access_token,
      groups: { refresh: (row) => row.refresh_token, user: (row) => row.user_id },
    }),
    oauthCodes: table({ name: 'oauthCodes', key: (row: SimOAuthCode) => row.code, groups: {} }),
    interactions: table({
      name: 'interactions',
      key: (row: SimInteraction) => row.id,
      groups: {
        all: () => 'all',
        token: (row) => row.token,
        user: (row) => row.user_id,
        original: (row) => row.original_message_id,
      },
    }),
  };
}
