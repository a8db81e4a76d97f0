import {
  type APIChannel,
  type APIThreadMetadata,
  ChannelType,
  RESTJSONErrorCodes,
} from 'discord-api-types/v10';
import { sql } from 'kysely';
import { accessLoader } from '../../access/load.ts';
import type { Context } from '../../platform/context.ts';
import { hasDiscordCode, isRefusal, unlessRefused } from '../../platform/discord/failures.ts';
import type { EffectKind } from '../../platform/effects/effects.ts';
import { readThreadMembers } from '../claiming/thread-staff.ts';
import { threadArchived } from '../closing/close.ts';
import { openersMayHaveLeft } from '../closing/opener-left.ts';
import { backfillTicket } from '../conversation/backfill.ts';
import { ticketChannelGone } from '../model/begin-closing.ts';
import type { Ticket, TicketKey } from '../model/find.ts';
import { snowflakeAt, timeOfSnowflake } from '../model/message-payload.ts';
import { openSinceOf, wasReopened } from '../model/open-thread.ts';
import { threadReopened } from '../reopening/reopen.ts';

interface Wanted {
  /** Events may have been missed: edits and deletions leave no trace in the lists of channels. */
  missed?: true;
}

/**
 * The tickets of a server, as Discord has them: what a crash, an outage or a hand in Discord left behind while nobody
 * listened. Channels that are gone, messages that were missed, threads that were archived, locked or reopened, openers who left.
 */
export const serverTickets: EffectKind<Wanted> = {
  name: 'server',
  lockOf: ({ guild_id }) => `server:${guild_id}`,
  async settle(ctx, { guild_id, wanted }) {
    await compareServer(ctx, guild_id, wanted);
    return undefined;
  },
};

/**
 * Has servers compared with Discord as soon as possible: those given, after a silence, or all. So are the duties of their
 * staff, because nobody told who left.
 */
export async function compareServers(
  { db }: Pick<Context, 'db'>,
  missed_in?: readonly string[],
): Promise<void> {
  const wanted: Wanted = missed_in ? { missed: true } : {};
  const given = missed_in ? sql`g.guild_id = any(${missed_in}::bigint[])` : sql`g.left_at is null`;
  await sql`select compare_server(g.guild_id, ${JSON.stringify(wanted)}::jsonb) from guilds g where ${given} order by g.guild_id`.execute(
    db,
  );
}

/** Few edit what they wrote longer ago; what they do change there is read when the ticket closes. */
const livelyMs = 24 * 60 * 60_000;

const isLively = (ctx: Context, { opened_at, last_message_at }: Ticket) =>
  (last_message_at ?? opened_at).getTime() > ctx.clock.now().getTime() - livelyMs;

