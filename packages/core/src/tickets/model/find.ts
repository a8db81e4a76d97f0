import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Tickets } from '../../platform/db/schema.generated.ts';

export type Ticket = Selectable<Tickets>;

/** A ticket is named by its server and its number in it. */
export interface TicketKey {
  guild_id: string;
  ticket_id: number;
}

export const keyOf = ({ guild_id, ticket_id }: TicketKey): TicketKey => ({ guild_id, ticket_id });

/** A server imported it, so that nothing of it (`t`) was recorded here. No interaction of Discord's has such a number. */
export const isImported = sql<boolean>`(t.interaction_id = -t.ticket_id)`;

export const wasImported = ({
  interaction_id,
  ticket_id,
}: Pick<Ticket, 'interaction_id' | 'ticket_id'>): boolean => interaction_id === String(-ticket_id);

export function findTicket(db: Db | Tx, { guild_id, ticket_id }: TicketKey): Promise<Ticket | undefined> {
  return db
    .selectFrom('tickets')
    .selectAll()
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .executeTakeFirst();
}

/** Holds a ticket's row: until `tx` ends, nobody else changes it, and no words are taken in. */
export async function holdTicket(tx: Tx, { guild_id, ticket_id }: TicketKey): Promise<void> {
  await tx
    .selectFrom('tickets')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .select('ticket_id')
    .forUpdate()
    .execute();
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
