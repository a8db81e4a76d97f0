import type { Context } from '@tickets/core/platform/context';
import { randomId } from '../data/factories.ts';

/** A bot is in a server and hears nothing there, as while it waits for another token. Returns what makes it hear again. */
export async function deafBot({ db, clock }: Context, guild_id: string): Promise<() => Promise<unknown>> {
  await db.insertInto('bot_guilds').values({ guild_id, bot_id: randomId(), is_trusted: true }).execute();
  const set = (left_at: Date | null) =>
    db.updateTable('guilds').set({ left_at }).where('guild_id', '=', guild_id).execute();
  await set(clock.now());
  return () => set(null);
}
