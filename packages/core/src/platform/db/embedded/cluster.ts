import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, lstat, open, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from '../../files/ignore-missing.ts';
import { StartupError } from '../../startup-error.ts';
import type { Binaries } from './binaries.ts';
import { ROLE } from './connection.ts';
import type { Home } from './home.ts';

const LOG_BYTES_MAX = 5 * 1024 * 1024;

/** Makes the data folder when there is none yet, and refuses one that another version wrote. */
export async function prepareCluster(home: Home, binaries: Binaries, durable: boolean): Promise<void> {
  const version = (await readFile(join(home.data, 'PG_VERSION'), 'utf8').catch(ignoreMissing))?.trim();
  if (version === undefined) return initialise(home, binaries, durable);
  if (version !== binaries.majorVersion) {
    throw new StartupError(
      `The data in ${home.data} was written by PostgreSQL ${version}; this program brings PostgreSQL ` +
        `${binaries.majorVersion}, which cannot read it. To keep the data, dump it with a PostgreSQL ${version} server ` +
        `on that folder and restore it into the server that DATABASE_URL names; to start empty, move ${home.dir} away.`,
    );
  }
}

/** Made beside its place and moved there when complete, so that a crash leaves no half of one. */
async function initialise(home: Home, binaries: Binaries, durable: boolean): Promise<void> {
  if (await lstat(home.data).catch(ignoreMissing)) {
    throw new StartupError(
      `${home.data} exists, but is no PostgreSQL data folder. Move it away and start again.`,
    );
  }
  const half = `${home.data}.part`;
  await rm(half, { recursive: true, force: true });
  const pwfile = join(home.dir, 'password.new');
  const password = randomBytes(24).toString('base64url');
  await writeFile(pwfile, password, { mode: 0o600 });
  if (home.account) await chown(pwfile, home.account.uid, home.account.gid);
  await runLogged(home, binaries.initdb, [
    `--pgdata=${half}`,
    `--username=${ROLE}`,
    `--pwfile=${pwfile}`,
    '--auth=scram-sha-256',
    // The password is 24 random bytes: stretching it would only make each connection slower.
    '--set=scram_iterations=1',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ]);
  await rename(pwfile, home.passwordFile);
  await rename(half, home.data);
}

async function runLogged(home: Home, command: string, args: string[]): Promise<void> {
  const log = await openLog(home);
  try {
    const child = spawn(command, args, {
      ...home.account,
      cwd: home.dir,
      env: serverEnv(),
      stdio: ['ignore', log.fd, log.fd],
    });
    const { promise, resolve, reject } = Promise.withResolvers<number | null>();
    child.once('error', reject).once('exit', resolve);
    const code = await promise.catch((cause: NodeJS.ErrnoException) => {
      throw new StartupError(cannotRun(command, cause), { cause });
    });
    if (code === 0) return;
    const said = await logTail(home);
    requireRoom(home, said);
    const nameless = said.includes('could not look up effective user ID')
      ? '\nAdd the account that runs Tickets to /etc/passwd, run it as another one, or set DATABASE_URL.'
      : '';
    throw new StartupError(`PostgreSQL could not set up ${home.dir}:\n${said}${nameless}`);
  } finally {
    await log.close();
  }
}

/** Throws where the server or its tools say that the disk is full. */
export function requireRoom(home: Home, said: string): void {
  if (!/No space left on device|Disk quota exceeded/.test(said)) return;
  throw new StartupError(
    `The disk of ${home.dir} is full: PostgreSQL needs some hundred megabytes there. Free some space, or name a folder on another disk with --data-dir or DATA_DIR.`,
  );
}

export function cannotRun(command: string, cause: NodeJS.ErrnoException): string {
  return (
    `The built-in PostgreSQL does not run on this machine (${command}: ${cause.code}). It needs a Linux with glibc ` +
    '(not Alpine), macOS or Windows. Set DATABASE_URL to a PostgreSQL server (15 or newer) instead.'
  );
}

/** Nothing of our environment is meant for the server, and PG* variables in it would mislead it. */
export function serverEnv(): NodeJS.ProcessEnv | undefined {
  return process.platform === 'win32' ? undefined : { LC_ALL: 'C', TZ: 'UTC' };
}

/** The server writes to a file, not to a pipe of ours, because it may outlive us. */
export async function openLog(home: Home) {
  const size = (await lstat(home.log).catch(ignoreMissing))?.size ?? 0;
  if (size > LOG_BYTES_MAX) await truncate(home.log);
  return open(home.log, 'a', 0o600);
}

export async function logTail(home: Home): Promise<string> {
  const text = await readFile(home.log, 'utf8').catch(ignoreMissing);
  return (text ?? '').trim().split('\n').slice(-8).join('\n');
}
