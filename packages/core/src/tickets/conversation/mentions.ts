import { Snowflake } from '@tickets/contract/platform/snowflake';
import type { User } from '@tickets/contract/servers/guild';
import type { MentionNames } from '@tickets/contract/tickets/tickets';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { sql } from 'kysely';
import { eachPausing } from '../../platform/async/breather.ts';
import type { Context } from '../../platform/context.ts';
import { heldBy, type Overwrite, permissionsIn } from '../../servers/channel-permissions.ts';
import { usersSoon } from '../../servers/users.ts';
import type { Reader } from './message-views.ts';

export interface MentionedNames {
  users: Map<string, User>;
  roles: Record<string, { name: string; color: number }>;
  channels: Record<string, string>;
}

const mention = /<(@!?|@&|#)(\d{1,20})>/g;

interface Words {
  ticket_id: number;
  content: string;
  /** Discord's own objects. */
  embeds: unknown;
  components: unknown;
}

/** Of each kind so many are looked up: more than any conversation names, and a bound for a text that is made of them. */
const namedMax = 10_000;
/** And so many mentions of one message, the same one again among them. Discord's own messages have room for some hundred. */
const mentionsOfMessage = 500;

/** What texts mention, and the tickets that they stand in. */
export interface Mentioned {
  users: Set<string>;
  roles: Set<string>;
  channels: Set<string>;
  tickets: Set<number>;
}

export const nothingMentioned = (): Mentioned => ({
  users: new Set(),
  roles: new Set(),
  channels: new Set(),
  tickets: new Set(),
});

/** Adds what further texts mention. Others are let in between them. */
export async function noteMentioned(mentioned: Mentioned, messages: readonly Words[]): Promise<void> {
  for (const one of await eachPausing(messages, mentionedIn)) addAll(mentioned, one);
}

function addAll(mentioned: Mentioned, more: Mentioned): void {
  for (const kind of ['users', 'roles', 'channels'] as const)
    for (const id of more[kind]) if (mentioned[kind].size < namedMax) mentioned[kind].add(id);
  for (const ticket_id of more.tickets) mentioned.tickets.add(ticket_id);
}

function mentionedIn({ ticket_id, content, ...parts }: Words): Mentioned {
  const { users, roles, channels, tickets } = nothingMentioned();
  tickets.add(ticket_id);
  const kinds: Record<string, Set<string>> = { '@': users, '@!': users, '@&': roles, '#': channels };
  const written = [parts.embeds, parts.components].flatMap((all) =>
    Array.isArray(all) && all.length ? JSON.stringify(all) : [],
  );
  const text = [content, ...written].join(' ');
  let left = mentionsOfMessage;
  for (const [, kind = '', id = ''] of text.matchAll(mention)) {
    if (Snowflake.safeParse(id).success) kinds[kind]?.add(id);
    left -= 1;
    if (!left) break;
  }
  return { users, roles, channels, tickets };
}

/** Names for the ids that texts mention. What is gone from Discord and from our memory is missing. */
export async function mentionedNames(
  ctx: Context,
  guild_id: string,
  messages: readonly Words[],
  reader: Reader,
): Promise<MentionedNames> {
  const mentioned = nothingMentioned();
  await noteMentioned(mentioned, messages);
  return namesOf(ctx, guild_id, mentioned, reader);
}

export async function namesOf(
  ctx: Context,
  guild_id: string,
  { users, roles, channels, tickets: own }: Mentioned,
  reader: Reader,
): Promise<MentionedNames> {
  const [people, roleRows, channelRows, ticketRows] = await Promise.all([
    usersSoon(ctx, guild_id, [...users]),
    roles.size
      ? ctx.db
          .selectFrom('guild_roles')
          .where('guild_id', '=', guild_id)
          .where('role_id', '=', anyOf(roles))
          .select(['role_id', 'name', 'color'])
          .execute()
      : [],
    channels.size ? namedChannels(ctx, guild_id, channels, reader) : [],
    // Channels of tickets are gone from Discord when a transcript is read.
    channels.size
      ? ctx.db
          .selectFrom('tickets')
          .where('guild_id', '=', guild_id)
          .where('channel_id', '=', anyOf(channels))
          .$if(!reader.is_staff, (query) => query.where('ticket_id', 'in', [...own]))
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

/** One parameter, however many they are. */
const anyOf = (ids: ReadonlySet<string>) => sql<string>`any(${[...ids]}::bigint[])`;

/** Discord names to members only the channels that they see. Here they are told of those that everyone sees. */
async function namedChannels(
  ctx: Context,
  guild_id: string,
  channel_ids: ReadonlySet<string>,
  reader: Reader,
) {
  const found = ctx.db
    .selectFrom('guild_channels')
    .where('guild_id', '=', guild_id)
    .where('channel_id', '=', anyOf(channel_ids))
    .select(['channel_id', 'name', 'permission_overwrites']);
  if (reader.is_staff) return found.execute();
  const [rows, everyone] = await Promise.all([
    found.execute(),
    ctx.db
      .selectFrom('guild_roles')
      .where('guild_id', '=', guild_id)
      .where('role_id', '=', guild_id)
      .select('permissions')
      .execute(),
  ]);
  const member = { guild_id, user_id: '', role_ids: [], permissions: heldBy(everyone) };
  return rows.filter(({ permission_overwrites }) => {
    const overwrites = permission_overwrites as unknown as Overwrite[]; // as Discord sent them
    return permissionsIn(member, overwrites) & PermissionFlagsBits.ViewChannel;
  });
}

/** For each message the names of what it mentions, all of them read at once. */
export async function mentionsOfEach(
  ctx: Context,
  guild_id: string,
  messages: readonly Words[],
  reader: Reader,
): Promise<MentionNames[]> {
  const all = nothingMentioned();
  const each = await eachPausing(messages, mentionedIn);
  for (const one of each) addAll(all, one);
  const names = viewMentions(await namesOf(ctx, guild_id, all, reader));
  return eachPausing(each, ({ users, roles, channels }) => ({
    users: pick(names.users, users),
    roles: pick(names.roles, roles),
    channels: pick(names.channels, channels),
  }));
}

export function viewMentions({ users, roles, channels }: MentionedNames): MentionNames {
  return {
    users: Object.fromEntries([...users].map(([id, user]) => [id, user.global_name ?? user.username])),
    roles: Object.fromEntries(Object.entries(roles).map(([id, { name }]) => [id, name])),
    channels,
  };
}

const pick = (names: Record<string, string>, ids: ReadonlySet<string>) =>
  Object.fromEntries(
    [...ids].flatMap((id): [string, string][] => {
      const name = names[id];
      return name === undefined ? [] : [[id, name]];
    }),
  );
