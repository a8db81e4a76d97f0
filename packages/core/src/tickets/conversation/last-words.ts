import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { Tickets } from '../../platform/db/schema.generated.ts';
import { inDatabaseTime } from '../../platform/db/time.ts';
import { timeOfSnowflake } from '../model/message-payload.ts';
import { type Waiting, type Words, waitingAfter, waitingNow } from './waiting.ts';

export const lockedColumns = [
  'guild_id',
  'ticket_id',
  'opener_id',
  'status',
  'webhook_id',
  'webhook_application_id',
  'channel_removed_at',
  'final_read_at',
  'forgotten_up_to',
  'last_seq',
  'message_count',
  'last_message_id',
  'said_id',
  'said_by',
  'said_by_staff',
  'first_response_at',
  'answered_at',
  'unanswered_at',
] as const;

/** A ticket's row under its lock. What is counted is counted here, and written with the words or by writeCounts(). */
export type LockedTicket = Pick<Selectable<Tickets>, (typeof lockedColumns)[number]>;

/** The ticket's latest words of the bot on behalf of someone. */
function latestSaid({ said_id, said_by, said_by_staff }: LockedTicket): Words | undefined {
  if (!said_id || !said_by) return undefined;
  return {
    message_id: said_id,
    user_id: said_by,
    created_at: timeOfSnowflake(said_id),
    by_staff: said_by_staff ?? false,
  };
}

export async function writeCounts(tx: Tx, ticket: LockedTicket): Promise<void> {
  await sql`update tickets set ${counts(ticket)}
    where guild_id = ${ticket.guild_id} and ticket_id = ${ticket.ticket_id}`.execute(tx);
}

/**
 * What the lists say of a ticket: who wrote last, whom it waits for and since when, and when staff answered first. Returns
 * whether that changed. Who said `unnamed` words alone is not named to members as someone who took part; of staff that asks for what
 * they said as staff.
 */
export async function countWords(
  tx: Tx,
  ticket: LockedTicket,
  { unnamed, ...words }: Words & { unnamed: boolean },
  now: Date,
): Promise<boolean> {
  const { guild_id, ticket_id, last_message_id } = ticket;
  const isLast = last_message_id === null || BigInt(words.message_id) > BigInt(last_message_id);
  const told = isLast ? waitingAfter(ticket, words) : await waitingNow(tx, ticket, latestSaid(ticket));
  const waits = takeWaiting(ticket, told);
  const { rows } = await sql<{ first_response_at: Date | null }>`
    with participant as (
      insert into ticket_participants as p (guild_id, ticket_id, user_id, as_staff, unnamed)
      values (${guild_id}, ${ticket_id}, ${words.user_id}, ${words.by_staff}, ${unnamed})
      on conflict (guild_id, ticket_id, user_id) do update set as_staff = excluded.as_staff, unnamed = excluded.unnamed
      where case when p.as_staff = excluded.as_staff then p.unnamed and not excluded.unnamed else excluded.as_staff end)
    update tickets t set ${counts(ticket)}, ${isLast ? sql`${lastWords(ticket, words, now)},` : sql``}
      first_response_at = case when ${words.by_staff} then least(t.first_response_at, ${words.created_at}::timestamptz)
        else t.first_response_at end
    where t.guild_id = ${guild_id} and t.ticket_id = ${ticket_id}
    returning t.first_response_at`.execute(tx);
  return isLast || waits || rows[0]?.first_response_at?.getTime() !== ticket.first_response_at?.getTime();
}

/**
 * Words were deleted: the ticket waits as if they had never been said, and where they were the last, those before them
 * are the last now. That they were said still counts for closing by itself. So nobody closes a ticket sooner by deleting,
 * and nobody keeps it open longer than by writing. Returns whether what the lists say changed.
 */
export async function takeBackWords(
  tx: Tx,
  ticket: LockedTicket,
  { message_ids, now }: { message_ids: readonly string[]; now: Date },
): Promise<boolean> {
  const said = latestSaid(ticket);
  const waits = takeWaiting(ticket, await waitingNow(tx, ticket, said));
  const wasLast = message_ids.some((id) => id === ticket.last_message_id);
  if (!wasLast) {
    await writeCounts(tx, ticket);
    return waits;
  }
  const words = await newestWords(tx, ticket, said);
  await sql`
    update tickets t set ${counts(ticket)}, ${lastWords(ticket, words, now)},
      auto_close_kept_at = greatest(t.auto_close_kept_at, t.last_message_at)
    where t.guild_id = ${ticket.guild_id} and t.ticket_id = ${ticket.ticket_id}`.execute(tx);
  return true;
}

/** Returns whether it is something else than before. */
function takeWaiting(ticket: LockedTicket, { answered_at, unanswered_at }: Waiting): boolean {
  const isSame =
    ticket.answered_at?.getTime() === answered_at?.getTime() &&
    ticket.unanswered_at?.getTime() === unanswered_at?.getTime();
  ticket.answered_at = answered_at;
  ticket.unanswered_at = unanswered_at;
  return !isSame;
}

async function newestWords(
  tx: Tx,
  { guild_id, ticket_id }: LockedTicket,
  said: Words | undefined,
): Promise<Words | undefined> {
  const written = await tx
    .selectFrom('ticket_messages')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('deleted_at', 'is', null)
    .where('by_staff', 'is not', null)
    .select(['message_id', 'author_id', 'sent_by', 'created_at', 'by_staff'])
    .orderBy('message_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (said && (!written || BigInt(said.message_id) > BigInt(written.message_id))) return said;
  return (
    written && {
      ...written,
      user_id: written.sent_by ?? written.author_id,
      by_staff: written.by_staff ?? false,
    }
  );
}

const counts = (ticket: LockedTicket): RawBuilder<unknown> => {
  const { last_seq, message_count, said_id, said_by, said_by_staff, answered_at, unanswered_at } = ticket;
  return sql`last_seq = ${last_seq}, message_count = ${message_count}, said_id = ${said_id}, said_by = ${said_by},
    said_by_staff = ${said_by_staff}, answered_at = ${answered_at}::timestamptz, unanswered_at = ${unanswered_at}::timestamptz`;
};

/** The columns of ticket `t` that tell the last words. A request of staff to close waits for the opener, whoever spoke last. */
const lastWords = (
  { guild_id, ticket_id }: LockedTicket,
  words: Words | undefined,
  now: Date,
): RawBuilder<unknown> => {
  const awaits_opener = sql`(${words?.by_staff ?? false} or exists (select from close_requests r
    where r.guild_id = ${guild_id} and r.ticket_id = ${ticket_id} and r.by_staff
      and r.message_id > ${words?.message_id ?? '0'}::bigint))`;
  return sql`
  last_message_id = ${words?.message_id ?? null}::bigint,
  last_message_at = ${words?.created_at ?? null}::timestamptz,
  last_message_by = ${words?.user_id ?? null}::bigint,
  last_message_is_staff = ${words?.by_staff ?? null}::boolean,
  awaits_opener = ${awaits_opener},
  awaits_changed_at = case when ${awaits_opener} <> t.awaits_opener then ${inDatabaseTime(now)}
    else t.awaits_changed_at end`;
};
