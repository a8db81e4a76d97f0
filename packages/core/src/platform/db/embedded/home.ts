import { createHash, randomBytes } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ignoreMissing } from '../../files/ignore-missing.ts';
import { StartupError } from '../../startup-error.ts';
import { type Account, accountFor, canEnter } from './account.ts';

/** Where one embedded server keeps its things. */
export interface Home {
  /** Holds all that follows, except a socket folder that had to be shorter. */
  dir: string;
  data: string;
  log: string;
  passwordFile: string;
  account: Account;
}

/** Nobody can connect without it. */
export async function readPassword({ passwordFile }: Home): Promise<string> {
  const password = (await readFile(passwordFile, 'utf8').catch(ignoreMissing)) ?? '';
  // A power cut can leave zeros.
  if (password.replaceAll('\0', '')) return password;
  throw new StartupError(
    `${passwordFile} is missing or empty, and without the password in it nobody can connect to the built-in PostgreSQL. Put it back from a ` +
      'copy of the data folder. If there is none, restore the newest backup into a new data folder: what happened since is lost.',
  );
}

/** A socket address holds 108 bytes on Linux and 104 on macOS, and ends in `/.s.PGSQL.5432` and a zero. */
const SOCKET_DIR_BYTES_MAX = 104 - '/.s.PGSQL.5432'.length - 1;

/** What a data folder has of its server: the server itself, or where it lies. */
export const homeNames = ['postgres', 'postgres.location'] as const;

/**
 * The server lives in `<dataDir>/postgres`. When we are root and its account cannot enter that folder (below /root,
 * say), it lives in a folder under /var/lib, which `<dataDir>/postgres.location` remembers.
 */
export async function prepareHome(dataDir: string): Promise<Home> {
  await mkdir(dataDir, { recursive: true });
  const pointer = join(dataDir, 'postgres.location');
  const remembered = (await readFile(pointer, 'utf8').catch(ignoreMissing))?.trim();
  // Another folder would look as if all data were gone.
  if (remembered === '')
    throw new StartupError(
      `${pointer} is empty. Write into it which folder below /var/lib/tickets holds the PostgreSQL of ${resolve(dataDir)}.`,
    );
  let dir = remembered ?? join(resolve(dataDir), 'postgres');
  const account = await accountFor(join(dir, 'data'));
  if (!remembered && !canEnter(account, resolve(dataDir))) {
    dir = join('/var/lib/tickets', randomBytes(6).toString('hex'));
    await mkdir(dir, { recursive: true });
    await writeFile(pointer, `${dir}\n`);
  }
  await makePrivate(dir, account);
  if (!canEnter(account, dir)) {
    throw new StartupError(
      `The account that runs PostgreSQL (uid ${account?.uid}) cannot enter ${dir}. Choose another folder with ` +
        '--data-dir, start the program as an ordinary user, or set DATABASE_URL.',
    );
  }
  return {
    dir,
    data: join(dir, 'data'),
    log: join(dir, 'server.log'),
    passwordFile: join(dir, 'password'),
    account,
  };
}

/** A folder of our own whose name is short enough for a socket; `undefined` where there are no such sockets. */
export async function socketDir(home: Home): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined;
  const dir = socketPath(home);
  await makePrivate(dir, home.account);
  // In a shared folder like /tmp someone else may have been there first.
  const made = await lstat(dir);
  if (!made.isDirectory() || made.uid !== (home.account?.uid ?? process.getuid?.())) {
    throw new StartupError(`${dir} belongs to somebody else. Remove it, or choose a shorter --data-dir.`);
  }
  return dir;
}

/** Takes away what a stopped server would leave outside of its home. */
export async function removeSocketDir(home: Home): Promise<void> {
  const dir = socketPath(home);
  if (!dir.startsWith(home.dir)) await rm(dir, { recursive: true, force: true });
}

function socketPath(home: Home): string {
  const near = join(home.dir, 'run');
  if (Buffer.byteLength(near) <= SOCKET_DIR_BYTES_MAX) return near;
  return join(tmpdir(), `tickets-${createHash('sha256').update(home.dir).digest('hex').slice(0, 12)}`);
}

async function makePrivate(dir: string, account: Account): Promise<void> {
  const existing = await lstat(dir).catch(ignoreMissing);
  if (existing?.isSymbolicLink())
    throw new StartupError(`${dir} is a symbolic link; remove it and start again.`);
  if (!existing) await mkdir(dir, { recursive: true, mode: 0o700 });
  if (account && existing?.uid !== account.uid) await chown(dir, account.uid, account.gid);
  if (((existing?.mode ?? 0) & 0o777) !== 0o700) await chmod(dir, 0o700);
}
