import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { destination, type Logger, pino } from 'pino';

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

/** To a file in the data folder where a person watches the terminal, else to standard output. */
export function createLog(options: { level: string; fileIn?: string }): Logger {
  const file = options.fileIn && logFile(options.fileIn);
  const target = file ? destination({ dest: file, sync: true }) : destination(1);
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

/** Begins anew when the last one has grown large, and keeps that one. */
function logFile(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'tickets.log');
  if (existsSync(file) && statSync(file).size > FILE_BYTES_MAX) renameSync(file, `${file}.old`);
  return file;
}
