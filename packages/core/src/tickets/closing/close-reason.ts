import { PermissionLevel } from '@tickets/contract/access/levels';
import { AppError } from '@tickets/contract/platform/errors';
import { type SqlBool, sql } from 'kysely';
import { authoriseTicket } from '../../access/authorise.ts';
import type { UserCall } from '../../access/caller.ts';
import { visibleTo } from '../../access/ticket-lists.ts';
import { findTicket, type Ticket, type TicketKey } from '../model/find.ts';
import { withReasonAuthor } from '../model/reason-authors.ts';
import { changeNotices } from './announce-closing.ts';

/** Gives a closed ticket another reason, wherever it was told. */
export async function editCloseReason(
  call: UserCall,
  { reason, ...key }: TicketKey & { reason: string | null },
): Promise<void> {
  await closedTicket(call, key);
  await changeNotices(call, key, (tx) =>
    tx
      .updateTable('tickets')
      .set({ close_reason: reason?.trim() || null, reason_authors: withReasonAuthor(call.caller.user_id) })
      .where('guild_id', '=', key.guild_id)
      .where('ticket_id', '=', key.ticket_id)
      .execute(),
  );
}

/** The reason that a form for editing begins with. */
export async function readCloseReason(call: UserCall, key: TicketKey): Promise<string | null> {
  return (await closedTicket(call, key)).close_reason;
}

/** One that someone may see as staff. */
async function closedTicket(call: UserCall, key: TicketKey): Promise<Ticket> {
  const ticket = await findTicket(call.db, key);
  if (!ticket || ticket.status === 'opening' || ticket.status === 'open')
    throw new AppError('ticket.not_found');
  if (call.caller.access.level < PermissionLevel.support) throw new AppError('ticket.staff_only');
  await authoriseTicket(call, 'ticket.edit_close_reason', key);
  return ticket;
}

/** How many reasons are offered beside a ticket. */
const offered = 20;

/** The reasons that a ticket is likely to be closed for, also where it was closed while someone wrote one. */
export async function usualCloseReasons(call: UserCall, key: TicketKey): Promise<string[]> {
  await authoriseTicket(call, 'ticket.close', key);
  const ticket = await findTicket(call.db, key);
  if (!ticket) throw new AppError('ticket.not_found');
  return suggestCloseReasons(call, { panel_id: ticket.panel_id, typed: '', max: offered });
}

/** How many of the latest closed tickets show what is usual. */
const sampled = 2_000;

/**
 * The reasons in which what was typed stands: first those of tickets of the same panel, of them those that were given most
 * often, then the latest. Reasons can be about people: who is not on the staff sees those of their own tickets, staff those
 * of tickets that they see.
 */
export async function suggestCloseReasons(
  call: UserCall,
  { panel_id, typed, max }: { panel_id: number | null; typed: string; max: number },
): Promise<string[]> {
  const { access } = call.caller;
  const { guild_id, user_id, level } = access;
  const own = sql<SqlBool>`tickets.opener_id = ${user_id}`;
  const shown = level >= PermissionLevel.support ? sql<SqlBool>`(${own} or ${visibleTo(access)})` : own;
  const { rows } = await sql<{ close_reason: string }>`
    select close_reason from (
      select ticket_id, close_reason, panel_id, closed_by from tickets
      where guild_id = ${guild_id} and status = 'closed' and ${shown}
      order by ticket_id desc limit ${sampled}) latest
    where close_reason is not null and closed_by is not null
      and strpos(lower(close_reason), lower(${typed.trim()})) > 0
    group by close_reason
    order by bool_or(panel_id is not distinct from ${panel_id}::int) desc, count(*) desc, max(ticket_id) desc
    limit ${max}`.execute(call.db);
  return rows.map(({ close_reason }) => close_reason);
}
