import { BackupProblem } from '@tickets/core/backups/problem';
import {
  JobsNotPrepared,
  NewerSchemaError,
  SchemaBusyError,
  TablesElsewhereError,
} from '@tickets/core/platform/db/migrate';
import { refusesLogin } from '@tickets/core/platform/db/outage';
import { DatabaseUnreachableError } from '@tickets/core/platform/db/patience';
import { deniedRight, rightsWanted } from '@tickets/core/platform/db/rights';
import { ServerTooOldError } from '@tickets/core/platform/db/server-version';
import { tlsTrouble } from '@tickets/core/platform/db/tls-trouble';
import { StartupError } from '@tickets/core/platform/startup-error';

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOENT',
]);

/** That the database is away, and what a person can see to. Without the stop at its end. */
export function databaseIsAway(error: Error): string {
  const { code = '', address } = error as NodeJS.ErrnoException & { address?: string };
  return (
    `The database does not answer${address ? ` at ${address}` : ''}: ${error.message || code}. Check that the PostgreSQL server runs and that ` +
    'DATABASE_URL names its host and port'
  );
}

export const databaseIsReadOnly =
  'The database answers, and takes no changes: it is read-only. See whether its disk is full, or whether DATABASE_URL leads to a standby';

/** What a person has to mend, in words; undefined for what is a mistake of ours, which is shown with its stack. */
export function sentenceOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (
    [
      StartupError,
      NewerSchemaError,
      SchemaBusyError,
      TablesElsewhereError,
      JobsNotPrepared,
      ServerTooOldError,
      BackupProblem,
    ].some((kind) => error instanceof kind)
  )
    return error.message;
  if (error instanceof DatabaseUnreachableError && error.cause) return sentenceOf(error.cause);
  const tls = tlsTrouble(error);
  if (tls) return `${tls.text}. ${tls.fix}`;
  const { code = '', syscall, path } = error as NodeJS.ErrnoException;
  const isOfDatabase = syscall === 'connect' || syscall === 'getaddrinfo' || syscall === 'read';
  if ((unreachable.has(code) && isOfDatabase) || /timeout expired|Connection terminated/.test(error.message))
    return `${databaseIsAway(error)}, and start again.`;
  if (
    code === 'EACCES' ||
    code === 'EPERM' ||
    code === 'EROFS' ||
    (code === 'ENOENT' && path && syscall === 'mkdir')
  )
    return `${path ?? 'A file'} cannot be written (${code}). Give the account that runs Tickets its data folder (chown), or name another one with --data-dir or DATA_DIR.`;
  if (code === 'ENOTDIR') return `There is a file where a folder is expected: ${path}. Name a folder.`;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `The disk is full: ${path ?? error.message}. Free some space, or name a data folder on another disk with --data-dir or DATA_DIR.`;
  // Found free a moment ago, it was taken while the program started.
  if (code === 'EADDRINUSE')
    return `A port is taken by another program: ${error.message}. Stop that one, or name another port with --port or --sim-port.`;
  if (deniedRight(error))
    return `The database does not let the program do what it has to: ${error.message}. ${rightsWanted}`;
  if (!('severity' in error)) return undefined;
  if (refusesLogin(error))
    return `The database refuses the program: ${error.message}. Correct the user, the password and the name of the database in DATABASE_URL, and start again.`;
  // It ends the session that is about to begin; a statement of ours that fails so ends nothing.
  if (error.severity === 'FATAL' && (code === '42704' || code === '22023'))
    return `The database refuses what DATABASE_URL sets: ${error.message}. Correct its options.`;
  if (code === '25006') return `${databaseIsReadOnly}, and start again.`;
  if (code === '3F000')
    return `The database has no schema public, in which the program makes its tables: ${error.message}. Run in it as an administrator: create schema public; grant all on schema public to <user>;`;
  if (code === '53100')
    return `The disk of the database is full: ${error.message}. Free some space there, and start again.`;
  if (code === '57P03' || code === '53300')
    return `The database does not take the program at the moment: ${error.message}. Start again in a moment, or allow more connections (max_connections, or the limit of its user).`;
  return undefined;
}
