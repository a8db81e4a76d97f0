import { DiscordAPIError } from '@discordjs/rest';
import { RESTJSONErrorCodes } from 'discord-api-types/v10';

/** Whether Discord said no with one of these codes. */
export function isDiscordError(error: unknown, ...codes: number[]): error is DiscordAPIError {
  return error instanceof DiscordAPIError && codes.includes(Number(error.code));
}

/**
 * Whether Discord refused for good: asking again changes nothing. Everything else (no answer, 5xx, a rate limit, a
 * token that does not work at the moment) may go well later.
 */
export function isRefusal(error: unknown): error is DiscordAPIError {
  return error instanceof DiscordAPIError && error.status !== 429 && error.status !== 401;
}

/** The thing that the request named is not there any more. */
export function isGone(error: unknown): boolean {
  return isDiscordError(
    error,
    RESTJSONErrorCodes.UnknownChannel,
    RESTJSONErrorCodes.UnknownMessage,
    RESTJSONErrorCodes.UnknownGuild,
  );
}

export function isForbidden(error: unknown): boolean {
  return isDiscordError(error, RESTJSONErrorCodes.MissingAccess, RESTJSONErrorCodes.MissingPermissions);
}

/** Answers undefined where Discord refuses for good with one of the codes, else throws on. */
export function unless(...codes: number[]): (error: unknown) => undefined {
  return (error) => {
    if (isDiscordError(error, ...codes)) return undefined;
    throw error;
  };
}

/** Discord's code for a field problem inside a 50035, such as CHANNEL_PARENT_MAX_CHANNELS. */
export function hasFieldError(error: unknown, code: string): boolean {
  return isDiscordError(error, RESTJSONErrorCodes.InvalidFormBodyOrContentType)
    ? JSON.stringify(error.rawError).includes(`"${code}"`)
    : false;
}
