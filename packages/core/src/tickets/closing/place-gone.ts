import type { Context } from '../../platform/context.ts';
import { ticketChannelGone } from '../model/begin-closing.ts';

/**
 * A channel or category was deleted in Discord: the ticket in it is over, and so are the tickets in its threads, of
 * whose deletion Discord says nothing. Settings that named it are unset.
 */
export async function ticketPlaceGone(
  ctx: Context,
  { guild_id, channel_id }: { guild_id: string; channel_id: string },
): Promise<void> {
  const settings = () => ctx.db.updateTable('guild_settings').where('guild_id', '=', guild_id);
  await settings().where('archive_channel', '=', channel_id).set({ archive_channel: null }).execute();
  await settings().where('category', '=', channel_id).set({ category: null }).execute();
  await settings()
    .where('overflow_category_id', '=', channel_id)
    .set({ overflow_category_id: null, overflow_enabled: false })
    .execute();

  await ticketChannelGone(ctx, { guild_id, channel_id });
  const inThreads = await ctx.db
    .selectFrom('tickets')
    .where('guild_id', '=', guild_id)
    .where('parent_id', '=', channel_id)
    .where('is_thread', '=', true)
    .where('status', '=', 'open')
    .select('channel_id')
    .execute();
  for (const thread of inThreads)
    if (thread.channel_id) await ticketChannelGone(ctx, { guild_id, channel_id: thread.channel_id });
}
