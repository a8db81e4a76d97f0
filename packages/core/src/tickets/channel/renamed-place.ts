import { deletedUser } from '@tickets/contract/platform/names';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import { findTicketByChannel, keyOf } from '../model/find.ts';

interface Renamed {
  guild_id: string;
  channel_id: string;
}

/** Tells everyone who looks at a ticket that its channel is called otherwise now. */
export async function ticketChannelRenamed(ctx: Context, { guild_id, channel_id }: Renamed): Promise<void> {
  const ticket = await findTicketByChannel(ctx.db, guild_id, channel_id);
  if (ticket?.status === 'open') ctx.events.publish({ type: 'ticket.changed', ...keyOf(ticket) });
}

/** Keeps the name of a ticket's thread, as the gateway reports it. It may name an opener who was erased, and is then not kept. */
export async function nameThread(
  ctx: Context,
  { guild_id, channel_id, name }: Renamed & { name: string },
): Promise<void> {
  const renamed = await ctx.db
    .updateTable('tickets')
    .set({ thread_name: name })
    .where('guild_id', '=', guild_id)
    .where('channel_id', '=', channel_id)
    .where('is_thread', '=', true)
    .where('opener_id', '<>', deletedUser.id)
    .where(sql<boolean>`coalesce(thread_name, channel_name) <> ${name}`)
    .returning(['guild_id', 'ticket_id'])
    .executeTakeFirst();
  if (renamed) ctx.events.publish({ type: 'ticket.changed', ...keyOf(renamed) });
}
