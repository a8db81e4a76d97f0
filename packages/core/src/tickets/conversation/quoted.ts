import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { takenUp, want } from '../../platform/effects/effects.ts';
import type { AppEvent } from '../../platform/events/events.ts';
import type { Ticket, TicketKey } from '../model/find.ts';

/** What a ticket that goes on from another one tells of it in Discord. */
export const toldHistory = { name: 'ticket.history' };

/** Where the bot quotes in message `m` of a ticket what was last said in an earlier one. */
export const quotesOf = ({ closed_at }: Pick<Ticket, 'closed_at'>): RawBuilder<boolean> => sql<boolean>`
  (m.author_bot and m.sent_by is null and jsonb_array_length(m.embeds) > 1
    and left(m.embeds #>> '{0,timestamp}', 19) = ${closed_at?.toISOString().slice(0, 19) ?? null})`;

/**
 * The tickets that go on from one whose words are being removed, locked. What they tell of it in Discord follows, also where it is just
 * being written.
 */
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

/** Leaves of what later tickets tell of one that it was closed, when and by whom; neither what was said nor why it was closed. */
export async function removeQuotes(
  tx: Tx,
  emit: (event: AppEvent) => void,
  earlier: TicketKey & Pick<Ticket, 'closed_at'>,
): Promise<void> {
  for (const { guild_id, ticket_id, status, last_seq } of await holdContinuations(tx, earlier)) {
    const { rows } = await sql<{ message_id: string; seq: number }>`
      with quoting as (
        select message_id, ${last_seq}::integer + row_number() over (order by message_id) as seq from ticket_messages m
        where guild_id = ${guild_id} and ticket_id = ${ticket_id} and ${quotesOf(earlier)}),
      versions as (
        delete from ticket_message_versions v using quoting
        where v.guild_id = ${guild_id} and v.ticket_id = ${ticket_id} and v.message_id = quoting.message_id)
      update ticket_messages m set embeds = jsonb_build_array(m.embeds -> 0 #- '{fields,-1}'), seq = quoting.seq
      from quoting where m.guild_id = ${guild_id} and m.ticket_id = ${ticket_id} and m.message_id = quoting.message_id
      returning m.message_id, m.seq`.execute(tx);
    await tx
      .updateTable('tickets')
      .set({ last_seq: last_seq + rows.length })
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket_id)
      .execute();
    if (status === 'closed') continue;
    for (const { message_id, seq } of rows)
      emit({ type: 'ticket.message', guild_id, ticket_id, message_id, seq, change: 'update' });
  }
}
