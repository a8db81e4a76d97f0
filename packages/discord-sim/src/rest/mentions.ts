import type { APIAllowedMentions } from 'discord-api-types/v10';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { has } from '../permissions/compute.ts';
import { channelPermissions } from '../permissions/of.ts';
import type { SimChannel, SimMessage } from '../world/entities.ts';
import { isSnowflake } from '../world/snowflake.ts';
import { addThreadMember } from '../world/threads.ts';
import type { World } from '../world/world.ts';
import type { Form } from './validate/form.ts';

export type Pings = Pick<
  SimMessage,
  'mention_everyone' | 'mentions' | 'mention_roles' | 'mention_replied_user'
>;

/** Reads `allowed_mentions`; without one, everything in the text may ping. */
export function readAllowedMentions(form: Form, value: unknown): APIAllowedMentions | undefined {
  const given = form.object(value, 'allowed_mentions');
  if (!given) return undefined;
  const parse = form
    .list(given.parse, 'allowed_mentions.parse', { max: 3 })
    .flatMap(
      (kind, index) =>
        form.choice(kind, `allowed_mentions.parse.${index}`, ['roles', 'users', 'everyone']) ?? [],
    );
  const ids = (key: 'users' | 'roles') => {
    const list = form.list(given[key], `allowed_mentions.${key}`, { max: 100 });
    if (list.length > 0 && parse.includes(key)) {
      form.fail(
        `allowed_mentions.${key}`,
        'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
        `parse:["${key}"] and ${key}: [ids...] are mutually exclusive.`,
      );
    }
    for (const [index, id] of list.entries())
      if (list.indexOf(id) < index)
        form.fail(
          `allowed_mentions.${key}.${index}`,
          'SET_TYPE_ALREADY_CONTAINS_VALUE',
          'The set already contains this value',
        );
    return list.filter(isSnowflake);
  };
  return {
    parse: parse as APIAllowedMentions['parse'], // the three choices above
    users: ids('users'),
    roles: ids('roles'),
    replied_user: given.replied_user === true,
  };
}

export interface PingFacts {
  channel: SimChannel;
  text: string;
  allowed: APIAllowedMentions | undefined;
  /** What anyone who speaks may do here; webhooks may ping everybody. */
  permissions: bigint;
  replyTo?: SimMessage;
}

/** Who is notified: what the text names, of that what the sender may ping, of that what they allowed. */
export function computePings(world: World, facts: PingFacts): Pings {
  const { channel, allowed, replyTo } = facts;
  // What stands in code is text, not a mention.
  const text = facts.text.replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
  const powerful = has(facts.permissions, P.MentionEveryone);
  const allows = (kind: 'users' | 'roles', id: string) =>
    !allowed || allowed.parse?.some((parsed) => parsed === kind) || (allowed[kind]?.includes(id) ?? false);
  const users = idsIn(text, /<@!?(\d+)>/g).filter((id) => world.users.has(id) && allows('users', id));
  const roles = idsIn(text, /<@&(\d+)>/g).filter((id) => {
    const role = world.roles.get(id);
    return role?.guild_id === channel.guild_id && (role?.mentionable || powerful) && allows('roles', id);
  });
  const everyone = /@(everyone|here)\b/.test(text) && powerful && channel.guild_id !== undefined;
  const allowsEveryone = !allowed || (allowed.parse?.some((parsed) => parsed === 'everyone') ?? false);
  const replied =
    replyTo !== undefined && !replyTo.webhook_author && (allowed ? allowed.replied_user === true : true);
  const mentions = new Set(users);
  if (replied) mentions.add(replyTo.author_id);
  return {
    mention_everyone: everyone && allowsEveryone,
    mentions: [...mentions],
    mention_roles: roles.filter((id) => id !== channel.guild_id),
    mention_replied_user: replied,
  };
}

/** Anyone who is mentioned in a thread becomes part of it, if they can see its channel; a role brings its members. */
export function pullIntoThread(world: World, thread: SimChannel, pings: Pings): void {
  const guildId = thread.guild_id;
  const parent = world.channels.get(thread.parent_id ?? '');
  if (!guildId || !parent) return;
  const userIds = new Set(pings.mentions);
  if (pings.mention_roles.length > 0) {
    for (const member of world.members.in('guild', guildId)) {
      if (member.roles.some((role) => pings.mention_roles.includes(role))) userIds.add(member.user_id);
    }
  }
  for (const userId of userIds) {
    const sees = has(channelPermissions(world, parent, userId), P.ViewChannel);
    if (sees) addThreadMember(world, thread, userId);
  }
}

function idsIn(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))];
}
