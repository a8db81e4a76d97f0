import { GatewayDispatchEvents as E } from '@discordjs/core';
import { postedChannelGone } from '@tickets/core/posted-messages/gone';
import { removeChannel, upsertChannel } from '@tickets/core/servers/channels';
import { joinNoticeFollows } from '@tickets/core/tickets/channel/join-notice';
import { nameThread, ticketChannelRenamed } from '@tickets/core/tickets/channel/renamed-place';
import { findTicketOfThread, threadMembersChanged } from '@tickets/core/tickets/claiming/thread-staff';
import { threadArchived } from '@tickets/core/tickets/closing/close';
import { ticketPlaceGone } from '@tickets/core/tickets/closing/place-gone';
import { ticketChannelGone } from '@tickets/core/tickets/model/begin-closing';
import { threadReopened } from '@tickets/core/tickets/reopening/reopen';
import type { Listen } from './listener.ts';

/** Keeps the channels, and hears what a hand in Discord does to those of tickets. */
export function listenToChannels({ ctx, on }: Listen): void {
  on(
    E.ChannelCreate,
    ({ guild_id }) => guild_id,
    async (channel) => {
      await upsertChannel(ctx, channel.guild_id, channel);
    },
  );
  on(E.ChannelUpdate, keyOf, async (channel) => {
    if (!('guild_id' in channel) || !channel.guild_id) return;
    const { guild_id, id: channel_id } = channel;
    if (await upsertChannel(ctx, guild_id, channel))
      await ticketChannelRenamed(ctx, { guild_id, channel_id });
  });
  on(E.ChannelDelete, keyOf, async (channel) => {
    if (!('guild_id' in channel) || !channel.guild_id) return;
    await removeChannel(ctx, channel.guild_id, channel.id);
    await postedChannelGone(ctx, { guild_id: channel.guild_id, channel_id: channel.id });
    await ticketPlaceGone(ctx, { guild_id: channel.guild_id, channel_id: channel.id });
  });
  on(
    E.ThreadDelete,
    ({ guild_id }) => guild_id,
    ({ guild_id, id }) => ticketChannelGone(ctx, { guild_id, channel_id: id }),
  );
  on(E.ThreadUpdate, keyOf, async (thread) => {
    if (!('thread_metadata' in thread) || !thread.thread_metadata || !thread.guild_id) return;
    const { archived, locked } = thread.thread_metadata;
    const last_message_id = ('last_message_id' in thread && thread.last_message_id) || null;
    const place = { guild_id: thread.guild_id, channel_id: thread.id };
    if (thread.name) await nameThread(ctx, { ...place, name: thread.name });
    if (archived || locked)
      await threadArchived(ctx, { ...place, last_message_id, metadata: thread.thread_metadata });
    else await threadReopened(ctx, place);
  });
  on(
    E.ThreadMembersUpdate,
    ({ guild_id }) => guild_id,
    async ({ guild_id, id, added_members = [], removed_member_ids = [] }) => {
      const ticket = await findTicketOfThread(ctx, { guild_id, thread_id: id });
      if (!ticket) return;
      const added = added_members.flatMap(({ user_id }) => user_id ?? []);
      await threadMembersChanged(ctx, ticket, { added, removed: removed_member_ids });
      if (ticket.channel_id === id) await joinNoticeFollows(ctx, ticket);
    },
  );
}

const keyOf = (channel: object): string =>
  'guild_id' in channel && typeof channel.guild_id === 'string' ? channel.guild_id : 'direct messages';
