import type { Db } from '../../platform/db/db.ts';
import type { TicketKey } from '../model/find.ts';

/** The effect by which a ticket's channel follows its row. */
export const channelEffect = 'ticket.channel';

/** In the place of a topic that is the ticket's subject, which may have other words by then. */
export const subjectAsTopic = { is: 'subject' } as const;

/** What a switch to another panel wants of a ticket's channel. */
export interface WantedBySwitch {
  /** What the channel is called and where it stands, where that changed too. */
  place?: { name?: string; topic?: string | typeof subjectAsTopic | null; parent_id?: string | null };
  /** Discord may not have heard of the switch, or we did not hear its answer: the channel has one of these names, and nobody gave it by hand. */
  ours?: string[];
  /** Whether `place` is where it was before. */
  goes_back?: true;
}

/** What a ticket's channel may be called, and where it goes back to, when Discord's word on its last switch was lost and it has not followed yet. */
export async function lostSwitch(
  db: Db,
  { guild_id, ticket_id }: TicketKey,
): Promise<Pick<WantedBySwitch, 'place'> & { ours: string[] }> {
  const row = await db
    .selectFrom('effects')
    .where('guild_id', '=', guild_id)
    .where('kind', '=', channelEffect)
    .where('key', '=', `${ticket_id}:panel:all`)
    .select('wanted')
    .executeTakeFirst();
  const { place, ours = [], goes_back } = (row?.wanted ?? {}) as WantedBySwitch; // A switch wrote it.
  return { ...(goes_back && place && { place }), ours };
}
