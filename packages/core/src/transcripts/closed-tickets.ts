import type { TranscriptFilter } from '@tickets/contract/transcripts/transcripts';
import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import { sql } from 'kysely';
import type { Access } from '../access/access.ts';
import { newestClosedFor, visibleTo } from '../access/ticket-lists.ts';
import type { Context } from '../platform/context.ts';
import { hasDiscordCode } from '../platform/discord/failures.ts';
import { warnUnlessOutage } from '../platform/outages.ts';
import { peopleIn } from '../search/people-in.ts';
import { type TicketBounds, ticketsThatSay } from '../search/tickets-that-say.ts';
import { saveUsers } from '../servers/users.ts';

const namesMax = 1_000;

/**
 * Which closed tickets of a server a filter finds, of those that somebody may see. Undefined where it finds none. It asks
 * only for what the indexes of closed tickets hold (migration 33), so ask it for nothing but numbers. `are_many`: they say
 * words that are said so often that to count them takes long.
 */
export async function closedTickets(ctx: Context, access: Access, filter: TranscriptFilter) {
  const { guild_id } = access;
  const openers = await openersFor(ctx, guild_id, filter);
  if (openers?.length === 0) return undefined;
  const said = filter.text ? await ticketsThatSay(ctx.db, guild_id, filter.text) : undefined;
  if (filter.text && !said) return undefined;
  const { rating, closed_from, closed_until } = filter;

  let found = ctx.db
    .selectFrom('tickets')
    .where('tickets.guild_id', '=', guild_id)
    // As the indexes say it. One that could not be opened was never a ticket to anyone.
    .where(sql<boolean>`tickets.status = 'closed' and tickets.close_source is distinct from 'undone'`)
    .where(visibleTo(access));
  const newest = newestClosedFor(access);
  if (newest) found = found.where(sql<boolean>`tickets.ticket_id <= ${newest}`);
  if (filter.id !== undefined) found = found.where('tickets.ticket_id', '=', filter.id);
  if (openers) found = found.where(sql<boolean>`tickets.opener_id = any(${openers}::bigint[])`);
  if (filter.closed_by_id) found = found.where('tickets.closed_by', '=', filter.closed_by_id);
  if (filter.claimed_by_id) found = found.where('tickets.claimed_by', '=', filter.claimed_by_id);
  if (filter.panel_id !== undefined) found = found.where('tickets.panel_id', '=', filter.panel_id);
  if (rating) found = found.where('tickets.rating', '=', rating);
  if (closed_from) found = found.where('tickets.closed_at', '>=', new Date(closed_from));
  if (closed_until) {
    found = found.where('tickets.closed_at', '<', new Date(closed_until));
  }
  const above_until = closed_until ? numberAbove(guild_id, new Date(closed_until)) : undefined;
  /** Those with numbers between bounds. */
  const within = ({ below, above }: TicketBounds) => {
    const least =
      below !== undefined && above_until
        ? sql<number>`least(${below}, ${above_until})`
        : (below ?? above_until);
    let bounded = found;
    if (least !== undefined) bounded = bounded.where('tickets.ticket_id', '<', least);
    if (above !== undefined) bounded = bounded.where('tickets.ticket_id', '>', above);
    return said ? bounded.where(said.condition({ below: least, above })) : bounded;
  };
  return { within, are_many: said?.are_many ?? false };
}

/**
 * Above whatever was closed by some time: numbers are given in the order of opening, and almost in that of the clock. Those that were
 * imported come after all that were there, whenever they were opened (migration 94).
 */
const numberAbove = (guild_id: string, until: Date) => sql<number>`(greatest(
  (select t.ticket_id from tickets t where t.guild_id = ${guild_id} and t.opened_at < ${until}
   order by t.opened_at desc limit 1),
  (select t.ticket_id from tickets t where t.guild_id = ${guild_id} and t.interaction_id = -t.ticket_id
   order by t.ticket_id desc limit 1), 0) + 1001)`;

/** The openers that the filter allows; undefined for everybody. */
async function openersFor(
  ctx: Context,
  guild_id: string,
  { username, user_id }: TranscriptFilter,
): Promise<string[] | undefined> {
  const ids = user_id ? [user_id] : [];
  if (!username) return user_id ? ids : undefined;
  const [known, members] = await Promise.all([
    knownByName(ctx, guild_id, username),
    membersByName(ctx, guild_id, username),
  ]);
  return [...new Set([...ids, ...known, ...members])];
}

async function knownByName(ctx: Context, guild_id: string, name: string): Promise<string[]> {
  const begins = name.toLowerCase();
  const { rows } = await sql<{ user_id: string }>`
    select o.user_id from ${peopleIn('tickets', guild_id)} o
    left join users u on u.user_id = o.user_id
    left join imported_people i on i.guild_id = ${guild_id} and i.user_id = o.user_id and u.user_id is null
    where starts_with(lower(coalesce(u.username, i.username)), ${begins})
    limit ${namesMax}`.execute(ctx.db);
  return rows.map(({ user_id }) => user_id);
}

/** Discord also knows nicknames and display names. While it does not answer, the names that we know must do. */
async function membersByName(ctx: Context, guild_id: string, name: string): Promise<string[]> {
  try {
    const members = await ctx.discord.api.guilds.searchForMembers(guild_id, { query: name, limit: 100 });
    await saveUsers(
      ctx.db,
      members.map(({ user }) => user),
    );
    return members.map(({ user }) => user.id);
  } catch (error) {
    if (!hasDiscordCode(error, RESTJSONErrorCodes.UnknownGuild, RESTJSONErrorCodes.MissingAccess))
      warnUnlessOutage(ctx.log, error, 'Discord did not search the members', { guild_id });
    return [];
  }
}
