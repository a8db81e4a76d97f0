import { DiscordAPIError, HTTPError } from '@discordjs/rest';
import { CannotSendMessagesToThisUserErrorCodes, RESTJSONErrorCodes } from 'discord-api-types/v10';

/** Whether Discord answered with one of these codes. */
export function hasDiscordCode(error: unknown, ...codes: number[]): error is DiscordAPIError {
  return error instanceof DiscordAPIError && codes.includes(Number(error.code));
}

/** Discord's answer did not come: it took too long, or the connection broke. It may have done what it was asked. */
export class NoAnswer extends Error {
  constructor(cause: unknown, message = 'Discord did not answer') {
    super(message, { cause });
  }
}

/** Whether Discord, or the way to it, was down: no answer came, or one that says so. */
export function isSilence(error: unknown): error is Error {
  return (
    error instanceof NoAnswer ||
    ((error instanceof DiscordAPIError || error instanceof HTTPError) && error.status >= 500)
  );
}

/** Discord opens no more direct messages for the bot for now. It says so with 403, in some places with 400. */
export const opensTooManyDirectMessages = (error: unknown) =>
  hasDiscordCode(error, RESTJSONErrorCodes.OpeningDirectMessagesTooFast);

/**
 * Whether Discord did not authorise the bot's own token. A webhook's or an interaction's token, which Discord refuses
 * under a code of its own, says nothing about the bot's; nor does the account of the bot's owner being without
 * two-factor authentication, which some routes answer with 401.
 */
export function isUnauthorized(error: unknown): error is DiscordAPIError {
  return (
    error instanceof DiscordAPIError &&
    error.status === 401 &&
    !hasDiscordCode(
      error,
      RESTJSONErrorCodes.InvalidWebhookToken,
      RESTJSONErrorCodes.TwoFactorAuthenticationIsRequired,
    )
  );
}

/**
 * Whether Discord understood the request and said no, so that asking again is no use. Everything else (an outage, a
 * timeout, a broken connection) leaves open whether the request had its effect, or can be asked again later.
 */
export function isRefusal(error: unknown): error is DiscordAPIError {
  return (
    error instanceof DiscordAPIError &&
    error.status >= 400 &&
    error.status < 500 &&
    error.status !== 429 &&
    !opensTooManyDirectMessages(error) &&
    !isUnauthorized(error)
  );
}

/** Whether Discord refused what a message says, so that it may take another one. */
export const refusesContent = (error: unknown): error is DiscordAPIError =>
  hasDiscordCode(
    error,
    RESTJSONErrorCodes.InvalidFormBodyOrContentType,
    RESTJSONErrorCodes.RequestBodyContainsInvalidJSON,
    RESTJSONErrorCodes.CannotSendAnEmptyMessage,
    RESTJSONErrorCodes.RequestEntityTooLarge,
    RESTJSONErrorCodes.MessageWasBlockedByAutomaticModeration,
    RESTJSONErrorCodes.MessageBlockedByHarmfulLinksFilter,
  );

/** Whether the bot lacks a permission, which it may get; also of a refusal that was put into our words. */
export function lacksPermission(error: unknown): boolean {
  if (isRefusal(error)) return error.status === 403;
  return error instanceof Error && lacksPermission(error.cause);
}

export const isUnknownChannel = (error: unknown) => hasDiscordCode(error, RESTJSONErrorCodes.UnknownChannel);

/**
 * Whether a person takes no direct messages from the bot, or cannot: a deleted account, or another bot. Any other refusal is our
 * fault.
 */
export const takesNoMessages = (error: unknown) =>
  hasDiscordCode(error, ...CannotSendMessagesToThisUserErrorCodes, RESTJSONErrorCodes.InvalidRecipients);

/** Returns the value, or undefined where Discord said no for good. */
export async function unlessRefused<T>(
  work: Promise<T>,
  onRefusal: (error: DiscordAPIError) => unknown,
): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await onRefusal(error);
    return undefined;
  }
}