/** Channels still let in staff and guests who left and came back unheard; who asks what somebody is hears when they joined. */
async function askWhoPeopleAre(ctx: Context, guild_id: string): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from permissions where guild_id = ${guild_id}
    union
    select user_id from support_team_users join support_teams using (team_id) where guild_id = ${guild_id}
    union
    select member_id from ticket_members join tickets using (guild_id, ticket_id)
    where guild_id = ${guild_id} and kind = 'user' and status = 'open'`.execute(ctx.db);
  const accessOf = accessLoader(ctx);
  await Promise.all(rows.map(({ user_id }) => accessOf({ guild_id, user_id })));
}

async function compareServer(ctx: Context, guild_id: string, { missed }: Wanted): Promise<void> {
  if (missed) await askWhoPeopleAre(ctx, guild_id);
  await compareTickets(ctx, guild_id, { missed });
  // Last, because it can take a server with many members a while.
  if (missed) await openersMayHaveLeft(ctx, guild_id);
}

async function compareTickets(ctx: Context, guild_id: string, { missed }: Wanted): Promise<void> {
  const places = await unlessRefused(placesOf(ctx, guild_id), (err) =>
    ctx.log.info({ err, guild_id }, 'Discord does not show the bot the channels of a server'),
  );
  if (!places) return;
  await findReopened(ctx, guild_id, places);
  const tickets = await ctx.db
    .selectFrom('tickets')
    .where('guild_id', '=', guild_id)
    .where('status', '=', 'open')
    .selectAll()
    .execute();
  for (const ticket of tickets) {
    const { channel_id } = ticket;
    if (!channel_id) continue;
    const place = places.get(channel_id) ?? (await lookUp(ctx, channel_id));
    if (place === 'gone') await ticketChannelGone(ctx, { guild_id, channel_id });
    else if (place === 'refused') continue;
    else {
      const read = (missed && isLively(ctx, ticket)) || (await hasMissed(ctx, ticket, place.last_message_id));
      if (read) await backfillTicket(ctx, { ...ticket, channel_id }, { depth: 'missed' });
      if (missed) await readThreadMembers(ctx, ticket, threadsOf(ticket, places));
      if (place.put_away)
        await threadArchived(ctx, {
          guild_id,
          channel_id,
          last_message_id: place.last_message_id,
          metadata: place.put_away,
        });
    }
  }
}

/** Looks at the threads that are open: of tickets that are closed a server may have any number. */
async function findReopened(
  ctx: Context,
  guild_id: string,
  places: ReadonlyMap<string, Place>,
): Promise<void> {
  const open = [...places].flatMap(([id, { open_since }]) => (open_since ? [id] : []));
  const tickets = await ctx.db
    .selectFrom('tickets')
    .where('guild_id', '=', guild_id)
    .where('channel_id', 'in', ['0', ...open])
    .where('status', '=', 'closed')
    .selectAll()
    .execute();
  const leftOpen = ctx.db
    .updateTable('tickets')
    .where('guild_id', '=', guild_id)
    .where('status', '=', 'closed')
    .where('thread_left_open', '=', true);
  // The others were archived while nobody heard it.
  await leftOpen
    .set({ thread_left_open: false, channel_removed_at: ctx.clock.now() })
    .where('channel_id', 'not in', ['0', ...open])
    .execute();
  for (const ticket of tickets) {
    const { channel_id, ticket_id } = ticket;
    const since = channel_id ? places.get(channel_id)?.open_since : undefined;
    if (!channel_id || !since) continue;
    const cameBack = ticket.thread_left_open && (await wordsTookItOut(ctx, { ...ticket, channel_id }, since));
    if (cameBack)
      await leftOpen.set({ thread_left_open: false }).where('ticket_id', '=', ticket_id).execute();
    if (wasReopened({ ...ticket, thread_left_open: ticket.thread_left_open && !cameBack }, since))
      await threadReopened(ctx, { guild_id, channel_id });
  }
}

/** How far the time of a message may be from that at which it took its thread out of the archive. */
const tookOutMs = 2_000;

/**
 * Whether a thread that was left open was archived since, and taken out by a message. Without such a message, somebody only
 * changed the time after which Discord archives it.
 */
async function wordsTookItOut(
  ctx: Context,
  { channel_id, channel_removed_at }: { channel_id: string; channel_removed_at: Date | null },
  since: Date,
): Promise<boolean> {
  if (!channel_removed_at || since <= channel_removed_at) return false;
  const before = snowflakeAt(new Date(since.getTime() + tookOutMs));
  const read = await unlessRefused(
    ctx.discord.api.channels.getMessages(channel_id, { before, limit: 1 }),
    (err) => ctx.log.info({ err, channel_id }, 'the thread of a ticket cannot be read'),
  );
  const last = read?.[0];
  return last !== undefined && timeOfSnowflake(last.id).getTime() >= since.getTime() - tookOutMs;
}

/** Those of a ticket that are in use: its own, where it is one, and its notes. */
const threadsOf = ({ channel_id, is_thread, notes_thread_id }: Ticket, inUse: ReadonlyMap<string, Place>) =>
  [is_thread ? channel_id : null, notes_thread_id].filter((id) => id !== null && inUse.has(id)) as string[]; // without null

interface Place {
  last_message_id: string | null;
  /** Of a thread that is in the archive, or locked. */
  put_away: APIThreadMetadata | undefined;
  /** Of a thread that is neither in the archive nor locked. */
  open_since?: Date | undefined;
}

/** Every channel and active thread, in two requests for the whole server. */
async function placesOf(ctx: Context, guild_id: string): Promise<Map<string, Place>> {
  const { guilds } = ctx.discord.api;
  const [channels, { threads }] = await Promise.all([
    guilds.getChannels(guild_id),
    guilds.getActiveThreads(guild_id),
  ]);
  const places = new Map<string, Place>();
  for (const channel of channels)
    places.set(channel.id, { last_message_id: lastMessageId(channel), put_away: undefined });
  for (const thread of threads) {
    const place = { last_message_id: lastMessageId(thread), put_away: putAwayOf(thread) };
    places.set(thread.id, { ...place, open_since: openSinceOf(thread) });
  }
  return places;
}

/** What the lists leave out is gone, archived, or hidden from the bot. */
async function lookUp(ctx: Context, channel_id: string): Promise<Place | 'gone' | 'refused'> {
  try {
    const channel = await ctx.discord.api.channels.get(channel_id);
    return { last_message_id: lastMessageId(channel), put_away: putAwayOf(channel) };
  } catch (error) {
    if (hasDiscordCode(error, RESTJSONErrorCodes.UnknownChannel)) return 'gone';
    if (isRefusal(error)) return 'refused';
    throw error;
  }
}

function putAwayOf(channel: APIChannel): APIThreadMetadata | undefined {
  const metadata = channel.type === ChannelType.PrivateThread ? channel.thread_metadata : undefined;
  return metadata?.archived || metadata?.locked ? metadata : undefined;
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
