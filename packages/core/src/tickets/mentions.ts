import type { User } from '@tickets/contract/guild';
import type { Context } from '../context.ts';
import { usersSoon } from '../users/users.ts';
import { objects, type StoredMessage } from './message-views.ts';

export interface MentionedNames {
  users: Map<string, User>;
  roles: Record<string, { name: string; color: number }>;
  channels: Record<string, string>;
}

const mention = /<(@!?|@&|#)(\d{1,20})>/g;

/** Names for the ids that texts mention. What is gone from Discord and from our memory is missing. */
export async function mentionedNames(
  ctx: Context,
  guild_id: string,
  messages: readonly StoredMessage[],
): Promise<MentionedNames> {
  const users = new Set<string>();
  const roles = new Set<string>();
  const channels = new Set<string>();
  const kinds: Record<string, Set<string>> = { '@': users, '@!': users, '@&': roles, '#': channels };
  for (const { content, embeds } of messages) {
    const text = objects(embeds).length ? `${content} ${JSON.stringify(embeds)}` : content;
    for (const [, kind = '', id = ''] of text.matchAll(mention)) kinds[kind]?.add(id);
  }
  const [people, roleRows, channelRows, ticketRows] = await Promise.all([
    usersSoon(ctx, guild_id, [...users]),
    roles.size
      ? ctx.db
          .selectFrom('guild_roles')
          .where('guild_id', '=', guild_id)
          .where('role_id', 'in', [...roles])
          .select(['role_id', 'name', 'color'])
          .execute()
      : [],
    channels.size
      ? ctx.db
          .selectFrom('guild_channels')
          .where('guild_id', '=', guild_id)
          .where('channel_id', 'in', [...channels])
          .select(['channel_id', 'name'])
          .execute()
      : [],
    // Channels of tickets are gone from Discord when a transcript is read.
    channels.size
      ? ctx.db
          .selectFrom('tickets')
          .where('guild_id', '=', guild_id)
          .where('channel_id', 'in', [...channels])
          .select(['channel_id', 'channel_name as name'])
          .execute()
      : [],
  ]);
  return {
    users: people,
    roles: Object.fromEntries(roleRows.map(({ role_id, name, color }) => [role_id, { name, color }])),
    channels: Object.fromEntries(
      [...ticketRows, ...channelRows].map(({ channel_id, name }) => [channel_id ?? '', name]),
    ),
  };
}
