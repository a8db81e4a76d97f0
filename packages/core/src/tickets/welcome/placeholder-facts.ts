import { type Placeholder, placeholdersIn } from '@tickets/contract/embeds/placeholders';
import { limits } from '@tickets/contract/platform/limits';
import { sql } from 'kysely';
import { clip } from '../../embeds/payload.ts';
import type { Context } from '../../platform/context.ts';
import { isOpen } from '../../premium/tier.ts';
import { getGuild } from '../../servers/guilds.ts';
import { getMember } from '../../servers/members.ts';
import { userFor } from '../../servers/users.ts';
import { openedWithin } from '../../stats/windows.ts';
import type { Wording } from '../../wording/look.ts';
import type { Ticket } from '../model/find.ts';
import { fillPlaceholders, type PlaceholderFacts } from '../model/placeholders.ts';

/** Now, unless told otherwise, and what integrations said. */
export interface FillOptions {
  now?: Date | undefined;
  others?: ReadonlyMap<string, string> | undefined;
}

/** Fills placeholders for one ticket in these texts, and in no others: only what they name is looked up. */
export async function fillerFor(
  ctx: Context,
  wording: Wording,
  ticket: Ticket,
  texts: readonly string[],
  { now = ctx.clock.now(), others }: FillOptions = {},
): Promise<(text: string) => string> {
  const known = await factsFor(ctx, wording, ticket, placeholdersIn(texts.join('\n')));
  const facts = { ...known, now, others };
  return (text) => fillPlaceholders(text, facts);
}

/** A message for one ticket with its placeholders filled, as far as a message reaches; empty where they left nothing. */
export async function fillMessage(
  ctx: Context,
  wording: Wording,
  ticket: Ticket,
  text: string,
  now: Date | undefined,
): Promise<string> {
  const fill = await fillerFor(ctx, wording, ticket, [text], { now });
  // Discord trims what it is sent, and a message whose answer was lost is known again by its words.
  return clip(fill(text).trim(), limits.message_content);
}

async function factsFor(
  ctx: Context,
  wording: Wording,
  ticket: Ticket,
  wanted: Set<Placeholder>,
): Promise<Omit<PlaceholderFacts, 'now' | 'others'>> {
  const asks = (...names: Placeholder[]) => names.some((name) => wanted.has(name));
  const { guild_id, opener_id } = ticket;
  const [user, member, guild, counts, ratings, first_response] = await Promise.all([
    asks('username', 'nickname') ? userFor(ctx, opener_id) : undefined,
    asks('nickname') ? getMember(ctx, guild_id, opener_id) : undefined,
    asks('server') ? getGuild(ctx, guild_id) : undefined,
    asks('open_tickets', 'total_tickets', 'user_open_tickets', 'user_total_tickets')
      ? countTickets(ctx, ticket)
      : { open: 0, total: 0, user_open: 0, user_total: 0 },
    asks('rating_count', 'average_rating') ? averageRating(ctx, guild_id) : { count: 0, average: null },
    asks('first_response_time_weekly', 'first_response_time_monthly', 'first_response_time_all_time')
      ? firstResponses(ctx, guild_id)
      : unanswered,
  ]);
  return {
    ticket_id: ticket.ticket_id,
    channel_id: String(ticket.channel_id),
    user: {
      id: opener_id,
      username: user?.username ?? opener_id,
      global_name: user?.global_name ?? null,
      nick: member?.nick ?? null,
    },
    server: guild?.name ?? guild_id,
    ticket_limit: wording.settings.ticket_limit,
    language: wording.settings.text_language,
    counts,
    ratings,
    first_response,
  };
}

/** Tickets that Discord did not allow do not count. */
async function countTickets(
  ctx: Context,
  { guild_id, opener_id }: Ticket,
): Promise<PlaceholderFacts['counts']> {
  const { rows } = await sql<Record<keyof PlaceholderFacts['counts'], number>>`
    select count(*) filter (where status <> 'closed')::int as open, count(*)::int as total,
      count(*) filter (where status <> 'closed' and opener_id = ${opener_id})::int as user_open,
      count(*) filter (where opener_id = ${opener_id})::int as user_total
    from tickets where guild_id = ${guild_id} and close_source is distinct from 'undone'`.execute(ctx.db);
  return rows[0] ?? { open: 0, total: 0, user_open: 0, user_total: 0 };
}

async function averageRating(ctx: Context, guild_id: string): Promise<PlaceholderFacts['ratings']> {
  const { rows } = await sql<PlaceholderFacts['ratings']>`
    select count(*)::int as count, avg(rating)::float8 as average from tickets
    where guild_id = ${guild_id} and status = 'closed' and close_source is distinct from 'undone'
      and rating is not null`.execute(ctx.db);
  return rows[0] ?? { count: 0, average: null };
}

const unanswered: PlaceholderFacts['first_response'] = { week: null, month: null, all: null };

/** How long openers waited for the first word of staff. Part of premium. */
async function firstResponses(ctx: Context, guild_id: string): Promise<PlaceholderFacts['first_response']> {
  if (!(await isOpen(ctx, guild_id, 'response_times'))) return unanswered;
  const now = ctx.clock.now();
  const { rows } = await sql<PlaceholderFacts['first_response']>`
    select avg(waited) filter (where ${openedWithin('week', now)})::float8 as week,
      avg(waited) filter (where ${openedWithin('month', now)})::float8 as month,
      avg(waited)::float8 as all
    from (select opened_at, extract(epoch from first_response_at - opened_at) as waited
      from tickets where guild_id = ${guild_id} and first_response_at is not null) answered`.execute(ctx.db);
  return rows[0] ?? unanswered;
}
