import { AppError } from '@tickets/contract/errors';
import { PermissionLevel } from '@tickets/contract/levels';
import { type SqlBool, sql } from 'kysely';
import type { Access } from '../../access/access.ts';
import type { Context } from '../../platform/context.ts';
import { wordingOf } from '../../wording/look.ts';
import { openTicketFor } from '../conversation/view.ts';
import { visibleTo } from '../lists/list.ts';
import { findTicket, type Ticket, type TicketKey } from '../model/find.ts';
import { requireTicketAccess } from '../model/ticket-access.ts';
import { refreshAnnouncements } from './announce-closing.ts';

/** Gives a closed ticket another reason, wherever it was told. */
export async function editCloseReason(
  ctx: Context,
  access: Access,
  { reason, ...key }: TicketKey & { reason: string | null },
): Promise<void> {
  await closedTicket(ctx, access, key);
  const ticket = await ctx.db
    .updateTable('tickets')
    .set({ close_reason: reason?.trim() || null })
    .where('guild_id', '=', key.guild_id)
    .where('ticket_id', '=', key.ticket_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await refreshAnnouncements(ctx, await wordingOf(ctx, key.guild_id), ticket);
}

/** The reason that a form for editing begins with. */
export async function readCloseReason(ctx: Context, access: Access, key: TicketKey): Promise<string | null> {
  return (await closedTicket(ctx, access, key)).close_reason;
}

/** One that someone may see as staff. */
async function closedTicket(ctx: Context, access: Access, key: TicketKey): Promise<Ticket> {
  const ticket = await findTicket(ctx.db, key);
  if (!ticket || ticket.status === 'opening' || ticket.status === 'open')
    throw new AppError('ticket.not_found');
  if (access.level < PermissionLevel.support) throw new AppError('ticket.staff_only');
  await requireTicketAccess(ctx.db, access, key);
  return ticket;
}

/** How many reasons are offered beside a ticket. */
const offered = 20;

/** The reasons that an open ticket is likely to be closed for. */
export async function usualCloseReasons(ctx: Context, access: Access, key: TicketKey): Promise<string[]> {
  const { panel_id } = await openTicketFor(ctx, access, key);
  return suggestCloseReasons(ctx, access, { panel_id, typed: '', max: offered });
}

/** How many of the latest closed tickets show what is usual. */
const sampled = 2_000;

/**
 * The reasons in which what was typed stands: first those of tickets of the same panel, of them those that were given most
 * often, then the latest. Reasons can be about people: who is not on the staff sees those of their own tickets, staff those
 * of tickets that they see.
 */
export async function suggestCloseReasons(
  ctx: Context,
  access: Access,
  { panel_id, typed, max }: { panel_id: number | null; typed: string; max: number },
): Promise<string[]> {
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
    limit ${max}`.execute(ctx.db);
  return rows.map(({ close_reason }) => close_reason);
}
