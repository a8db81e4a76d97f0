import type { Context } from '../../platform/context.ts';
import { isRefusal, lacksPermission } from '../../platform/discord/failures.ts';

/**
 * To be asked of what Discord refused while a ticket closed. Throws where the bot that acts has left the server meanwhile: that
 * says nothing of what it wanted to do, and another of our bots may go on.
 */
export async function checkStillThere(
  { discord }: Context,
  guild_id: string,
  refusal: unknown,
): Promise<void> {
  if (!lacksPermission(refusal)) return;
  try {
    await discord.api.guilds.get(guild_id);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new Error('the bot left the server while it closed a ticket', { cause: error });
  }
}
