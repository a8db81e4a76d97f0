import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Logger } from 'pino';
import { StartupError } from '../../startup-error.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { cannotRun, logTail, openLog, prepareCluster, requireRoom, serverEnv } from './cluster.ts';
import {
  type Address,
  createDatabaseIfMissing,
  databaseUrl,
  waitUntilReady,
  withClient,
} from './connection.ts';
import { type Home, prepareHome, readPassword, removeSocketDir, socketDir } from './home.ts';
import { clearLocks } from './locks.ts';
import { findPostmaster, isAlive, isServerOf, type Postmaster, shutDown } from './postmaster.ts';

export interface EmbeddedPostgresOptions {
  dataDir: string;
  /** False only for throw-away data: nothing is forced to the disk then. */
  durable: boolean;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  maxConnections?: number;
}

export interface EmbeddedPostgres {
  /** Of the database `tickets`. */
  url: string;
  pid: number;
  /** The file into which the server writes what goes wrong. */
  log_file: string;
  /** True when the server of a program that was killed was found alive and goes on. */
  adopted: boolean;
  stop(): Promise<void>;
}

const PORT = 5432;
const READY_TIMEOUT_MS = 120_000;
const WATCH_EVERY_MS = 1_000;

/**
 * Starts the embedded PostgreSQL of a data folder, or takes over the one that a killed program left running, and
 * starts it again should it die. Two programs on one folder must be kept apart before: see `lockDataDir`.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, durable, log } = options;
  const home = await prepareHome(dataDir);
  const binaries = await findBinaries(home.account, home.dir);
  await prepareCluster(home, binaries, durable);

  const found = await adopt(home, binaries, durable);
  let running = found ?? (await launch(home, binaries, options));
  log.info({ server_pid: running.pid, adopted: Boolean(found) }, 'PostgreSQL is ready');
  await createDatabaseIfMissing(running.address, 'tickets');

  let stopping = false;
  let restarting: Promise<void> | undefined;
  async function restartWhenDead(): Promise<void> {
    if (await isAlive(running.pid)) return;
    log.error(
      { server_pid: running.pid, server_log: await logTail(home) },
      'PostgreSQL died; starting it again',
    );
    const again = await launch(home, binaries, { ...options, port: running.address.port });
    running = again;
    if (stopping) await shutDown(again.pid);
  }
  const watch = setInterval(() => {
    restarting ??= restartWhenDead()
      .catch((error: unknown) => log.error({ err: error }, 'PostgreSQL does not start; trying again'))
      .finally(() => {
        restarting = undefined;
      });
  }, WATCH_EVERY_MS).unref();

  return {
    url: databaseUrl(running.address, 'tickets'),
    get pid() {
      return running.pid;
    },
    log_file: home.log,
    adopted: Boolean(found),
    async stop() {
      stopping = true;
      clearInterval(watch);
      await restarting;
      await shutDown(running.pid);
      await removeSocketDir(home);
      log.info('PostgreSQL has stopped');
    },
  };
}

/** Where a running embedded server of this folder can be reached, without starting or taking over anything. */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const home = await prepareHome(dataDir);
  const postmaster = await findPostmaster(home.data);
  return postmaster && databaseUrl(await addressOf(home, postmaster), 'tickets');
}

/** Stops the server that a killed program left on this folder, if it still runs. */
export async function stopOrphan(dataDir: string): Promise<void> {
  const home = await prepareHome(dataDir);
  const postmaster = await findPostmaster(home.data);
  if (postmaster) await shutDown(postmaster.pid);
}

interface Running {
  pid: number;
  address: Address;
}

async function adopt(home: Home, binaries: Binaries, durable: boolean): Promise<Running | undefined> {
  const postmaster = await findPostmaster(home.data);
  if (!postmaster) return undefined;
  const { pid } = postmaster;
  const address = await addressOf(home, postmaster);
  // It may be shutting down or recovering just now: wait for either end.
  const ready = await waitUntilReady(address, () => isServerOf(pid, home.data), READY_TIMEOUT_MS);
  if (!ready) return undefined;
  if (await suits(address, binaries, durable)) return { pid, address };
  await shutDown(pid);
  return undefined;
}

