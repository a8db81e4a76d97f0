import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { Tickets } from '../../platform/db/schema.generated.ts';
import type { TicketKey } from '../model/find.ts';

/** What a person said in a ticket: in Discord, in the dashboard, or through the bot. */
export interface Words {
  message_id: string;
  user_id: string;
  created_at: Date;
  /** As staff of the ticket, when it was said. */
  by_staff: boolean;
}

/** When staff answered a ticket last, and when someone else first wrote after that. */
export type Waiting = Pick<Selectable<Tickets>, 'answered_at' | 'unanswered_at'>;

/** As it is after words that are newer than all others. Who writes again keeps their place. */
export const waitingAfter = ({ answered_at, unanswered_at }: Waiting, words: Words): Waiting =>
  words.by_staff
    ? { answered_at: words.created_at, unanswered_at: null }
    : { answered_at, unanswered_at: unanswered_at ?? words.created_at };

/**
 * As the kept messages tell it, in whatever order they were heard of. `said`: the latest words of the bot on behalf of
 * someone, which stand in no message.
 */
export async function waitingNow(
  tx: Tx,
  { guild_id, ticket_id }: TicketKey,
  said: Words | undefined,
): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    with said (message_id, created_at, by_staff) as (
      select * from (values (${said?.message_id ?? null}::bigint, ${said?.created_at ?? null}::timestamptz,
        ${said?.by_staff ?? null}::boolean)) v where column3 is not null),
    answer as (
      select * from ((
        select message_id, created_at from ticket_messages
        where guild_id = ${guild_id} and ticket_id = ${ticket_id} and deleted_at is null and by_staff
        order by message_id desc limit 1)
        union all select message_id, created_at from said where by_staff) a
      order by message_id desc limit 1),
    question as (
      select * from ((
        select message_id, created_at from ticket_messages
        where guild_id = ${guild_id} and ticket_id = ${ticket_id} and deleted_at is null and not by_staff
          and message_id > coalesce((select message_id from answer), 0)
        order by message_id limit 1)
        union all select message_id, created_at from said
        where not by_staff and message_id > coalesce((select message_id from answer), 0)) q
      order by message_id limit 1)
    select (select created_at from answer) as answered_at, (select created_at from question) as unanswered_at`.execute(
    tx,
  );
  return rows[0] ?? { answered_at: null, unanswered_at: null };
}

/**
 * Since when ticket `tickets` waits for staff; null while it does not. One that nobody has answered since it was opened,
 * or opened again, waits since then.
 */
export const waitingSince: RawBuilder<Date | null> = sql<Date | null>`
  case when tickets.answered_at >= coalesce(tickets.reopened_at, tickets.opened_at) then tickets.unanswered_at
    else coalesce(tickets.reopened_at, tickets.opened_at) end`;
