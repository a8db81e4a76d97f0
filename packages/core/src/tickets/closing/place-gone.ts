import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import { ticketChannelGone } from '../model/begin-closing.ts';

/**
 * A channel or category was deleted in Discord: the ticket in it is over, and so are the tickets in its threads, of
 * whose deletion Discord says nothing. Settings that named it are unset; overflow stays on, and goes outside any category.
 */
export async function ticketPlaceGone(
  ctx: Context,
  { guild_id, channel_id }: { guild_id: string; channel_id: string },
): Promise<void> {
  await sql`
    update guild_settings set archive_channel = nullif(archive_channel, ${channel_id}), category = nullif(category, ${channel_id}),
      overflow_category_id = nullif(overflow_category_id, ${channel_id})
    where guild_id = ${guild_id} and ${channel_id} in (archive_channel, category, overflow_category_id)`.execute(
    ctx.db,
  );

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
