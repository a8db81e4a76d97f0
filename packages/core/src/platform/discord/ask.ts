import { DiscordAPIError, HTTPError, RateLimitError } from '@discordjs/rest';
import { AppError } from '@tickets/contract/platform/errors';
import { isOfDatabase } from '../db/outage.ts';
import { en } from '../texts/en.ts';
import { isRefusal, NoAnswer } from './failures.ts';

/**
 * Calls Discord; when it does not answer, or answers with a fault of its own, that is said as such. Its refusals pass through, and
 * so do errors of the database in what is done beside the call.
 */
export async function askDiscord<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof AppError || isRefusal(error) || isOfDatabase(error)) throw error;
    throw new AppError('discord.unavailable', { cause: error });
  }
}

/** Whether an error of askDiscord() means that Discord gave no usable answer. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'discord.unavailable';

/** Whether asking again is no use: Discord, or a rule of ours, said no. What is silent or broken may answer later. */
export function isFinal(error: unknown): boolean {
  return isRefusal(error) || (error instanceof AppError && !passing.has(error.code));
}

const passing: ReadonlySet<string> = new Set([
  'discord.unavailable',
  // Another process is at the same thing (inTurn).
  'request.rate_limited',
  'service.database_down',
  'service.database_slow',
  'service.disk_full',
  'storage.unreachable',
  'storage.denied',
]);

/** Once more where Discord gave no answer; what is set twice is the same. */
export async function twice<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (isRefusal(error)) throw error;
    return await call();
  }
}

/**
 * For a look whether Discord did what it did not answer: undefined where it says no, or is silent again, because then the first
 * error is told. What is wrong with us goes on.
 */
export async function ifAnswered<T>(look: Promise<T>): Promise<T | undefined> {
  try {
    return await look;
  } catch (error) {
    if (!toldOfDiscord(error)) throw error;
    return undefined;
  }
}

/** Discord's no, in its own words where we have none for its code. */
export function refusedByDiscord(error: DiscordAPIError): AppError {
  const known: Record<string, string> = en.discord;
  return new AppError('discord.refused', {
    params: { reason: known[error.code] ?? error.message },
    // For the doors that speak other languages.
    details: { discord_code: Number(error.code) },
    cause: error,
  });
}

/** What a person is told of an error that came from Discord's client; undefined for any other. */
export function toldOfDiscord(error: unknown): AppError | undefined {
  if (isRefusal(error)) return refusedByDiscord(error);
  const isSilence = [DiscordAPIError, HTTPError, RateLimitError, NoAnswer].some(
    (kind) => error instanceof kind,
  );
  if (isSilence) return new AppError('discord.unavailable', { cause: error });
  return undefined;
}
