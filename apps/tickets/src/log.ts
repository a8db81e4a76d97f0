import { mkdirSync } from 'node:fs';
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

/** To a file in the data folder where a person watches the terminal, else to standard output. */
export function createLog(options: { level: string; fileIn?: string }): Logger {
  if (options.fileIn) mkdirSync(options.fileIn, { recursive: true });
  const target = options.fileIn
    ? destination({ dest: join(options.fileIn, 'tickets.log'), sync: true })
    : destination(1);
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
