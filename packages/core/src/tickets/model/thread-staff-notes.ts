import type { Db, Tx } from '../../platform/db/db.ts';
import { checkDutiesLater } from '../../servers/duties-later.ts';
import type { TicketKey } from './find.ts';

/**
 * Notes staff who are in the threads of a ticket, or are about to be let in, and has the duties look at them: those who stopped
 * being staff at the same moment are taken out again.
 */
export async function noteThreadStaff(
  db: Db | Tx,
  { guild_id, ticket_id }: TicketKey,
  user_ids: readonly string[],
): Promise<void> {
  if (!user_ids.length) return;
  await db
    .insertInto('thread_staff')
    .values(user_ids.map((user_id) => ({ guild_id, ticket_id, user_id })))
    .onConflict((oc) => oc.doNothing())
    .execute();
  await checkDutiesLater(db, guild_id, user_ids);
}

/** For the log, where Discord refuses to close a ticket to them. */
export const formerStaffStay =
  'former staff may still see a ticket, because Discord does not let the bot close it to them; it is tried again within the hour';
