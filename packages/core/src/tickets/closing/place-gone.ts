import { picked } from '@tickets/contract/platform/fields';
import type { Context } from '../../platform/context.ts';
import { changeSettings } from '../../settings/change.ts';
import { settingsIn } from '../../settings/rows.ts';
import { heldSettings, recordSettings } from '../../settings/save.ts';
import { ticketChannelGone } from '../model/begin-closing.ts';

/**
 * A channel or category was deleted in Discord: the ticket in it is over, and so are the tickets in its threads, of
 * whose deletion Discord says nothing. Settings that named it are unset; overflow stays on, and goes outside any category.
 */
export async function ticketPlaceGone(
  ctx: Context,
  { guild_id, channel_id }: { guild_id: string; channel_id: string },
): Promise<void> {
  await unsetInSettings(ctx, { guild_id, channel_id });
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

const places = ['archive_channel', 'category', 'overflow_category_id'] as const;

const byDeletion = {
  user_id: null,
  source: 'system' as const,
  because: 'the channel or category was deleted in Discord',
};

async function unsetInSettings(
  { db }: Context,
  { guild_id, channel_id }: { guild_id: string; channel_id: string },
): Promise<void> {
  // Most channels that go are those of tickets: nothing is held for them.
  const named = await db
    .selectFrom('guild_settings')
    .where('guild_id', '=', guild_id)
    .where((eb) => eb.or(places.map((place) => eb(place, '=', channel_id))))
    .select('guild_id')
    .executeTakeFirst();
  if (!named) return;
  await db.transaction().execute(async (tx) => {
    const before = await heldSettings(tx, guild_id);
    const after = { ...before };
    for (const place of places) if (before[place] === channel_id) after[place] = null;
    await changeSettings(tx, guild_id, picked(after, places));
    await recordSettings(tx, byDeletion, guild_id, {
      before: settingsIn(before),
      after: settingsIn(after),
    });
  });
}
