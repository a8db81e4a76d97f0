import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { levels, pino } from 'pino';
import { isExpectedWarning, isHandled } from './handled.ts';
import { describeError, readServerErrors } from './server-log.ts';

/**
 * Fails a test for what went wrong beside its assertions: an error in the log of the database server, and a warning in the
 * program's. The server's log, and not what a client was answered, because only there stand the statements of
 * started programs and of functions whose callers drop the error. The server writes before it answers, so what a test
 * caused is in the file when the test ends; the database, which is of one worker alone, tells whose it is.
 */

interface Allowed {
  databaseErrors: RegExp[];
  warnings: RegExp[];
}

const nothing = (): Allowed => ({ databaseErrors: [], warnings: [] });
const allowed = { file: nothing(), test: nothing() };
/** Where a call of allow...() belongs: while a file is collected and in its beforeAll() to the file. */
let scope: keyof typeof allowed = 'file';

const found = { databaseErrors: [] as string[], warnings: [] as string[] };

/** PostgreSQL may log an error that the pattern fits (SQLSTATE, message, statement ...): in this test, or in this file. */
export function allowDatabaseError(pattern: RegExp): void {
  allowed[scope].databaseErrors.push(pattern);
}

/** The program may log a warning or an error, of which the pattern fits the line of JSON: in this test, or in this file. */
export function allowWarning(pattern: RegExp): void {
  allowed[scope].warnings.push(pattern);
}

export function beginFile(): void {
  scope = 'file';
  allowed.file = nothing();
  allowed.test = nothing();
  found.databaseErrors.length = 0;
  found.warnings.length = 0;
}

export function beginTest(): void {
  scope = 'test';
  allowed.test = nothing();
}

/** What nobody allowed. Ends the test, so that what is allowed from here on is the file's. */
export function takeOffences(): string[] {
  readServerLog();
  const isAllowed = (kind: keyof Allowed) => (text: string) =>
    [...allowed.file[kind], ...allowed.test[kind]].some((pattern) => pattern.test(text));
  const offences = [
    ...found.databaseErrors.splice(0).filter((text) => !isAllowed('databaseErrors')(text)),
    ...found.warnings
      .splice(0)
      .filter((line) => !isAllowed('warnings')(line))
      .map((line) => `The program logged a warning: ${line}`),
  ];
  scope = 'file';
  allowed.test = nothing();
  return offences;
}

/** A line of a log, in JSON or not: kept when it is a warning or worse. */
export function noteLogLine(line: string): void {
  if (!line.startsWith('{')) return;
  const { level } = JSON.parse(line) as { level?: number };
  if (level !== undefined && level >= (levels.values.warn ?? 40) && !isExpectedWarning(line))
    found.warnings.push(line.trim());
}

/** The log of a program that runs inside the test. */
export const watchedLog = () => pino({ level: 'warn' }, { write: noteLogLine });

/** As a server that ended with the test logged it. */
export function noteServerLog(text: string): void {
  for (const error of readServerErrors(text))
    if (!isHandled(error)) found.databaseErrors.push(describeError(error));
}

const databases = new Set<string>();
let log: { file: string; read: number } | undefined;

/** Errors in this database are the worker's own from here on. */
export function watchDatabase(name: string, log_file: string | undefined): void {
  databases.add(name);
  if (log_file) log ??= { file: log_file, read: 0 };
}

function readServerLog(): void {
  if (!log) return;
  for (const error of readServerErrors(readMore(log)))
    if (databases.has(error.database) && !isHandled(error)) found.databaseErrors.push(describeError(error));
}

/** Whole lines that came since. */
function readMore(file: { file: string; read: number }): string {
  const opened = openSync(file.file, 'r');
  try {
    const { size } = fstatSync(opened);
    if (size <= file.read) return '';
    const bytes = Buffer.alloc(size - file.read);
    const { length } = bytes.subarray(0, readSync(opened, bytes, 0, bytes.length, file.read));
    const whole = bytes.subarray(0, length).lastIndexOf('\n') + 1;
    file.read += whole;
    return bytes.toString('utf8', 0, whole);
  } finally {
    closeSync(opened);
  }
}
