import type { Answer } from '@tickets/contract/tickets/tickets';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { TicketKey } from './find.ts';

/** What the opener answered to a set of questions, in its order and as it was asked then. */
export async function answersOf(
  db: Db | Tx,
  { guild_id, ticket_id }: TicketKey,
  kind: 'form' | 'exit_survey',
): Promise<Answer[]> {
  return db
    .selectFrom('ticket_answers')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('kind', '=', kind)
    .select(['label', 'value'])
    .orderBy('position')
    .execute();
}
