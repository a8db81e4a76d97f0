import { chmodSync, closeSync, existsSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { destination, type Logger, pino } from 'pino';
import { readableLine } from './log-lines.ts';

/** Names under which secrets travel; their values never reach a log. */
const secretNames = [
  'token',
  'access_token',
  'refresh_token',
  'client_secret',
  'password',
  'authorization',
  'cookie',
  'secret',
  'connectionString',
];

const FILE_BYTES_MAX = 20 * 1024 ** 2;
/** Of lines that a full disk does not take; they are written when it does. */
const UNWRITTEN_BYTES_MAX = 1024 ** 2;

/** To a file in the data folder with the demo, else to standard output: readable on a terminal, JSON otherwise. */
export function createLog(options: { level: string; fileIn?: string }): Logger {
  const file = options.fileIn && logFile(options.fileIn);
  const isRead = !file && process.stdout.isTTY;
  const target = isRead
    ? { write: (line: string) => void process.stdout.write(readableLine(line)) }
    : fileOrOutput(file);
  return pino(
    {
      level: options.level,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.*.*.${name}`]),
        censor: '[secret]',
      },
    },
    target,
  );
}

function fileOrOutput(file: string | undefined) {
  const target = destination({ dest: file ?? 1, sync: true, maxLength: UNWRITTEN_BYTES_MAX });
  target.on('error', tellOnce());
  return target;
}

/** A log that cannot be written is no reason to end. It is told where someone may see it. */
function tellOnce(): (error: Error) => void {
  let isTold = false;
  return (error) => {
    if (!isTold) process.stderr.write(`The log cannot be written: ${error.message}\n`);
    isTold = true;
  };
}

/** Begins again when the last one has grown large, and keeps that one. Only the owner may read them. */
function logFile(folder: string): string {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  const file = join(folder, 'tickets.log');
  if (existsSync(file) && statSync(file).size > FILE_BYTES_MAX) renameSync(file, `${file}.old`);
  closeSync(openSync(file, 'a', 0o600));
  if (statSync(file).isFile()) chmodSync(file, 0o600);
  return file;
}
