import {
  type APIModalInteractionResponseCallbackData,
  ApplicationCommandType,
  ButtonStyle,
} from 'discord-api-types/v10';
import { refusal, unknownThing } from './errors.ts';
import { callAs, type FileToSend } from './people/call-as.ts';
import { findCommand } from './people/commands.ts';
import { fieldIds } from './people/modal-fields.ts';
import { type Outcome, outcomeOf } from './people/outcome.ts';
import { until } from './people/until.ts';
import { canSee } from './permissions/of.ts';
import { addMember } from './world/build.ts';
import { type ComponentNode, walkComponents } from './world/components.ts';
import type { SimChannel, SimMessage } from './world/entities.ts';
import type { SentFile } from './world/files.ts';
import type { InteractionInput } from './world/interaction-data.ts';
import { cannot } from './world/interaction-data.ts';
import { deleteMessage } from './world/messages.ts';
import { compareIds } from './world/snowflake.ts';
import type { World } from './world/world.ts';

export type Person = ReturnType<typeof personOf>;

type MessageLike = SimMessage | string;
type ChannelLike = SimChannel | string;
type Options = Record<string, string | number | boolean>;

interface Written {
  files?: FileToSend[];
  /** The message that this one answers. */
  replyTo?: MessageLike;
}

/**
 * A person with hands: what they do goes the ways of Discord's own client and is refused where Discord would refuse
 * it. Interactions resolve with what the person then sees.
 */
