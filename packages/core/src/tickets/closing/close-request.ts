import { AppError } from '@tickets/contract/platform/errors';
import { limits } from '@tickets/contract/platform/limits';
import { sql } from 'kysely';
import { authoriseTicket } from '../../access/authorise.ts';
import type { UserCall } from '../../access/caller.ts';
import { isStaffOf } from '../../access/tickets.ts';
import { clip } from '../../embeds/payload.ts';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { inDatabaseTime } from '../../platform/db/time.ts';
import { twice } from '../../platform/discord/ask.ts';
import { essential, threadNeeds } from '../../platform/discord/channel-permissions.ts';
import { postOnce } from '../../platform/discord/own-messages.ts';
import { eachServer, passTime } from '../../platform/each-server.ts';
import { transact } from '../../platform/events/events.ts';
import { inTurn } from '../../platform/locks/ticket-lock.ts';
import { warnUnlessOutage } from '../../platform/outages.ts';
import { wordingOf } from '../../wording/look.ts';
import { explainRefusal } from '../../wording/refusals.ts';
import {
  type CloseRequestRow,
  closeRequestMessage,
  stampOf,
} from '../close-requests/close-request-message.ts';
import { openerWroteSince, tellThatItStays } from '../close-requests/close-request-timer.ts';
import { endLapsedRequests, takeButtons, takeRequest } from '../close-requests/end-request.ts';
import { readMissed } from '../conversation/backfill.ts';
import { asOfNow } from '../model/at-ticket.ts';
import { beginClosing } from '../model/begin-closing.ts';
import { findTicket, holdTicket, keyOf, type Ticket, type TicketKey } from '../model/find.ts';
import { finishClosingNow } from './closing.ts';

const hourMs = 3_600_000;

interface Asked {
  reason: string | null;
  /** After how many hours the ticket closes without an answer; null waits for one. */
  hours: number | null;
}

/**
 * Asks a ticket's opener whether it can be closed. An earlier request of the ticket loses its place and its buttons. Returns whether it
 * has the time that was asked for, which it has not in a ticket that is excluded from closing by itself.
 */
export async function requestClose(call: UserCall, key: TicketKey, asked: Asked): Promise<boolean> {
  return inTurn(call.db, `close_request:${key.guild_id}:${key.ticket_id}`, async () =>
    // Another request may have been waited for.
    replaceRequest(await asOfNow(call, key.guild_id), key, asked),
  );
}

async function replaceRequest(call: UserCall, key: TicketKey, asked: Asked): Promise<boolean> {
  const ticket = await findTicket(call.db, key);
  if (!ticket) throw new AppError('ticket.not_found');
  const { ticket_id, channel_id, opener_id } = ticket;
  if (ticket.status !== 'open') throw new AppError('ticket.not_open', { params: { ticket_id } });
  if (!channel_id) throw new AppError('ticket.channel_missing', { params: { ticket_id } });
  const words = { claimed: 'ticket.claimed_to_write' } as const;
  const facts = await authoriseTicket(call, 'ticket.request_close', key, words);
  const earlier = await findRequest(call, key);
  const by_staff = isStaffOf(call.caller.access, facts, facts.panel);
  const wanted = rowFor(call, key, { ...asked, by_staff });
  const at = { channel_id, opener_id };
  const request = await keep(call, wanted);
  try {
    const { id } = await post(call, { ...ticket, channel_id }, request);
    const settled = await settle(call, { ...request, message_id: id });
    if (settled) await tellThatItStays(call, settled, at);
  } catch (error) {
    const back = await putBack(call, request, earlier);
    if (back) await tellThatItStays(call, back, at);
    throw error;
  }
  if (earlier) await takeButtons(call, earlier, { channel_id, end: { is: 'replaced' } });
  return request.close_at?.getTime() === wanted.close_at?.getTime();
}

function rowFor(
  call: UserCall,
  key: TicketKey,
  { reason, hours, by_staff }: Asked & { by_staff: boolean },
): CloseRequestRow {
  const created_at = call.clock.now();
  return {
    ...keyOf(key),
    requester_id: call.caller.user_id,
    reason: reason ? clip(reason.trim(), limits.close_request_reason) || null : null,
    close_at: hours === null ? null : new Date(created_at.getTime() + hours * hourMs),
    message_id: null,
    created_at,
    by_staff,
  };
}

