import type { Context } from './context.ts';
import { inServer } from './discord/bots.ts';
import { forServer } from './discord/served-server.ts';
import { warnUnlessOutage } from './outages.ts';

const AT_ONCE = 8;
const PASS_MS = 10_000;

/** Whether there is time left for one more call to Discord. What is left then comes in the next pass. */
export type HasTime = () => boolean;

/** For one server, so that others come to their turn. */
export function passTime(): HasTime {
  const until = performance.now() + PASS_MS;
  return () => performance.now() < until;
}

/**
 * Does something for each of many servers, a few at a time, by the bot that serves it. What goes wrong in one is told in the log
 * (`failed`), and keeps no other from its turn.
 */
export async function eachServer(
  ctx: Context,
  guild_ids: Iterable<string>,
  failed: string,
  work: (ctx: Context, guild_id: string) => Promise<unknown>,
): Promise<void> {
  const waiting = [...guild_ids];
  const worker = async () => {
    for (let guild_id = waiting.shift(); guild_id !== undefined; guild_id = waiting.shift())
      try {
        await forServer(guild_id, () => work(inServer(ctx, guild_id), guild_id));
      } catch (err) {
        warnUnlessOutage(ctx.log, err, failed, { guild_id });
      }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
