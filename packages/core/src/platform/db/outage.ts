import { AppError } from '@tickets/contract/platform/errors';
import pg from 'pg';
import { DatabaseSlowError, DatabaseUnreachableError } from './patience.ts';

/** Lost connections, no resources (a full disk too), ended by an operator or by a time limit, faults of the system. */
const states = /^((08|53|57|58)[0-9A-Z]{3}|25P03)$/;
const diskFull = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/**
 * Whether the database takes no changes, although it may answer: a managed one whose disk is full, or a standby after a
 * failover.
 */
export const isReadOnly = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code === '25006';

/** A wrong user, password or database. Only new connections are refused; those that stand go on working. */
const login = new Set(['28000', '28P01', '3D000']);

/** Whether the server refuses new connections, for example because the password was changed. */
export const refusesLogin = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError &&
  // The last is a database that allows no connections; an ordinary statement can fail with its code, too.
  (login.has(error.code ?? '') || (error.code === '55000' && error.severity === 'FATAL'));

/** Whether a statement failed because the database was away or takes no changes, so that it may work later. */
export function isDatabaseOutage(error: unknown): boolean {
  if (error instanceof DatabaseUnreachableError || isReadOnly(error) || refusesLogin(error)) return true;
  return error instanceof pg.DatabaseError && states.test(error.code ?? '');
}

/** Whether the database, or the way to it, failed a statement for whatever reason: it says nothing about Discord. */
export const isOfDatabase = (error: unknown): boolean =>
  error instanceof pg.DatabaseError || error instanceof DatabaseUnreachableError;

/** Whether the server refused one more connection. */
export const hasNoPlace = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code === '53300';

/** Of the connection itself, and of a server that starts, ends or takes no more connections. */
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '53300',
]);

/** Whether an error says that the database itself is away, and not that it refused one statement. */
export function isAway(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseUnreachableError || refusesLogin(error)) return true;
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  return (
    awayCodes.has(code) ||
    // The socket of a server on this machine goes with the server.
    (code === 'ENOENT' && syscall === 'connect') ||
    /^(08|57P|58|25P03)/.test(code) ||
    /^Connection terminated|timeout expired$|^Query read timeout|is not queryable$/.test(error.message)
  );
}

/** What a person is told when the database or the disk keeps us from working; undefined for every other error. */
export function toldOfDatabase(error: unknown): AppError | undefined {
  const isDiskFull = error instanceof Error && 'code' in error && diskFull.has(String(error.code));
  if (isDiskFull) return new AppError('service.disk_full', { cause: error });
  if (isSlow(error)) return new AppError('service.database_slow', { cause: error });
  if (isDatabaseOutage(error)) return new AppError('service.database_down', { cause: error });
  return undefined;
}

/** Its caller gave up, or PostgreSQL ended it (57014) by the limit of our role. */
const isSlow = (error: unknown) =>
  error instanceof DatabaseSlowError || (error instanceof pg.DatabaseError && error.code === '57014');