/** Returns it as it is kept: without a time where the ticket does not close by itself. Of one that closes meanwhile nothing is kept. */
function keep(ctx: Context, wanted: CloseRequestRow): Promise<CloseRequestRow> {
  return ctx.db.transaction().execute(async (tx) => {
    await holdTicket(tx, wanted);
    const { ticket_id } = wanted;
    const ticket = await findTicket(tx, wanted);
    if (ticket?.status !== 'open') throw new AppError('ticket.not_open', { params: { ticket_id } });
    const request = ticket.auto_close_excluded ? { ...wanted, close_at: null } : wanted;
    const { requester_id, reason, close_at, message_id, created_at, by_staff } = request;
    await tx
      .insertInto('close_requests')
      .values(request)
      .onConflict((oc) =>
        oc
          .columns(['guild_id', 'ticket_id'])
          .doUpdateSet({ requester_id, reason, close_at, message_id, created_at, by_staff }),
      )
      .execute();
    return request;
  });
}

/** The nonce makes Discord answer a repeat with the first message. */
async function post(ctx: Context, ticket: Ticket & { channel_id: string }, request: CloseRequestRow) {
  const { guild_id, channel_id, opener_id } = ticket;
  const wording = await wordingOf(ctx, guild_id);
  try {
    return await twice(() =>
      postOnce(ctx, channel_id, `c${ticket.ticket_id}-${stampOf(request)}`, {
        ...closeRequestMessage(wording, request),
        content: `<@${opener_id}>`,
        allowed_mentions: { users: [opener_id] },
      }),
    );
  } catch (error) {
    const needs = ticket.is_thread ? threadNeeds : essential;
    const where = ticket.is_thread ? ticket.parent_id : channel_id;
    throw await explainRefusal(ctx, error, { guild_id, channel_id: where, needs });
  }
}

/**
 * A request of the ticket's staff counts as an answer of the team: now the opener is waited for, who may have answered before
 * Discord did. Returns a request that lost its time by that.
 */
async function settle(
  ctx: Context,
  request: CloseRequestRow & { message_id: string },
): Promise<CloseRequestRow | undefined> {
  const { guild_id, ticket_id, created_at, by_staff } = request;
  return transact(ctx, async (tx, emit) => {
    await holdTicket(tx, request);
    const isAnswered = await openerWroteSince(tx, request);
    const settled = { ...request, close_at: isAnswered ? null : request.close_at };
    const { message_id, close_at } = settled;
    const isThere = await changeRequest(tx, request, { message_id, ...(isAnswered && { close_at }) });
    // One of others may have taken the place of one of staff, and who was asked may have answered before Discord did.
    const awaits_opener = sql`(${by_staff && isThere && !isAnswered} or coalesce(last_message_is_staff, false))`;
    await sql`update tickets set awaits_opener = ${awaits_opener}, awaits_changed_at = ${inDatabaseTime(created_at)}
      where guild_id = ${guild_id} and ticket_id = ${ticket_id} and awaits_opener <> ${awaits_opener}`.execute(
      tx,
    );
    emit({ type: 'ticket.changed', guild_id, ticket_id });
    return isThere && request.close_at && isAnswered ? settled : undefined;
  });
}

/**
 * The earlier request has its place again, unless the ticket closed or was answered meanwhile. Returns one whose time the
 * opener's words ended while another had its place.
 */
async function putBack(
  ctx: Context,
  request: CloseRequestRow,
  earlier: CloseRequestRow | undefined,
): Promise<CloseRequestRow | undefined> {
  if (!earlier) {
    await takeRequest(ctx, request, stampOf(request));
    return undefined;
  }
  return ctx.db.transaction().execute(async (tx) => {
    await holdTicket(tx, earlier);
    const hasLostTime = earlier.close_at !== null && (await openerWroteSince(tx, earlier));
    const back = hasLostTime ? { ...earlier, close_at: null } : earlier;
    const isBack = await changeRequest(tx, request, back);
    return isBack && hasLostTime ? back : undefined;
  });
}

