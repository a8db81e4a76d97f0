import { GatewayDispatchEvents as E } from '@discordjs/core';
import { storable } from '@tickets/core/platform/db/storable';
import { postedMessagesGone } from '@tickets/core/posted-messages/gone';
import {
  recordDeletion,
  recordEdit,
  recordMessage,
  ticketOfChannel,
} from '@tickets/core/tickets/conversation/messages';
import { type GatewayMessageCreateDispatchData, MessageType } from 'discord-api-types/v10';
import type { Listen } from './listener.ts';

/** Writes down what is said in tickets, as it is said. Channels follow their own order, not that of their server. */
export function listenToMessages({ ctx, on }: Listen): void {
  /** Notices that were deleted here. They were never written down, so neither is their end. */
  const removedNotices = new Set<string>();
  const key = ({ channel_id }: { channel_id: string }) => `messages:${channel_id}`;
  on(E.MessageCreate, key, async (told) => {
    const message = storable(told);
    const { guild_id } = message;
    if (!guild_id) return;
    if (isOwnPinNotice(message)) await removePinNotice(guild_id, message);
    else await recordMessage(ctx, { ...message, guild_id });
  });
  on(E.MessageUpdate, key, async ({ guild_id, ...message }) => {
    if (guild_id) await recordEdit(ctx, { ...storable(message), guild_id });
  });
  on(E.MessageDelete, key, async ({ guild_id, channel_id, id }) => {
    if (guild_id && !removedNotices.delete(id)) await deleted({ guild_id, channel_id, ids: [id] });
  });
  on(E.MessageDeleteBulk, key, async ({ guild_id, channel_id, ids }) => {
    if (guild_id) await deleted({ guild_id, channel_id, ids });
  });

  async function deleted(messages: { guild_id: string; channel_id: string; ids: string[] }): Promise<void> {
    await recordDeletion(ctx, messages);
    await postedMessagesGone(ctx, messages);
  }

  function isOwnPinNotice({ type, author }: GatewayMessageCreateDispatchData): boolean {
    return type === MessageType.ChannelPinnedMessage && author.id === ctx.discord.user_id;
  }

  /** "Tickets pinned a message to this channel" is no part of the conversation. */
  async function removePinNotice(guild_id: string, { channel_id, id }: GatewayMessageCreateDispatchData) {
    if (!(await ticketOfChannel(ctx, guild_id, channel_id))) return;
    // Where Discord did not tell of the end of so many, it will not any more.
    if (removedNotices.size >= 1000) removedNotices.clear();
    removedNotices.add(id);
    // It is in the way, no more: where it cannot be deleted, not even asked for, it stays.
    await ctx.discord.api.channels
      .deleteMessage(channel_id, id)
      .catch((err: unknown) =>
        ctx.log.debug({ err, guild_id, channel_id }, 'a notice of a pin stays, or went with its channel'),
      );
  }
}
