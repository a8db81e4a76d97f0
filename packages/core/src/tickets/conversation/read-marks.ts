import type { Access } from '../../access/access.ts';
import { authoriseTicket } from '../../access/authorise.ts';
import type { UserCall } from '../../access/caller.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { TicketKey } from '../model/find.ts';

/**
 * Notes that someone has seen a ticket up to a message, or as far as there are messages. It only ever moves on. Of a ticket
 * that was closed a moment before nothing is noted.
 */
export async function markRead(
  call: UserCall,
  { guild_id, ticket_id, message_id }: TicketKey & { message_id: string },
): Promise<void> {
  await authoriseTicket(call, 'ticket.mark_read', { guild_id, ticket_id }, { only_read: true });
  const { user_id } = call.caller;
  const moved = await call.db
    .insertInto('ticket_reads')
    .columns(['guild_id', 'ticket_id', 'user_id', 'message_id'])
    .expression((eb) =>
      eb
        .selectFrom('ticket_messages')
        .where('guild_id', '=', guild_id)
        .where('ticket_id', '=', ticket_id)
        .where('message_id', '<=', message_id)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('tickets')
              .where('tickets.guild_id', '=', guild_id)
              .where('tickets.ticket_id', '=', ticket_id)
              .where('tickets.status', '=', 'open')
              .select('tickets.ticket_id'),
          ),
        )
        .select(['guild_id', 'ticket_id', eb.val(user_id).as('user_id'), 'message_id'])
        .orderBy('message_id', 'desc')
        .limit(1),
    )
    .onConflict((oc) =>
      oc
        .columns(['guild_id', 'user_id', 'ticket_id'])
        .doUpdateSet((eb) => ({ message_id: eb.ref('excluded.message_id') }))
        .whereRef('ticket_reads.message_id', '<', 'excluded.message_id'),
    )
    .returning('message_id')
    .executeTakeFirst();
  if (!moved) return;
  call.events.publish({ type: 'ticket.read', guild_id, ticket_id, user_id, message_id: moved.message_id });
}

/** The newest message that someone has seen, by ticket. */
export async function readMarks(
  db: Db,
  { guild_id, user_id }: Pick<Access, 'guild_id' | 'user_id'>,
): Promise<Record<number, string>> {
  const rows = await db
    .selectFrom('ticket_reads')
    .where('guild_id', '=', guild_id)
    .where('user_id', '=', user_id)
    .select(['ticket_id', 'message_id'])
    .execute();
  return Object.fromEntries(rows.map(({ ticket_id, message_id }) => [ticket_id, message_id]));
}

/** Of a ticket that is closed nobody needs to know any more who has seen it. */
export async function forgetReads(tx: Tx, { guild_id, ticket_id }: TicketKey): Promise<void> {
  await tx
    .deleteFrom('ticket_reads')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .execute();
}
