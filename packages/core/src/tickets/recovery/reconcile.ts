import { ChannelType, RESTJSONErrorCodes } from 'discord-api-types/v10';
import { resumeAttachments } from '../../files/attachments.ts';
import type { Context } from '../../platform/context.ts';
import { hasDiscordCode, isRefusal } from '../../platform/discord/failures.ts';
import { threadArchived } from '../closing/close.ts';
import { backfillTicket } from '../conversation/backfill.ts';
import { ticketChannelGone } from '../model/begin-closing.ts';
import type { TicketKey } from '../model/find.ts';
import { continueTicketNow } from './continue.ts';

/**
 * Repairs what a crash, an outage or a hand in Discord left behind while nobody listened: tickets half opened or half
 * closed, files that were not copied, channels that are gone, messages that were missed. Run when the bot is ready, and every hour.
 * `after_silence`: nothing was heard for a while. Edits and deletions leave no trace in the lists of channels, and what
 * was said since hides what was said before it; so tickets in which something goes on are read.
 */
export async function reconcileTickets(
  ctx: Context,
  { after_silence = false }: { after_silence?: boolean } = {},
): Promise<void> {
  await resumeAttachments(ctx);
  const unfinished = await ctx.db
    .selectFrom('tickets')
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['opening', 'closing']),
        eb.and([eb('status', '=', 'open'), eb('welcome_message_id', 'is', null)]),
      ]),
    )
    .select(['guild_id', 'ticket_id'])
    .execute();
  await eachOf(unfinished, (key) => continueTicketNow(ctx, key));

  const servers = await ctx.db
    .selectFrom('tickets')
    .innerJoin('guilds', 'guilds.guild_id', 'tickets.guild_id')
    .where('status', '=', 'open')
    .where('left_at', 'is', null)
    .select('tickets.guild_id')
    .distinct()
    .execute();
  await eachOf(servers, async ({ guild_id }) => {
    try {
      await reconcileServer(ctx, guild_id, after_silence);
    } catch (error) {
      // The other servers' tickets must not wait for this one; the next pass tries it again.
      ctx.log.warn({ err: error, guild_id }, 'the tickets of a server could not be compared with Discord');
    }
  });
}

interface OpenTicket extends TicketKey {
  channel_id: string | null;
  is_thread: boolean;
  opened_at: Date;
  last_message_at: Date | null;
}

/** Few edit what they wrote longer ago; what they do change there is read when the ticket closes. */
const livelyMs = 24 * 60 * 60_000;

const isLively = (ctx: Context, { opened_at, last_message_at }: OpenTicket) =>
  (last_message_at ?? opened_at).getTime() > ctx.clock.now().getTime() - livelyMs;

async function reconcileServer(ctx: Context, guild_id: string, after_silence: boolean): Promise<void> {
  const tickets: OpenTicket[] = await ctx.db
    .selectFrom('tickets')
    .where('guild_id', '=', guild_id)
    .where('status', '=', 'open')
    .select(['guild_id', 'ticket_id', 'channel_id', 'is_thread', 'opened_at', 'last_message_at'])
    .execute();
  const places = await placesOf(ctx, guild_id);
  for (const ticket of tickets) {
    const { channel_id } = ticket;
    if (!channel_id) continue;
    const place = places.get(channel_id) ?? (await lookUp(ctx, channel_id));
    if (place === 'gone') await ticketChannelGone(ctx, { guild_id, channel_id });
    else if (place === 'refused') continue;
    else {
      const read =
        (after_silence && isLively(ctx, ticket)) || (await hasMissed(ctx, ticket, place.last_message_id));
      if (read) await backfillTicket(ctx, { ...ticket, channel_id }, { depth: 'missed' });
      if (place.archived) await threadArchived(ctx, { guild_id, channel_id });
    }
  }
}

interface Place {
  last_message_id: string | null;
  archived: boolean;
}

/** Every channel and active thread, in two requests for the whole server. */
async function placesOf(ctx: Context, guild_id: string): Promise<Map<string, Place>> {
  const { guilds } = ctx.discord.api;
  const [channels, { threads }] = await Promise.all([
    guilds.getChannels(guild_id),
    guilds.getActiveThreads(guild_id),
  ]);
  return new Map(
    [...channels, ...threads].map((channel) => [
      channel.id,
      { last_message_id: lastMessageId(channel), archived: false },
    ]),
  );
}

/** What the lists leave out is gone, archived, or hidden from the bot. */
async function lookUp(ctx: Context, channel_id: string): Promise<Place | 'gone' | 'refused'> {
  try {
    const channel = await ctx.discord.api.channels.get(channel_id);
    const archived = channel.type === ChannelType.PrivateThread && channel.thread_metadata?.archived === true;
    return { last_message_id: lastMessageId(channel), archived };
  } catch (error) {
    if (hasDiscordCode(error, RESTJSONErrorCodes.UnknownChannel)) return 'gone';
    if (isRefusal(error)) return 'refused';
    throw error;
  }
}

function lastMessageId(channel: object): string | null {
  return 'last_message_id' in channel && typeof channel.last_message_id === 'string'
    ? channel.last_message_id
    : null;
}

async function hasMissed(ctx: Context, ticket: TicketKey, last_message_id: string | null): Promise<boolean> {
  if (!last_message_id) return false;
  const known = await ctx.db
    .selectFrom('ticket_messages')
    .where('guild_id', '=', ticket.guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .where('message_id', '>=', last_message_id)
    .select('message_id')
    .executeTakeFirst();
  return known === undefined;
}

/** A few at a time: enough to be quick, few enough to leave Discord's limits to the people who wait. */
async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: 4 }, worker));
}
