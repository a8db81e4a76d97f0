import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Tickets } from '../../platform/db/schema.generated.ts';

export type Ticket = Selectable<Tickets>;

/** A ticket is named by its server and its number in it. */
export interface TicketKey {
  guild_id: string;
  ticket_id: number;
}

export const keyOf = ({ guild_id, ticket_id }: TicketKey): TicketKey => ({ guild_id, ticket_id });

export function findTicket(db: Db | Tx, { guild_id, ticket_id }: TicketKey): Promise<Ticket | undefined> {
  return db
    .selectFrom('tickets')
    .selectAll()
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .executeTakeFirst();
}

/** The ticket whose channel or thread this is, in whatever state. */
export function findTicketByChannel(
  db: Db | Tx,
  guild_id: string,
  channel_id: string,
): Promise<Ticket | undefined> {
  return db
    .selectFrom('tickets')
    .selectAll()
    .where('guild_id', '=', guild_id)
    .where('channel_id', '=', channel_id)
    .executeTakeFirst();
}
