import { AppError } from '@tickets/contract/errors';
import pg from 'pg';
import { DatabaseUnreachableError } from './patience.ts';

/** Where PostgreSQL does not listen, or its connection broke. */
const broken = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND']);

/** The driver's own errors have no code. */
const driverWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/;

/**
 * Classes of PostgreSQL's errors (appendix A of its manual): lost connections, no resources (a full disk too), ended by an
 * operator or by a time limit, faults of the system.
 */
const states = /^(08|53|57|58)/;
const diskFull = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** Whether a statement failed because the database was away, so that the same statement may work later. */
export function isDatabaseOutage(error: unknown): boolean {
  if (error instanceof DatabaseUnreachableError) return true;
  if (error instanceof pg.DatabaseError) return states.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException; // Errors of sockets have both.
  if (code === undefined) return driverWords.test(error.message);
  // Without a server there is no socket file either.
  return broken.has(code) || (code === 'ENOENT' && syscall === 'connect');
}

/** What a person is told when the database or the disk keeps us from working; undefined for every other error. */
export function toldOfOutage(error: unknown): AppError | undefined {
  const cause = { cause: error };
  if (error instanceof Error && 'code' in error && diskFull.has(String(error.code)))
    return new AppError('service.disk_full', cause);
  return isDatabaseOutage(error) ? new AppError('service.database_down', cause) : undefined;
}
