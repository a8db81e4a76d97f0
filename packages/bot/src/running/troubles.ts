import type { Context } from '@tickets/core/platform/context';
import type { Trouble } from './running-bot.ts';

/** Tells a user in a sentence what happened to their bot, and what to do. */
export async function noteTrouble(
  ctx: Context,
  { user_id }: { user_id: string },
  trouble: Trouble,
): Promise<void> {
  ctx.log.warn({ user_id, ...trouble }, "something is wrong with a user's bot");
}