export function personOf(world: World, userId: string) {
  const user = world.users.get(userId);
  if (!user) throw unknownThing('user');
  let place: string | undefined;

  const call = <T>(method: string, path: string, body?: object, files?: FileToSend[]) =>
    callAs<T>(world, user, { method, path, body, files });
  const messageOf = (message: MessageLike) => {
    const row = world.messages.get(idOf(message));
    const hidden = row?.ephemeral_for !== undefined && row.ephemeral_for !== userId;
    if (!row || hidden) throw unknownThing('message');
    return row;
  };
  const channelOf = (channel: ChannelLike | undefined) => {
    const id = channel === undefined ? place : idOf(channel);
    const row = id ? world.channels.get(id) : undefined;
    if (!row || !canSee(world, row, userId)) throw unknownThing('channel');
    return row;
  };
  const act = (input: InteractionInput): Promise<Outcome> =>
    outcomeOf(world, world.createInteraction(input).id);
  const component = (message: MessageLike, custom_id: string, values?: string[]) => {
    const { id: message_id, channel_id } = messageOf(message);
    return act({ kind: 'component', user_id: userId, channel_id, message_id, custom_id, values });
  };
  const command = (name: string, type: ApplicationCommandType, at: ChannelLike | undefined) => {
    const channel = channelOf(at);
    const found = findCommand(world, { channel, userId, name, type });
    if (!found) throw unknownThing('command');
    return { command_id: found.id, channel_id: channel.id, user_id: userId };
  };

  return {
    id: userId,
    user,

    /** Opens a channel: commands go there until another one is opened. */
    goes(channel: ChannelLike) {
      place = channelOf(channel).id;
      return this;
    },

    /** Presses a button, found by what stands on it or by its custom id. */
    click(message: MessageLike, labelOrCustomId: string): Promise<Outcome> {
      const button = findButton(messageOf(message), labelOrCustomId);
      if (button.style === ButtonStyle.Link) throw cannot('A link button opens a page and sends nothing');
      return component(message, String(button.custom_id));
    },
    select: (message: MessageLike, customId: string, values: string[]) =>
      component(message, customId, values),

    /** Uses a slash command; a sub-command is written after its command: `slash('setup limit', { limit: 3 })`. */
    slash(nameAndPath: string, options: Options = {}, at?: ChannelLike): Promise<Outcome> {
      const [name = '', ...path] = nameAndPath.replace(/^\//, '').split(' ');
      return act({ kind: 'command', ...command(name, ApplicationCommandType.ChatInput, at), path, options });
    },

    /** Types in one option of a slash command; resolves with what is offered. */
    async autocomplete(nameAndPath: string, focused: string, options: Options = {}, at?: ChannelLike) {
      const [name = '', ...path] = nameAndPath.replace(/^\//, '').split(' ');
      const found = command(name, ApplicationCommandType.ChatInput, at);
      const outcome = await act({ kind: 'autocomplete', ...found, path, options, focused });
      return outcome.kind === 'choices' ? outcome.choices : [];
    },

    /** Picks a command from the menu of a message. */
    contextMenu(name: string, message: MessageLike): Promise<Outcome> {
      const { id: target_id, channel_id } = messageOf(message);
      return act({
        kind: 'command',
        ...command(name, ApplicationCommandType.Message, channel_id),
        target_id,
      });
    },

    /** The form that is open in front of this person. */
    modal(): APIModalInteractionResponseCallbackData | undefined {
      return openForm(world, userId)?.modal;
    },

    /** Sends the open form; fields are named by custom id or by label. */
    submitModal(
      values: Record<string, string | string[]>,
      files: Record<string, FileToSend[]> = {},
    ): Promise<Outcome> {
      const opener = openForm(world, userId);
      if (!opener?.modal) throw cannot('No form is open');
      const { modal, channel_id, id: interaction_id } = opener;
      const attached = Object.entries(fieldIds(modal, files)).map(([id, sent]) => [id, sent.map(asSent)]);
      return act({
        kind: 'modal',
        user_id: userId,
        channel_id,
        interaction_id,
        values: fieldIds(modal, values),
        files: Object.fromEntries(attached),
      });
    },

    async write(
      channel: ChannelLike,
      content: string,
      { files = [], replyTo }: Written = {},
    ): Promise<SimMessage> {
      const reference = replyTo ? { message_reference: { message_id: idOf(replyTo) } } : {};
      const path = `/channels/${idOf(channel)}/messages`;
      return messageOf((await call<{ id: string }>('POST', path, { content, ...reference }, files)).id);
    },
    async edit(message: MessageLike, content: string): Promise<SimMessage> {
      await call('PATCH', pathOf(messageOf(message)), { content });
      return messageOf(message);
    },
    /** Deletes a message; an ephemeral one is dismissed. */
    async delete(message: MessageLike): Promise<void> {
      const row = messageOf(message);
      if (row.ephemeral_for) deleteMessage(world, row);
      else await call('DELETE', pathOf(row));
    },
    async react(message: MessageLike, emoji: string): Promise<void> {
      await call('PUT', `${pathOf(messageOf(message))}/reactions/${encodeURIComponent(emoji)}/@me`);
    },
    async unreact(message: MessageLike, emoji: string): Promise<void> {
      await call('DELETE', `${pathOf(messageOf(message))}/reactions/${encodeURIComponent(emoji)}/@me`);
    },
    async pin(message: MessageLike): Promise<void> {
      const row = messageOf(message);
      await call('PUT', `/channels/${row.channel_id}/messages/pins/${row.id}`);
    },
    async leave(guild: string | { id: string }): Promise<void> {
      await call('DELETE', `/users/@me/guilds/${idOf(guild)}`);
    },
    join(guild: string | { id: string }): void {
      const guild_id = idOf(guild);
      if (!world.guilds.has(guild_id)) throw unknownThing('guild');
      if (world.bans.has(`${guild_id}:${userId}`)) throw refusal('banned');
      if (!world.members.has(`${guild_id}:${userId}`)) addMember(world, { guild_id, user_id: userId });
    },
    async deleteChannel(channel: ChannelLike): Promise<void> {
      await call('DELETE', `/channels/${idOf(channel)}`);
    },

    sees(channel: ChannelLike): boolean {
      const row = world.channels.get(idOf(channel));
      return row !== undefined && canSee(world, row, userId);
    },
    /** Channels and threads of a server that this person sees. */
    channels(guild: string | { id: string }): SimChannel[] {
      const id = idOf(guild);
      const all = [...world.channels.in('guild', id), ...world.channels.in('threads', id)];
      return all.filter((channel) => canSee(world, channel, userId));
    },
    /** What stands in a channel for this person, their own ephemeral messages included. */
    messages(channel: ChannelLike): SimMessage[] {
      const { id } = channelOf(channel);
      const all = [...world.messages.in('channel', id), ...world.messages.in('ephemeral', `${id}:${userId}`)];
      return all.sort((a, b) => compareIds(a.id, b.id));
    },
    directMessages(otherUserId: string): SimMessage[] {
      const dm = world.channels
        .in('recipient', userId)
        .find((row) => row.recipient_ids?.includes(otherUserId));
      return dm ? world.messages.in('channel', dm.id) : [];
    },
    /** Waits until `look` finds something, and looks again whenever something has happened. */
    eventually: <T>(look: () => T | undefined | false, what = 'something to come about') =>
      until(world, look, what),
  };
}

function idOf(thing: string | { id: string }): string {
  return typeof thing === 'string' ? thing : thing.id;
}

function pathOf(message: SimMessage): string {
  return `/channels/${message.channel_id}/messages/${message.id}`;
}

function openForm(world: World, userId: string) {
  return world.interactions.in('user', userId).findLast((row) => row.modal !== undefined);
}

function findButton(message: SimMessage, labelOrCustomId: string): ComponentNode {
  const nodes = [...walkComponents(message.components as unknown as ComponentNode[])]; // seen as a tree
  const buttons = nodes.filter((node) => node.type === 2);
  const found =
    buttons.find((node) => node.custom_id === labelOrCustomId) ??
    buttons.find((node) => node.label === labelOrCustomId);
  if (found) return found;
  const shown = buttons.map((node) => `"${String(node.label ?? node.custom_id)}"`).join(', ');
  throw cannot(`There is no button "${labelOrCustomId}"; there is ${shown || 'none at all'}`);
}

const asSent = ({ name, bytes, type = 'application/octet-stream' }: FileToSend): SentFile => ({
  filename: name,
  contentType: type,
  bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
});
