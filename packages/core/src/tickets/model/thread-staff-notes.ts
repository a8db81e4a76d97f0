import type { TicketAction } from '@tickets/contract/access/actions';
import { sql } from 'kysely';
import { authoriseTicket } from '../../access/authorise.ts';
import type { UserCall } from '../../access/caller.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { warnUnlessOutage } from '../../platform/outages.ts';
import { checkDutiesLater } from '../../servers/duties-later.ts';
import { asOfNow } from './at-ticket.ts';
import type { TicketKey } from './find.ts';

/**
 * Notes staff who are in the threads of a ticket, or are about to be let in, and has the duties look at them: those who stopped
 * being staff at the same moment are taken out again. `staff_of` says what they go with: being staff for the ticket, or for any of the
 * server. Returns who was not noted before.
 */
export async function noteThreadStaff(
  db: Db | Tx,
  { guild_id, ticket_id }: TicketKey,
  user_ids: readonly string[],
  staff_of: 'ticket' | 'server' = 'ticket',
): Promise<string[]> {
  if (!user_ids.length) return [];
  const noted = await db
    .insertInto('thread_staff')
    .values([...new Set(user_ids)].map((user_id) => ({ guild_id, ticket_id, user_id, staff_of })))
    .onConflict((oc) =>
      staff_of === 'ticket'
        ? oc.columns(['guild_id', 'ticket_id', 'user_id']).doUpdateSet({ staff_of })
        : oc.doNothing(),
    )
    .returning(['user_id', sql<boolean>`xmax = 0`.as('is_new')])
    .execute();
  await checkDutiesLater(db, guild_id, user_ids);
  return noted.flatMap(({ user_id, is_new }) => (is_new ? [user_id] : []));
}

/** They are in none of the ticket's threads as staff. */
export async function forgetThreadStaff(
  db: Db | Tx,
  { guild_id, ticket_id }: TicketKey,
  user_ids: readonly string[],
): Promise<void> {
  if (!user_ids.length) return;
  await db
    .deleteFrom('thread_staff')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('user_id', 'in', user_ids)
    .execute();
}

/**
 * Lets who calls into a thread of a ticket as staff. To be called with the ticket's lock. They are noted before their access is read
 * again: a removal from the staff before that is seen here, and a later one finds the note and waits for the lock.
 */
export async function letStaffIn<T>(
  call: UserCall,
  action: TicketAction,
  ticket: TicketKey,
  work: () => Promise<T>,
): Promise<T> {
  const { guild_id } = ticket;
  const { user_id } = call.caller;
  await authoriseTicket(call, action, ticket);
  const noted = await noteThreadStaff(call.db, ticket, [user_id]);
  try {
    await authoriseTicket(await asOfNow(call, guild_id), action, ticket);
    return await work();
  } catch (error) {
    // Where Discord let them in all the same, its event notes them.
    await forgetThreadStaff(call.db, ticket, noted).catch((err: unknown) =>
      warnUnlessOutage(call.log, err, 'staff who were not let into a thread stay noted', {
        guild_id,
        ticket_id: ticket.ticket_id,
      }),
    );
    throw error;
  }
}

/** For the log, where Discord refuses to close a ticket to them. */
export const formerStaffStay =
  'former staff may still see a ticket, because Discord does not let the bot close it to them; it is tried again within the hour';
