import { AppError } from '@tickets/contract/platform/errors';
import { sql } from 'kysely';
import { batched } from '../platform/async/batched.ts';
import type { Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { fact } from '../platform/facts.ts';
import { liveName } from '../servers/live-name.ts';
import type { Whom } from '../servers/members.ts';
import type { Access } from './access.ts';
import { strangerTo } from './caller.ts';
import { loadAccess, mayKnowOf } from './load.ts';
import { type Parties, type PartiesRow, partiesColumns, partiesOf, partiesTables } from './ticket-parties.ts';
import { mayViewTicket } from './tickets.ts';

/**
 * Who someone is to one ticket; refuses who may not see it. Strangers to the server are told that there is no such
 * server; members of it without a level learn nothing about which tickets exist. `ticket_id` is undefined when it was
 * not a number.
 */
export async function ticketAccess(
  ctx: Context,
  { guild_id, user_id, ticket_id }: { guild_id: string; user_id: string; ticket_id: number | undefined },
): Promise<Access> {
  const [access, ticket] = await Promise.all([
    loadAccess(ctx, guild_id, user_id),
    ticket_id === undefined ? undefined : ticketFactsFor(ctx, guild_id, ticket_id),
  ]);
  const viewer = ticket && viewerOf(ticket, access, { guild_id, user_id });
  if (viewer) return viewer;
  // Staff hear from the use-case, in its own words, that there is no such ticket.
  if (access && access.level > 0 && !ticket) return access;
  throw ticketRefusal(access, ticket);
}

/** Returns why a person may not see a ticket, or one that is not there. Only staff learn from it which of the two it is. */
export function ticketRefusal(access: Access | undefined, ticket: Parties | undefined): AppError {
  if (!mayKnowOf(access)) return new AppError('guild.not_found');
  if (access.level === 0) return new AppError('permission.denied');
  return ticket ? hiddenTicket(access, ticket) : new AppError('ticket.not_found');
}

/** For anyone who may not see a ticket. Staff of its panel, and nobody else, are told whose claim hides it from them. */
export function hiddenTicket(access: Access, ticket: Parties): AppError {
  if (!ticket.claim || mayViewTicket(access, ticket, ticket.panel).rule !== 'claimed')
    return new AppError('permission.denied');
  return new AppError('ticket.claimed_to_see', { params: { user: `<@${ticket.claim.claimed_by}>` } });
}

/**
 * As who someone sees a ticket; undefined when they may not. Its opener always may, also after they or the bot left the
 * server.
 */
export function viewerOf(
  ticket: Parties,
  access: Access | undefined,
  { guild_id, user_id }: Whom,
): Access | undefined {
  const viewer = access ?? strangerTo(guild_id, user_id);
  return mayViewTicket(viewer, ticket, ticket.panel).allowed ? viewer : undefined;
}

export interface TicketFacts extends Parties {
  status: 'opening' | 'open' | 'closing' | 'closed';
  claimed_by: string | null;
  last_message_is_staff: boolean | null;
  last_seq: number;
  /** In Discord. */
  channel_name: string;
}

interface TicketRef {
  guild_id: string;
  ticket_id: number;
}

/** What decides who may see a ticket, in one statement. */
export async function findTicketFacts(
  db: Db | Tx,
  { guild_id, ticket_id }: TicketRef,
): Promise<TicketFacts | undefined> {
  const { rows } = await sql<FactsRow>`
    select ${factsOfTicket}
    where t.guild_id = ${guild_id} and t.ticket_id = ${ticket_id}`.execute(db);
  return rows[0] && factsOf(rows[0]);
}

/** As findTicketFacts(), read once in a call: for whoever holds no lock of the ticket. */
export const ticketFactsFor = fact(
  ({ db }: Pick<Context, 'db' | 'facts'>, guild_id: string, ticket_id: number) =>
    findTicketFacts(db, { guild_id, ticket_id }),
);

/** As findTicketFacts(), for many tickets that are asked about at the same time: they share statements. */
export function ticketFactsLoader(
  ctx: Pick<Context, 'db'>,
): (ticket: TicketRef) => Promise<TicketFacts | undefined> {
  return batched(
    async (all) => {
      const guilds = all.map(({ guild_id }) => guild_id);
      const tickets = all.map(({ ticket_id }) => ticket_id);
      const { rows } = await sql<FactsRow & { place: string }>`
        select w.place, f.* from unnest(${guilds}::bigint[], ${tickets}::int[]) with ordinality as w (guild_id, ticket_id, place)
        cross join lateral (
          select ${factsOfTicket}
          where t.guild_id = w.guild_id and t.ticket_id = w.ticket_id) f`.execute(ctx.db);
      const found = new Map(rows.map(({ place, ...row }) => [Number(place) - 1, factsOf(row)]));
      return all.map((_, index) => found.get(index));
    },
    ({ guild_id, ticket_id }) => `${guild_id}/${ticket_id}`,
  );
}

type FactsRow = Omit<TicketFacts, 'panel' | 'claim'> & PartiesRow;

const factsOfTicket = sql`t.last_message_is_staff, t.last_seq, ${liveName} as channel_name, ${partiesColumns} from tickets t ${partiesTables}`;

function factsOf(row: FactsRow): TicketFacts {
  const { status, claimed_by, last_message_is_staff, last_seq, channel_name } = row;
  return { status, claimed_by, last_message_is_staff, last_seq, channel_name, ...partiesOf(row) };
}
