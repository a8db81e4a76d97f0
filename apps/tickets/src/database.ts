import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '@tickets/core/platform/db/embedded/connection';
import {
  type DataDirLock,
  DiskWithoutLocks,
  lockDataDir,
} from '@tickets/core/platform/db/embedded/data-dir-lock';
import { findRunningPostgres, startEmbeddedPostgres } from '@tickets/core/platform/db/embedded/supervisor';
import { isAway } from '@tickets/core/platform/db/outage';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { databaseIsAway } from './sentence.ts';
import { type Shutdown, StoppedEarly } from './shutdown.ts';

export interface Database {
  url: string;
  stop(): Promise<void>;
}

/**
 * For the program itself, which alone owns its data folder. Where the database is elsewhere, several programs may share the
 * folder, unless this one is to have it alone.
 */
export async function openDatabase(
  config: Config,
  log: Logger,
  { isAlone = false } = {},
): Promise<Database & { lock: DataDirLock | undefined }> {
  if (config.databaseUrl) {
    const alone = isAlone ? await lockIfItCan(config.dataDir, log) : undefined;
    return { url: config.databaseUrl, lock: undefined, stop: async () => alone?.release() };
  }
  const lock = await lockDataDir(config.dataDir);
  try {
    const server = await startEmbeddedPostgres({ dataDir: config.dataDir, durable: true, log });
    return {
      url: server.url,
      lock,
      async stop() {
        await server.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** On a disk without locks it goes on with a warning: what two programs could harm together is in the database, which is elsewhere. */
async function lockIfItCan(dataDir: string, log: Logger): Promise<DataDirLock | undefined> {
  try {
    return await lockDataDir(dataDir);
  } catch (err) {
    if (!(err instanceof DiskWithoutLocks)) throw err;
    log.warn({ err }, 'whether a program runs on the data folder cannot be looked at');
    return undefined;
  }
}

const ASK_AGAIN_MS = 1_000;

/**
 * Waits for a database that is away. Throws what only a person can mend, such as a refused password, and `StoppedEarly` when the
 * program is asked to end.
 */
export async function waitForDatabase(
  url: string,
  { log, shutdown, onAway }: { log: Logger; shutdown: Shutdown; onAway: () => void },
): Promise<void> {
  let awaySince: number | undefined;
  for (;;) {
    try {
      await withClient(url, (client) => client.query('select 1'));
      break;
    } catch (error) {
      if (!isAway(error)) throw error;
      if (awaySince === undefined) {
        const because = `${databaseIsAway(error)}. The program goes on by itself as soon as it answers.`;
        log.error({ because }, 'the database does not answer');
        console.error(because);
        onAway();
      }
      awaySince ??= performance.now();
    }
    await Promise.race([sleep(ASK_AGAIN_MS), shutdown.requested]);
    if (shutdown.isRequested) throw new StoppedEarly();
  }
  if (awaySince !== undefined)
    log.info({ seconds: Math.round((performance.now() - awaySince) / 1000) }, 'the database answers again');
}

/** For a command that does one thing: uses the server of a running program, or starts it for as long as it takes. */
export async function borrowDatabase(config: Config, log: Logger): Promise<Database> {
  const running = config.databaseUrl ?? (await findRunningPostgres(config.dataDir));
  if (running) return { url: running, stop: async () => undefined };
  return openDatabase(config, log);
}
