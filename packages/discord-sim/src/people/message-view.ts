import { MessageFlags, MessageType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { avatarUrl, emojiUrl } from '../cdn/links.ts';
import { has } from '../permissions/compute.ts';
import { channelPermissions } from '../permissions/of.ts';
import { type ComponentNode, walkComponents } from '../world/components.ts';
import type { SimMessage } from '../world/entities.ts';
import { renderAttachment } from '../world/render-files.ts';
import type { World } from '../world/world.ts';
import { displayName, nameColour } from './names.ts';
import { namesInTexts } from './names-in-texts.ts';

export type MessageView = ReturnType<typeof messageView>;

/** A message as one person's client shows it. */
export function messageView(world: World, message: SimMessage, userId: string) {
  const { guild_id: guildId } = message;
  const channel = world.channels.get(message.channel_id);
  const own = channel ? channelPermissions(world, channel, userId) : 0n;
  const mine = message.author_id === userId;
  const ephemeral = message.ephemeral_for !== undefined;
  const regular = isRegular(message);
  return {
    id: message.id,
    channel_id: message.channel_id,
    type: message.type,
    author: authorView(world, message),
    content: message.content,
    names: namesInTexts(world, textsOf(world, message), guildId),
    time: message.timestamp,
    edited: message.edited_timestamp,
    ephemeral,
    loading: (message.flags & MessageFlags.Loading) !== 0,
    pinned: message.pinned_at !== null,
    mentions_me: mentions(world, message, userId),
    mentioned: message.mentions.map((id) => nameOf(world, id, guildId)),
    attachments: message.attachments.map((file) => {
      const { id, filename, size, content_type, url, width, height, description } = renderAttachment(
        world,
        message.channel_id,
        file,
      );
      return { id, filename, size, content_type, url, width, height, description };
    }),
    embeds: message.embeds,
    components: message.components,
    reactions: message.reactions.map(({ emoji, user_ids }) => ({
      name: emoji.name,
      id: emoji.id,
      url: emoji.id ? emojiUrl(world, { id: emoji.id, animated: emoji.animated }) : null,
      count: user_ids.length,
      me: user_ids.includes(userId),
      names: user_ids.slice(0, 3).map((id) => nameOf(world, id, guildId)),
    })),
    reply: replyView(world, message),
    command: commandView(world, message),
    thread: threadView(world, message),
    mine,
    can_edit: mine && regular && !ephemeral,
    can_delete: !ephemeral && regular && (mine || (guildId !== undefined && has(own, P.ManageMessages))),
    can_pin: !ephemeral && regular && (guildId === undefined || has(own, P.PinMessages)),
    can_react: !ephemeral && has(own, P.AddReactions | P.ReadMessageHistory),
    can_reply: !ephemeral && regular,
  };
}

const REGULAR: readonly MessageType[] = [
  MessageType.Default,
  MessageType.Reply,
  MessageType.ChatInputCommand,
  MessageType.ContextMenuCommand,
];

function isRegular(message: SimMessage): boolean {
  return REGULAR.includes(message.type);
}

function authorView(world: World, message: SimMessage) {
  const user = world.users.get(message.author_id);
  if (message.webhook_author) {
    const { username, avatar } = message.webhook_author;
    return {
      id: message.author_id,
      name: username,
      avatar_url: webhookAvatar(world, message, avatar),
      bot: true,
      webhook: true,
      colour: null,
    };
  }
  return {
    id: message.author_id,
    name: user ? displayName(world, user, message.guild_id) : 'Deleted User',
    avatar_url: avatarUrl(world, user ?? { id: message.author_id, avatar: null }),
    bot: user?.bot ?? false,
    webhook: false,
    colour: nameColour(world, message.guild_id, message.author_id) ?? null,
  };
}

/** A webhook's face may be an address that it chose for one message. */
function webhookAvatar(world: World, message: SimMessage, avatar: string | null): string {
  if (avatar?.startsWith('http')) return avatar;
  return avatarUrl(world, { id: message.author_id, avatar });
}

function nameOf(world: World, userId: string, guildId: string | undefined): string {
  const user = world.users.get(userId);
  return user ? displayName(world, user, guildId) : 'Deleted User';
}

function mentions(world: World, message: SimMessage, userId: string): boolean {
  if (message.author_id === userId) return false;
  if (message.mention_everyone || message.mentions.includes(userId)) return true;
  const roles = world.members.get(`${message.guild_id}:${userId}`)?.roles ?? [];
  return message.mention_roles.some((id) => roles.includes(id));
}

function replyView(world: World, message: SimMessage) {
  if (message.type !== MessageType.Reply) return null;
  const answered = answeredBy(world, message);
  if (!answered) return { id: null, author: null, content: '', has_attachments: false };
  const { id, content, attachments } = answered;
  return { id, author: authorView(world, answered), content, has_attachments: attachments.length > 0 };
}

function commandView(world: World, message: SimMessage) {
  const { interaction } = message;
  if (!interaction || message.type === MessageType.Default) return null;
  const user = world.users.get(interaction.user_id);
  return {
    name: interaction.name ?? '',
    by: nameOf(world, interaction.user_id, message.guild_id),
    avatar_url: avatarUrl(world, user ?? { id: interaction.user_id, avatar: null }),
    slash: message.type === MessageType.ChatInputCommand,
  };
}

function threadView(world: World, message: SimMessage) {
  const thread = world.channels.get(message.thread_id ?? '');
  return thread ? { id: thread.id, name: thread.name, messages: thread.message_count ?? 0 } : null;
}

const answeredBy = (world: World, message: SimMessage) =>
  world.messages.get(message.message_reference?.message_id ?? '');

/** Every text of a message in which someone may be mentioned, and that of what it answers. */
function textsOf(world: World, message: SimMessage): string[] {
  const components = message.components as ComponentNode[]; // the same components, seen as a tree
  return [
    message.content,
    answeredBy(world, message)?.content ?? '',
    ...message.embeds.flatMap(({ description = '', fields = [] }) => [
      description,
      ...fields.map(({ value }) => value),
    ]),
    ...textsOfComponents(components),
  ];
}

export const textsOfComponents = (components: readonly ComponentNode[]): string[] =>
  [...walkComponents(components)].flatMap(({ content }) => (typeof content === 'string' ? content : []));
