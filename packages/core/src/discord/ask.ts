import { DiscordAPIError } from '@discordjs/rest';
import { AppError } from '@tickets/contract/errors';

/** Calls Discord; when it does not answer, or with a fault of its own, that is said as such. Its refusals pass through. */
export async function askDiscord<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof DiscordAPIError && error.status < 500) throw error;
    throw new AppError('discord.unavailable', { cause: error });
  }
}
