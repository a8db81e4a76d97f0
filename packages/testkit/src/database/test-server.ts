import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseNamed, withClient } from '@tickets/core/platform/db/embedded/connection';
import { lockDataDir } from '@tickets/core/platform/db/embedded/data-dir-lock';
import { startEmbeddedPostgres, stopOrphan } from '@tickets/core/platform/db/embedded/supervisor';
import { migrate } from '@tickets/core/platform/db/migrate';
import { type EmptyState, readEmptyState } from './database-emptying.ts';

export interface TestServer {
  /** Of a database from which others can be made and dropped. */
  url: string;
  /** A migrated database that nobody connects to. */
  template: string;
  /** How a database looks that is as the template; only on a server of our own, whose superuser we are. */
  empty: EmptyState | undefined;
  /** Where a server of our own logs. */
  log_file: string | undefined;
}

interface RunningServer extends TestServer {
  stop(): Promise<void>;
}

const PREFIX = 'tickets-test-';
const quiet = { info: () => undefined, warn: console.warn, error: console.warn };

/** Starts a server on throw-away data, or uses the given one, and makes the template that databases are cloned from. */
export async function startTestServer(existing: string | undefined): Promise<RunningServer> {
  const server = existing
    ? { url: existing, log_file: undefined, stop: async () => undefined }
    : await startThrowAwayServer();
  const template = `template_${randomBytes(6).toString('hex')}`;
  await withClient(server.url, (client) => client.query(`CREATE DATABASE ${template}`));
  const template_url = databaseNamed(server.url, template);
  await migrate(template_url);
  return {
    url: server.url,
    log_file: server.log_file,
    template,
    empty: existing ? undefined : await withClient(template_url, readEmptyState),
    async stop() {
      if (existing)
        await withClient(existing, (client) => client.query(`DROP DATABASE ${template} WITH (FORCE)`));
      await server.stop();
    },
  };
}

async function startThrowAwayServer() {
  const { dir, remove } = await throwAwayFolder();
  const server = await startEmbeddedPostgres({
    dataDir: dir,
    durable: false,
    log: quiet,
    maxConnections: 300,
  });
  return {
    url: server.url,
    log_file: server.log_file,
    async stop() {
      await server.stop();
      await remove();
    },
  };
}

/** A data folder with a migrated database without rows, whose server has stopped. It may be copied until it is removed. */
export async function makeDataFolder(): Promise<ThrowAwayFolder> {
  const folder = await throwAwayFolder();
  const server = await startEmbeddedPostgres({ dataDir: folder.dir, durable: true, log: quiet });
  await migrate(server.url);
  await server.stop();
  return folder;
}

interface ThrowAwayFolder {
  dir: string;
  remove(): Promise<void>;
}

/** Locked as long as this process lives, so that the next run sees what a killed one left. */
async function throwAwayFolder(): Promise<ThrowAwayFolder> {
  await sweep();
  const dir = await mkdtemp(join(tmpdir(), PREFIX));
  // The account that runs the server must get through; what is inside is closed to others.
  await chmod(dir, 0o755);
  const lock = await lockDataDir(dir);
  return {
    dir,
    async remove() {
      await lock.release();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Removes what killed runs left: a folder whose lock nobody holds. Young ones may not have theirs yet. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const dir = join(tmpdir(), name);
    const info = await stat(dir).catch(() => undefined);
    if (!info || Date.now() - info.mtimeMs < 60_000) continue;
    const lock = await lockDataDir(dir).catch(() => undefined);
    if (!lock) continue;
    await stopOrphan(dir);
    await lock.release();
    await rm(dir, { recursive: true, force: true });
  }
}