/** False when there is another one by now, or none. */
async function changeRequest(
  tx: Tx,
  { guild_id, ticket_id, created_at }: CloseRequestRow,
  values: Partial<CloseRequestRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('close_requests')
    .set(values)
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('created_at', '=', created_at)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

export interface CloseRequestAnswer {
  /** Which request, by its button. */
  stamp: string;
}

/** Closes the ticket for whoever asked. `onBegun` is the last moment to say something in its channel. */
export async function acceptCloseRequest(
  call: UserCall,
  ticket: Ticket,
  answer: CloseRequestAnswer,
  { onBegun }: { onBegun: () => Promise<void> },
): Promise<void> {
  await authoriseAnswer(call, ticket);
  await endLapsedRequests(call, ticket.guild_id, ticket.ticket_id);
  const request = await findRequest(call, ticket);
  const isAsked = (now: CloseRequestRow | undefined) => now !== undefined && stampOf(now) === answer.stamp;
  // Somebody else may be denying it.
  const isStillDue = async (tx: Tx) => isAsked(await requestOf(tx, ticket).forUpdate().executeTakeFirst());
  if (!request || !isAsked(request) || !(await beginClosing(call, closingFor(request), { isStillDue })))
    throw new AppError('ticket.close_request_gone');
  await onBegun().catch((error: unknown) => {
    warnUnlessOutage(call.log, error, 'a close went on without being announced', keyOf(ticket));
  });
  await finishClosingNow(call, keyOf(ticket));
}

/** Keeps the ticket open, and ends the request. */
export async function denyCloseRequest(
  call: UserCall,
  ticket: Ticket,
  answer: CloseRequestAnswer,
): Promise<void> {
  await authoriseAnswer(call, ticket);
  if (!(await takeRequest(call, ticket, answer.stamp))) throw new AppError('ticket.close_request_gone');
}

async function authoriseAnswer(call: UserCall, ticket: Ticket): Promise<void> {
  const denied = 'ticket.close_request_denied';
  await authoriseTicket(call, 'ticket.answer_close_request', ticket, { claimed: denied, denied });
}

const requestOf = (db: Db | Tx, { guild_id, ticket_id }: TicketKey) =>
  db
    .selectFrom('close_requests')
    .selectAll()
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id);

const findRequest = (ctx: Context, key: TicketKey): Promise<CloseRequestRow | undefined> =>
  requestOf(ctx.db, key).executeTakeFirst();

const closingFor = ({ guild_id, ticket_id, requester_id, reason }: CloseRequestRow) => ({
  guild_id,
  ticket_id,
  closed_by: requester_id,
  reason,
  source: 'discord' as const,
});

/** Closes the tickets whose close requests nobody answered in time. Returns how many began to close. */
export async function sweepCloseRequests(ctx: Context): Promise<number> {
  let closed = 0;
  const due = Map.groupBy(await dueRequests(ctx, ctx.db).execute(), ({ guild_id }) => guild_id);
  const failed = 'close requests of a server that nobody answered could not be looked at';
  await eachServer(ctx, due.keys(), failed, async (there, guild_id) => {
    const hasTime = passTime();
    await endLapsedRequests(there, guild_id);
    for (const request of due.get(guild_id) ?? []) {
      if (!hasTime()) return;
      if (!(await readMissed(there, request))) continue;
      // The opener's words, which may just have been read, end its time.
      const isStillDue = async (tx: Tx) => {
        const [now] = await dueRequests(there, tx)
          .where('r.guild_id', '=', guild_id)
          .where('r.ticket_id', '=', request.ticket_id)
          .where('r.created_at', '=', request.created_at)
          .execute();
        return now !== undefined;
      };
      if (await beginClosing(there, closingFor(request), { in_background: true, isStillDue })) closed += 1;
    }
  });
  return closed;
}

function dueRequests({ clock }: Context, db: Db | Tx) {
  return db
    .selectFrom('close_requests as r')
    .innerJoin('tickets as t', (join) =>
      join.onRef('t.guild_id', '=', 'r.guild_id').onRef('t.ticket_id', '=', 'r.ticket_id'),
    )
    .innerJoin('guilds as g', 'g.guild_id', 'r.guild_id')
    .where('r.close_at', '<=', clock.now())
    .where('t.status', '=', 'open')
    .where('t.auto_close_excluded', '=', false)
    .where('g.left_at', 'is', null)
    .selectAll('r')
    .select('t.channel_id');
}
