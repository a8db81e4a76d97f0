import type { Updateable } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Tickets } from '../../platform/db/schema.generated.ts';
import type { Ticket } from './find.ts';

/** The columns of a ticket that has no webhook for replies. */
export const noWebhook = { webhook_id: null, webhook_token: null, webhook_application_id: null };

/** Writes columns of a ticket, and returns its row as it is then. */
export function saveTicket(ctx: Context, ticket: Ticket, set: Updateable<Tickets>): Promise<Ticket> {
  return ctx.db
    .updateTable('tickets')
    .set(set)
    .where('guild_id', '=', ticket.guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
