import type { Db } from '../db/db.ts';
import { Resting } from './bot-calls.ts';
import type { Discord } from './discord.ts';
import { opensTooManyDirectMessages } from './failures.ts';

/**
 * The channel of the direct messages between the bot that acts and a person. Discord is asked for it once: it refuses
 * a bot that opens many in a short time (`opensTooManyDirectMessages`), and the channel of two accounts never changes.
 */
export async function directChannel(
  { db, discord }: { db: Db; discord: Discord },
  user_id: string,
): Promise<string> {
  const bot_id = discord.user_id;
  const kept = await db
    .selectFrom('direct_channels')
    .where('bot_id', '=', bot_id)
    .where('user_id', '=', user_id)
    .select('channel_id')
    .executeTakeFirst();
  if (kept) return kept.channel_id;
  const { id: channel_id } = await discord.api.users.createDM(user_id);
  await db
    .insertInto('direct_channels')
    .values({ bot_id, user_id, channel_id })
    .onConflict((conflict) => conflict.columns(['bot_id', 'user_id']).doUpdateSet({ channel_id }))
    .execute();
  return channel_id;
}

/** Whether a direct message can be sent later, because it is too many just now. */
export const isTooManyNow = (error: unknown): boolean =>
  opensTooManyDirectMessages(error) || error instanceof Resting;

/** How long a message waits that Discord had no direct message opened for. */
const RETRY_AFTER_MS = 10 * 60_000;

/** When Discord is asked again for a direct message that it did not let the bot open. */
export const directRetryAt = (now: Date): Date => new Date(now.getTime() + RETRY_AFTER_MS);
