import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { takenUp, want } from '../../platform/effects/effects.ts';
import type { AppEvent } from '../../platform/events/events.ts';
import type { Ticket, TicketKey } from '../model/find.ts';
import { messagesChanged } from './changed-messages.ts';

/** What a ticket that goes on from another one tells of it in Discord. */
export const toldHistory = { name: 'ticket.history' };

/** Which message `m` of a later ticket tells of the earlier one. */
const tellsOf = ({ closed_at }: Pick<Ticket, 'closed_at'>): RawBuilder<boolean> => sql<boolean>`
  (m.author_bot and m.sent_by is null
    and left(m.embeds #>> '{0,timestamp}', 19) = ${closed_at?.toISOString().slice(0, 19) ?? null})`;

/** What it tells but for why the earlier one was closed, which is the one field that is not inline. */
const withoutReason = sql`(m.embeds -> 0) || jsonb_build_object('fields', (
  select coalesce(jsonb_agg(field order by place), '[]')
  from jsonb_array_elements(
    case jsonb_typeof(m.embeds #> '{0,fields}') when 'array' then m.embeds #> '{0,fields}' else '[]' end) with ordinality as fields (field, place)
  where field -> 'inline' = 'true'))`;

/**
 * Removes from what later tickets tell of an earlier one why it was closed and, unless `keeps_words`, what was said in it. Discord
 * follows, also where it is just being told. The earlier one is to be locked. Returns how many messages that changed.
 */
export async function removeQuotes(
  tx: Tx,
  emit: (event: AppEvent) => void,
  earlier: TicketKey & Pick<Ticket, 'closed_at'>,
  { keeps_words = false }: { keeps_words?: boolean } = {},
): Promise<number> {
  let count = 0;
  for (const later of await holdContinuations(tx, earlier)) {
    const { guild_id, ticket_id, last_seq } = later;
    const { rows } = await sql<{ message_id: string; seq: number }>`
      with telling as (
        select message_id, ${last_seq}::integer + row_number() over (order by message_id) as seq from ticket_messages m
        where guild_id = ${guild_id} and ticket_id = ${ticket_id} and ${tellsOf(earlier)}),
      versions as (
        delete from ticket_message_versions v using telling
        where v.guild_id = ${guild_id} and v.ticket_id = ${ticket_id} and v.message_id = telling.message_id)
      update ticket_messages m set
        embeds = jsonb_build_array(${withoutReason}) || ${keeps_words ? sql`m.embeds - 0` : sql`'[]'::jsonb`},
        seq = telling.seq, rewritten_at = now()
      from telling where m.guild_id = ${guild_id} and m.ticket_id = ${ticket_id} and m.message_id = telling.message_id
      returning m.message_id, m.seq`.execute(tx);
    count += rows.length;
    await messagesChanged(tx, emit, later, rows);
  }
  return count;
}

/** The tickets that go on from an earlier one, locked. What they tell of it in Discord follows. */
export async function holdContinuations(
  tx: Tx,
  { guild_id, ticket_id, closed_at }: TicketKey & Pick<Ticket, 'closed_at'>,
): Promise<Pick<Ticket, 'guild_id' | 'ticket_id' | 'status' | 'last_seq'>[]> {
  if (!closed_at) return [];
  const tickets = await tx
    .selectFrom('tickets')
    .where('guild_id', '=', guild_id)
    .where('continues', '=', ticket_id)
    .select(['guild_id', 'ticket_id', 'status', 'last_seq'])
    .orderBy('ticket_id')
    .forUpdate()
    .execute();
  for (const later of tickets)
    if (later.status !== 'closed')
      await want(
        tx,
        toldHistory,
        { guild_id, key: String(later.ticket_id), wanted: {} },
        takenUp({ in_background: true }),
      );
  return tickets;
}
