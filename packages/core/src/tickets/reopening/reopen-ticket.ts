import { PermissionLevel } from '@tickets/contract/access/levels';
import { AppError, fillText } from '@tickets/contract/platform/errors';
import { deletedUser } from '@tickets/contract/platform/names';
import { sql } from 'kysely';
import { authoriseTicket } from '../../access/authorise.ts';
import type { UserCall } from '../../access/caller.ts';
import { visibleTo } from '../../access/ticket-lists.ts';
import type { Db } from '../../platform/db/db.ts';
import { inTurn } from '../../platform/locks/ticket-lock.ts';
import { wordingOf } from '../../wording/look.ts';
import { findTicket, type Ticket, type TicketKey, wasImported } from '../model/find.ts';
import { checkPanelAgain } from '../opening/open-checks.ts';
import { checkPace, countReopening, readPace } from '../opening/pace.ts';
import { continueInChannel } from './reopen-channel.ts';
import { alreadyOpen, checkOpenerLimit, isOpenerLimited } from './reopen-checks.ts';
import { reopenThread } from './reopen-thread.ts';

export interface Reopening {
  /** Discord's id of the command: the same one never reopens twice. */
  interaction_id: string;
}

/**
 * Opens a closed ticket again: a thread comes out of the archive; a channel is gone for good, so a new one goes on from
 * it. Returns where; without a channel while Discord is slow.
 */
export async function reopenTicket(
  call: UserCall,
  key: TicketKey,
  { interaction_id }: Reopening,
): Promise<{ ticket_id: number; channel_id: string | undefined }> {
  const { user_id, username } = call.caller;
  const found = await findTicket(call.db, key);
  if (!found || found.close_source === 'undone') throw new AppError('ticket.not_found');
  await authoriseTicket(call, 'ticket.reopen', found);
  if (found.opener_id === deletedUser.id)
    throw new AppError('ticket.reopen_erased', { params: { ticket_id: key.ticket_id } });
  const turn = `reopen:${key.guild_id}:${found.opener_id}`;
  return inTurn(call.db, turn, async () => {
    const ticket = await lastOfLine(call.db, found);
    if (ticket.ticket_id !== found.ticket_id) await authoriseTicket(call, 'ticket.reopen', ticket);
    // The interaction was delivered twice.
    if (ticket.interaction_id === interaction_id)
      return { ticket_id: ticket.ticket_id, channel_id: ticket.channel_id ?? undefined };
    const { status } = ticket;
    const { guild_id, ticket_id } = key;
    if (status === 'open') {
      throw alreadyOpen(ticket_id, ticket);
    }
    if (status !== 'closed') throw new AppError('ticket.reopen_unsettled', { params: { ticket_id } });
    if (user_id === ticket.opener_id) await checkPanelAgain(call, call.caller.access, ticket);
    if (!ticket.is_thread) return continueInChannel(call, ticket, { user_id, interaction_id });
    const is_limited = await isOpenerLimited(call, ticket);
    await checkOpenerLimit(call.db, ticket, is_limited);
    const is_paced = is_limited && user_id === ticket.opener_id;
    if (is_paced) checkPace(call, await readPace(call, call.db, ticket), { is_limited });
    const { t } = await wordingOf(call, guild_id);
    const reason = fillText(t.reopening.audit, { ticket: ticket_id, user: username });
    const channel_id = await reopenThread(call, ticket, { user_id, reason, interaction_id });
    if (is_paced) await countReopening(call, ticket);
    return { ticket_id, channel_id };
  });
}

/** Imports can hold lines as long as they like. */
const lineMax = 1000;

/** The ticket as it is now, or the one that it goes on in: what was reopened before is reopened at its end. */
async function lastOfLine(db: Db, { guild_id, ticket_id, opener_id }: Ticket): Promise<Ticket> {
  const { rows } = await sql<{ ticket_id: number }>`
    with recursive line as (
      select ${ticket_id}::int as ticket_id
      union all
      select t.ticket_id from line join tickets t
        on t.guild_id = ${guild_id} and t.opener_id = ${opener_id} and t.continues = line.ticket_id
          and t.ticket_id > line.ticket_id
      where t.close_source is distinct from 'undone'
    )
    select max(ticket_id) as ticket_id from (select ticket_id from line limit ${lineMax}) l`.execute(db);
  const last = await findTicket(db, { guild_id, ticket_id: rows[0]?.ticket_id ?? ticket_id });
  if (!last) throw new AppError('ticket.not_found');
  return last;
}

/** The closed tickets that someone may reopen, whose number begins as typed, newest first. */
export async function suggestReopening(
  call: UserCall,
  { typed, max }: { typed: string; max: number },
): Promise<{ ticket_id: number; subject: string; imported: boolean }[]> {
  const { access } = call.caller;
  const digits = typed.trim().replace(/^#/, '');
  if (!/^\d{0,10}$/.test(digits)) return [];
  const isStaff = access.level >= PermissionLevel.support;
  const rows = await call.db
    .selectFrom('tickets')
    .where('guild_id', '=', access.guild_id)
    .where('status', '=', 'closed')
    .where('close_source', 'is distinct from', 'undone')
    .where('opener_id', '<>', deletedUser.id)
    .where((eb) =>
      isStaff
        ? eb.or([eb('opener_id', '=', access.user_id), visibleTo(access)])
        : eb('opener_id', '=', access.user_id),
    )
    .where(sql`ticket_id::text`, 'like', `${digits}%`)
    .select(['ticket_id', 'subject', 'interaction_id'])
    .orderBy('ticket_id', 'desc')
    .limit(max)
    .execute();
  return rows.map((row) => ({
    ticket_id: row.ticket_id,
    subject: row.subject,
    imported: wasImported(row),
  }));
}
