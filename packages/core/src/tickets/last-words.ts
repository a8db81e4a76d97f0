import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tx } from '../db/db.ts';
import type { Tickets } from '../db/schema.generated.ts';
import { keptFromPerson, timeOfSnowflake } from './message-payload.ts';

export const lockedColumns = [
  'guild_id',
  'ticket_id',
  'opener_id',
  'status',
  'webhook_id',
  'channel_removed_at',
  'last_seq',
  'message_count',
  'last_message_id',
  'said_id',
  'said_by',
  'first_response_at',
] as const;

/** A ticket's row under its lock. What is counted is counted here, and written with the words or by writeCounts(). */
export type LockedTicket = Pick<Selectable<Tickets>, (typeof lockedColumns)[number]>;

/** What a person said in a ticket: in Discord, in the dashboard, or through the bot. */
export interface Words {
  message_id: string;
  user_id: string;
  created_at: Date;
  /** The writer's roles, as far as Discord told them. */
  role_ids: readonly string[];
}

/** What the bot said because somebody asked it to. */
export const saidWords = (said: { interaction_id: string; user_id: string }): Words => ({
  message_id: said.interaction_id,
  user_id: said.user_id,
  created_at: timeOfSnowflake(said.interaction_id),
  role_ids: [],
});

export async function writeCounts(tx: Tx, ticket: LockedTicket): Promise<void> {
  await sql`update tickets set ${counts(ticket)}
    where guild_id = ${ticket.guild_id} and ticket_id = ${ticket.ticket_id}`.execute(tx);
}

/**
 * What the lists say of a ticket: who wrote last, whom it waits for, and when staff answered first. Answers whether
 * that changed.
 */
export async function countWords(tx: Tx, ticket: LockedTicket, words: Words, now: Date): Promise<boolean> {
  const { guild_id, ticket_id, last_message_id } = ticket;
  const isLast = last_message_id === null || BigInt(words.message_id) > BigInt(last_message_id);
  const { rows } = await sql<{ first_response_at: Date | null }>`
    with participant as (
      insert into ticket_participants (guild_id, ticket_id, user_id)
      values (${guild_id}, ${ticket_id}, ${words.user_id}) on conflict do nothing)
    update tickets t set ${counts(ticket)}, ${isLast ? sql`${lastWords(words, now)},` : sql``}
      first_response_at = case when w.is_staff then least(t.first_response_at, ${words.created_at}::timestamptz)
        else t.first_response_at end
    from (${judged(ticket, words)}) w
    where t.guild_id = ${guild_id} and t.ticket_id = ${ticket_id}
    returning t.first_response_at`.execute(tx);
  return isLast || rows[0]?.first_response_at?.getTime() !== ticket.first_response_at?.getTime();
}

/**
 * The last words were deleted: those before them are the last now. That they were said still counts for closing by
 * itself. So nobody closes a ticket sooner by deleting, and nobody keeps it open longer than by writing.
 */
export async function takeBackLastWords(tx: Tx, ticket: LockedTicket, now: Date): Promise<void> {
  const words = await newestWords(tx, ticket);
  await sql`
    update tickets t set ${counts(ticket)}, ${lastWords(words, now)},
      auto_close_kept_at = greatest(t.auto_close_kept_at, t.last_message_at)
    from (${judged(ticket, words)}) w
    where t.guild_id = ${ticket.guild_id} and t.ticket_id = ${ticket.ticket_id}`.execute(tx);
}

async function newestWords(tx: Tx, ticket: LockedTicket): Promise<Words | undefined> {
  const { guild_id, ticket_id, said_id, said_by } = ticket;
  const written = await tx
    .selectFrom('ticket_messages')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('deleted_at', 'is', null)
    .where(keptFromPerson)
    .select(['message_id', 'author_id', 'sent_by', 'created_at'])
    .orderBy('message_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (said_id && said_by && (!written || BigInt(said_id) > BigInt(written.message_id)))
    return saidWords({ interaction_id: said_id, user_id: said_by });
  return written && { ...written, user_id: written.sent_by ?? written.author_id, role_ids: [] };
}

const counts = ({ last_seq, message_count, said_id, said_by }: LockedTicket): RawBuilder<unknown> =>
  sql`last_seq = ${last_seq}, message_count = ${message_count}, said_id = ${said_id}, said_by = ${said_by}`;

/** The columns of ticket `t` that tell the last words, as judged in `w`. */
const lastWords = (words: Words | undefined, now: Date): RawBuilder<unknown> => sql`
  last_message_id = ${words?.message_id ?? null}::bigint,
  last_message_at = ${words?.created_at ?? null}::timestamptz,
  last_message_by = ${words?.user_id ?? null}::bigint,
  last_message_is_staff = w.is_staff,
  awaits_opener = w.awaits_opener,
  awaits_changed_at = case when w.awaits_opener <> t.awaits_opener then ${now}::timestamptz
    else t.awaits_changed_at end`;

/**
 * Whether words are those of staff, who are everybody but the opener and those who were added, and whether the opener
 * is waited for after them, which a request to close asks for too.
 */
function judged({ guild_id, ticket_id, opener_id }: LockedTicket, words: Words | undefined) {
  const user_id = words?.user_id ?? null;
  return sql`
    select is_staff, coalesce(is_staff, false) or exists (select from close_requests r
      where r.guild_id = ${guild_id} and r.ticket_id = ${ticket_id}
        and r.message_id > ${words?.message_id ?? '0'}::bigint) as awaits_opener
    from (select ${user_id}::bigint <> ${opener_id}::bigint and not exists (
      select from ticket_members m where m.guild_id = ${guild_id} and m.ticket_id = ${ticket_id}
        and m.member_id = any(${[user_id, ...(words?.role_ids ?? [])]}::bigint[] || coalesce((select role_ids from guild_members g
          where g.guild_id = ${guild_id} and g.user_id = ${user_id}::bigint), '{}'))) as is_staff) s`;
}
