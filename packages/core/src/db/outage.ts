import pg from 'pg';
import { DatabaseUnreachableError } from './patience.ts';

/** Where PostgreSQL does not listen, or its connection broke. */
const broken = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND']);

/** The driver's own errors have no code. */
const driverWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/;

/** Lost connections, no resources (a full disk too), ended by an operator or by a time limit, faults of the system. */
const states = /^(08|53|57|58)/;

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
