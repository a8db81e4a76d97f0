import { AppError } from '@tickets/contract/platform/errors';
import type { Logger } from 'pino';
import { isAway, isDatabaseOutage } from './db/outage.ts';
import { isSilence } from './discord/failures.ts';

/**
 * For work that repeats itself, or that an outage lets wait: `logOutages` and the guard of Discord's client say once, for all
 * that fails, that the database or Discord is away. Everything else is a mistake, which no further try mends.
 */
export function warnUnlessOutage(
  log: Logger,
  err: unknown,
  message: string,
  of: object = {},
  level: 'warn' | 'error' = 'warn',
): void {
  const cause = causeOf(err);
  if (isSilence(cause)) log.debug({ because: cause.message, ...of }, message);
  else if (isOutage(err)) log.debug({ err, ...of }, message);
  else log[level]({ err, ...of }, message);
}

/** Whether Discord, or the database, did not answer. */
export function isOutage(err: unknown): boolean {
  const cause = causeOf(err);
  return isSilence(cause) || isAway(cause) || isDatabaseOutage(cause);
}

const causeOf = (err: unknown) => (err instanceof AppError ? (err.cause ?? err) : err);