/** An update of the program may have brought newer binaries, and a test may have left a careless server. */
async function suits(address: Address, binaries: Binaries, durable: boolean): Promise<boolean> {
  return withClient(databaseUrl(address, 'postgres'), async (client) => {
    const { rows } = await client.query<{ fsync: string; binary: string }>(
      "SELECT current_setting('fsync') AS fsync, current_setting('cluster_name') AS binary",
    );
    return rows[0]?.fsync === (durable ? 'on' : 'off') && rows[0].binary === clusterName(binaries);
  });
}

/** `cluster_name` is free for our use; it tells which binaries run. */
function clusterName(binaries: Binaries): string {
  return `tickets ${binaries.version}`;
}

async function addressOf(home: Home, postmaster: Postmaster): Promise<Address> {
  return { host: postmaster.host, port: postmaster.port, password: await readPassword(home) };
}

/** Nothing is forced to the disk. Planning a statement anew takes longer than running it on tables that are almost empty. */
const throwAway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  plan_cache_mode: 'force_generic_plan',
};

type LaunchOptions = Pick<EmbeddedPostgresOptions, 'durable' | 'maxConnections'> & { port?: number };

async function launch(home: Home, binaries: Binaries, options: LaunchOptions): Promise<Running> {
  // Before there is a server that nobody could use or stop.
  const password = await readPassword(home);
  const sockets = await socketDir(home);
  await clearLocks(home, sockets);
  const port = sockets ? PORT : (options.port ?? (await freePort()));
  const settings = {
    listen_addresses: sockets ? '' : '127.0.0.1',
    unix_socket_directories: sockets ?? '',
    unix_socket_permissions: '0700',
    cluster_name: clusterName(binaries),
    max_connections: String(options.maxConnections ?? 100),
    shared_buffers: '32MB',
    max_wal_size: '256MB',
    min_wal_size: '32MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Of one statement: more is a runaway's, which would fill the disk for all.
    temp_file_limit: '4GB',
    // A statement ends with the process that waits for it. Other systems cannot tell.
    ...(process.platform === 'linux' && { client_connection_check_interval: '2s' }),
    // Which database, SQLSTATE and client: tests read it. Statements stand in the log without their values.
    log_line_prefix: '%m [%p] %q[%d %e %a] ',
    log_parameter_max_length_on_error: '0',
    ...(options.durable ? {} : throwAway),
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  if (process.platform !== 'win32') await chmod(home.data, 0o700);
  const log = await openLog(home);
  const server = spawn(binaries.postgres, ['-D', home.data, '-p', String(port), ...args], {
    ...home.account,
    cwd: home.dir,
    env: serverEnv(),
    // A session of its own: Ctrl-C in a terminal must reach the program first, which still has work to write.
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  try {
    await once(server, 'spawn');
  } catch (cause) {
    throw new StartupError(cannotRun(binaries.postgres, cause as NodeJS.ErrnoException), { cause });
  } finally {
    await log.close();
  }
  server.unref();
  const pid = server.pid as number; // It has one since it spawned.
  const address: Address = {
    host: sockets ?? '127.0.0.1',
    port,
    password,
  };
  const isRunning = async () => server.exitCode === null && server.signalCode === null;
  if (!(await waitUntilReady(address, isRunning, READY_TIMEOUT_MS))) {
    const said = await logTail(home);
    requireRoom(home, said);
    throw new StartupError(`PostgreSQL did not start. The end of ${home.log}:\n${said}`);
  }
  return { pid, address };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (!address || typeof address === 'string') throw new Error('no free port on the loopback interface');
  return address.port;
}
