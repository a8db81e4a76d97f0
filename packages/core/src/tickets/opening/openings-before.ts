import { sql } from 'kysely';
import type { UserCall } from '../../access/caller.ts';
import { blacklisted } from '../../blacklist/blacklisted.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Ticket } from '../model/find.ts';
import type { OpenRequest } from '../model/open-request.ts';
import { type Pace, paceBefore } from './pace.ts';

/** A second press for the same within this time means the first one's ticket. */
const secondPressMs = 5000;

/** The ticket of an earlier press, as far as it is pointed to. */
export type EarlierTicket = Pick<Ticket, 'ticket_id' | 'channel_id'>;

/** What happened in the server before a press and decides about it. */
export interface OpeningsBefore extends Pace {
  /**
   * The same interaction delivered again, or a second press for the same while the first is worked on or has only just
   * been. What asks for something else, with another subject or from another message, is no second press.
   */
  earlier: EarlierTicket | null;
  /** Asked for here, too: who was put on the blacklist while the press waited for its turn opens no ticket. */
  is_blacklisted: boolean;
  /** Of the opener, with those that are being opened. */
  open_tickets: number;
}

/** What was counted stays true under the lock of the server's row only, so admission asks for it there, in one statement. */
export async function openingsBefore(
  { caller: { access }, clock }: UserCall,
  db: Db | Tx,
  { guild_id, interaction_id, from }: OpenRequest,
  { panel_id, subject }: { panel_id: number | null; subject: string },
): Promise<OpeningsBefore> {
  const message_id = from.source === 'context_menu' ? (from.origin?.message_id ?? null) : null;
  const now = clock.now();
  const just_now = new Date(now.getTime() - secondPressMs);
  const { rows } = await sql<OpeningsBefore>`
    select
      (select json_build_object('ticket_id', ticket_id, 'channel_id', channel_id::text) from tickets
        where guild_id = ${guild_id} and (interaction_id = ${interaction_id} or (
          opener_id = ${access.user_id} and panel_id is not distinct from ${panel_id}::integer and subject = ${subject}
          and origin ->> 'message_id' is not distinct from ${message_id}::text
          and (status = 'opening' or (status = 'open' and opened_at > ${just_now}))))
        order by ticket_id desc limit 1) as earlier,
      ${blacklisted(access)} as is_blacklisted,
      (select count(*)::integer from tickets where guild_id = ${guild_id} and opener_id = ${access.user_id}
        and status in ('opening', 'open')) as open_tickets,
      ${paceBefore({ guild_id, opener_id: access.user_id }, now)}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a statement without a table has always a row');
  return row;
}
