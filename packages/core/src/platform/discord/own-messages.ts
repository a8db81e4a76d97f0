import { createHash } from 'node:crypto';
import type { API } from '@discordjs/core';
import {
  type APIMessage,
  type APIMessageTopLevelComponent,
  ComponentType,
  RESTJSONErrorCodes,
  type RESTPatchAPIChannelMessageJSONBody,
  type RESTPostAPIChannelMessageJSONBody,
} from 'discord-api-types/v10';
import { type Bots, mayAct } from './bots.ts';
import type { Discord } from './discord.ts';
import { hasDiscordCode, isRefusal } from './failures.ts';

/** The bot that acts, and our others. */
interface OurBots {
  discord: Discord;
  bots: Bots;
}

/** A message of ours among the first after `after` that fits. */
export async function findOwnMessage(
  { discord }: { discord: Discord },
  channel_id: string,
  after: string,
  fits: (message: APIMessage) => boolean,
): Promise<APIMessage | undefined> {
  const messages = await discord.api.channels.getMessages(channel_id, { after, limit: 100 });
  return messages.find((message) => message.author.id === discord.user_id && fits(message));
}

/** Whether one of the message's buttons has this custom id. */
export function hasButton(
  message: { components?: APIMessageTopLevelComponent[] },
  custom_id: string,
): boolean {
  return (message.components ?? []).some(
    (row) =>
      row.type === ComponentType.ActionRow &&
      row.components.some((component) => 'custom_id' in component && component.custom_id === custom_id),
  );
}

type Message = Omit<RESTPostAPIChannelMessageJSONBody, 'nonce' | 'enforce_nonce'>;

/**
 * Posts a message once, however often this is repeated: Discord answers a repeat of a nonce (at most 25 characters) within
 * some minutes with the first message. After that, a message whose answer was lost is found by what it looks like.
 */
export function postOnce(
  { discord }: { discord: Discord },
  channel_id: string,
  nonce: string,
  message: Message,
): Promise<APIMessage> {
  return discord.api.channels.createMessage(channel_id, { ...message, nonce, enforce_nonce: true });
}

/**
 * Edits a message that a bot of ours wrote for a server. Discord lets only its author do that, which may be one that
 * served the server before.
 */
export function editOwnMessage(
  ctx: OurBots,
  guild_id: string,
  { channel_id, message_id }: { channel_id: string; message_id: string },
  body: RESTPatchAPIChannelMessageJSONBody,
): Promise<APIMessage> {
  return byOneOfOurs(ctx, guild_id, ({ api }) =>
    outOfArchive(api, channel_id, () => api.channels.editMessage(channel_id, message_id, body)),
  );
}

/**
 * Does something in a channel that may be a thread in Discord's archive. A new message takes it out by itself; before anything else
 * is changed in it, we have to.
 */
export async function outOfArchive<T>(api: API, channel_id: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!hasDiscordCode(error, threadIsArchived)) throw error;
    await api.channels.edit(channel_id, { archived: false });
    return await work();
  }
}

/** "Thread is archived". */
const threadIsArchived = RESTJSONErrorCodes.InvalidActionOnArchivedThread;

/** Deletes a message that a bot of ours wrote for a server: its author may where another lacks the permission. */
export async function deleteOwnMessage(
  ctx: OurBots,
  guild_id: string,
  { channel_id, message_id }: { channel_id: string; message_id: string },
): Promise<void> {
  await byOneOfOurs(ctx, guild_id, ({ api }) => api.channels.deleteMessage(channel_id, message_id));
}

/** What Discord refuses the bot that acts is tried by our others of the server; the first refusal is the one that is told. */
async function byOneOfOurs<T>(
  { bots, discord }: OurBots,
  guild_id: string,
  act: (discord: Discord) => Promise<T>,
): Promise<T> {
  try {
    return await act(discord);
  } catch (refusal) {
    if (!isRefusal(refusal)) throw refusal;
    for (const other of bots.othersIn(guild_id)) {
      if (!mayAct({ bots }, other)) continue;
      try {
        return await act(other);
      } catch (error) {
        // Its token may have been refused just now.
        if (!isRefusal(error) && mayAct({ bots }, other)) throw error;
      }
    }
    throw refusal;
  }
}

/** A nonce for what no one id stands for. */
export const nonceOf = (...parts: readonly (string | number | null | undefined)[]): string =>
  createHash('sha256').update(parts.join(':')).digest('base64url').slice(0, 24);
