import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import { type InBackground, takenUp, want } from '../../platform/effects/effects.ts';
import type { TicketKey } from './find.ts';

/** A ticket on its way between two states: its steps in Discord. What is next to do stands in its row. */
export const unfinishedTicket = { name: 'ticket' };

/** To be called in the transaction that moves the ticket to a state in which steps are left. */
export function continueLater(tx: Tx, ticket: TicketKey, who?: InBackground): Promise<void> {
  const { guild_id, ticket_id } = ticket;
  return want(tx, unfinishedTicket, { guild_id, key: String(ticket_id), wanted: {} }, takenUp(who));
}

/** All steps are done, or taken back; unless the ticket was moved on meanwhile, as by a close while it was being opened. */
export async function isContinued(db: Db | Tx, { guild_id, ticket_id }: TicketKey): Promise<void> {
  await sql`delete from effects
    where guild_id = ${guild_id} and kind = ${unfinishedTicket.name} and key = ${String(ticket_id)}
      and not exists (select from tickets t where t.guild_id = ${guild_id} and t.ticket_id = ${ticket_id} and ${isUnfinished})`.execute(
    db,
  );
}

const isUnfinished = sql`(status in ('opening', 'closing') or (status = 'open' and welcome_message_id is null))`;
