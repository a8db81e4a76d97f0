import { sql } from 'kysely';
import { callBy } from '../../access/caller.ts';
import { can } from '../../access/can.ts';
import { accessLoader } from '../../access/load.ts';
import { type PartiesRow, partiesColumns, partiesOf, partiesTables } from '../../access/ticket-parties.ts';
import type { Context } from '../../platform/context.ts';
import { inDatabaseTime } from '../../platform/db/time.ts';
import { inServer } from '../../platform/discord/bots.ts';
import { editOwnMessage } from '../../platform/discord/own-messages.ts';
import { oneByOne } from '../../platform/effects/one-by-one.ts';
import { transact } from '../../platform/events/events.ts';
import { wordingOf } from '../../wording/look.ts';
import { holdTicket, keyOf, type TicketKey } from '../model/find.ts';
import { type CloseRequestRow, endedRequest, type RequestEnd, stampOf } from './close-request-message.ts';

/**
 * Ends the requests of those who may not ask any more, of all tickets or of one. For good, so that nothing closes when whoever asked
 * is named again. Nothing ends while the bot is not in the server. Safe to repeat.
 */
export async function endLapsedRequests(ctx: Context, guild_id: string, ticket_id?: number): Promise<void> {
  const chosen = ticket_id === undefined ? sql`` : sql`and r.ticket_id = ${ticket_id}`;
  const { rows } = await sql<CloseRequestRow & PartiesRow & { channel_id: string | null }>`
    select r.*, t.channel_id, ${partiesColumns} from close_requests r
    join tickets t on t.guild_id = r.guild_id and t.ticket_id = r.ticket_id ${partiesTables}
    where r.guild_id = ${guild_id} and t.status = 'open' ${chosen} order by r.ticket_id`.execute(ctx.db);
  const accessOf = accessLoader(ctx);
  const lapsed = await Promise.all(
    rows.map(async (row) => {
      const access = await accessOf({ guild_id, user_id: row.requester_id });
      if (!access) return false;
      const { caller } = callBy(ctx, access, 'discord');
      const { allowed, rule } = can(caller, 'ticket.request_close', { guild_id, ticket: partiesOf(row) });
      // Another one's claim, which may end, does not undo what was asked before.
      return !allowed && rule.kind !== 'claim';
    }),
  );
  const later = 'the close request of former staff ends later';
  await oneByOne(
    ctx,
    rows.filter((_, index) => lapsed[index]),
    { work: (row) => endRequest(inServer(ctx, guild_id), row), later },
  );
}

async function endRequest(
  ctx: Context,
  { channel_id, ...request }: CloseRequestRow & { channel_id: string | null },
): Promise<void> {
  if (!(await takeRequest(ctx, request, stampOf(request)))) return;
  if (channel_id) await takeButtons(ctx, request, { channel_id, end: { is: 'lapsed' } });
}

/** Ends a request: the ticket waits for whom it waited without it. False when there is another one by now, or none. */
export function takeRequest(ctx: Context, key: TicketKey, stamp: string): Promise<boolean> {
  const { guild_id, ticket_id } = key;
  return transact(ctx, async (tx, emit) => {
    await holdTicket(tx, key);
    const taken = await tx
      .deleteFrom('close_requests')
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket_id)
      .where('created_at', '=', new Date(Number(stamp) || 0))
      .returning('ticket_id')
      .executeTakeFirst();
    if (!taken) return false;
    const awaits_opener = sql`coalesce(last_message_is_staff, false)`;
    await sql`update tickets set awaits_opener = ${awaits_opener}, awaits_changed_at = ${inDatabaseTime(ctx.clock.now())}
      where guild_id = ${guild_id} and ticket_id = ${ticket_id} and awaits_opener <> ${awaits_opener}`.execute(
      tx,
    );
    emit({ type: 'ticket.changed', guild_id, ticket_id });
    return true;
  });
}

/** Says in its message how a request ended, which then has no buttons any more. */
export async function takeButtons(
  ctx: Context,
  request: CloseRequestRow,
  { channel_id, end }: { channel_id: string; end: RequestEnd },
): Promise<void> {
  const { guild_id, message_id } = request;
  if (!message_id) return;
  const ended = endedRequest(await wordingOf(ctx, guild_id), end);
  await editOwnMessage(ctx, guild_id, { channel_id, message_id }, ended).catch((error: unknown) => {
    // Its buttons are refused by the row.
    ctx.log.info({ err: error, ...keyOf(request) }, 'a close request that ended keeps its buttons');
  });
}
