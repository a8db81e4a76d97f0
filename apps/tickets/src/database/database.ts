import { setTimeout as sleep } from 'node:timers/promises';
import type { StartStage } from '@tickets/api/start/starting';
import { withClient } from '@tickets/core/platform/db/embedded/connection';
import {
  type DataDirLock,
  DiskWithoutLocks,
  lockDataDir,
} from '@tickets/core/platform/db/embedded/data-dir-lock';
import { findRunningPostgres, startEmbeddedPostgres } from '@tickets/core/platform/db/embedded/supervisor';
import { keepsTextAs, makeInUtf8, otherEncoding } from '@tickets/core/platform/db/encoding';
import { isAway, refusesLogin } from '@tickets/core/platform/db/outage';
import { isPooledByTransaction, pooledByTransaction } from '@tickets/core/platform/db/pooled';
import { StartupError } from '@tickets/core/platform/startup-error';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { databaseIsAway, databaseIsReadOnly } from '../process/sentence.ts';
import { type Shutdown, StoppedEarly } from '../process/shutdown.ts';

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

/** Why a start waits for its database, as /readyz names it. */
type Wait = Extract<StartStage, 'down' | 'read_only'>;

const waitLines: Record<Wait, [begins: string, ends: string]> = {
  down: ['the database does not answer', 'the database answers again'],
  read_only: ['the database takes no changes', 'the database takes changes again'],
};

/**
 * Waits for a database that is away or takes no changes. Throws what only a person can mend, such as a refused password, and
 * `StoppedEarly` when the program is asked to end.
 */
export async function waitForDatabase(
  url: string,
  { log, shutdown, onWait }: { log: Logger; shutdown: Shutdown; onWait: (wait: Wait) => void },
): Promise<void> {
  const begun = performance.now();
  let before: Wait | undefined;
  for (;;) {
    const found = await lookAt(url);
    if (!found) break;
    if (found.wait !== before) {
      const because = `${found.because}. The program goes on by itself as soon as ${found.wait === 'down' ? 'it answers' : 'it takes changes'}.`;
      log.error({ because }, waitLines[found.wait][0]);
      console.error(because);
      onWait(found.wait);
      before = found.wait;
    }
    await Promise.race([sleep(ASK_AGAIN_MS), shutdown.requested]);
    if (shutdown.isRequested) throw new StoppedEarly();
  }
  if (before) log.info({ seconds: Math.round((performance.now() - begun) / 1000) }, waitLines[before][1]);
}

/** What a start has to wait for; undefined where the database is ready. */
async function lookAt(url: string): Promise<{ wait: Wait; because: string } | undefined> {
  try {
    const takesChanges = await withClient(url, async (client) => {
      const encoding = await otherEncoding(client);
      if (encoding) throw new StartupError(`${keepsTextAs(encoding)} ${makeInUtf8}`);
      const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
      return rows[0]?.transaction_read_only !== 'on';
    });
    if (await isPooledByTransaction(url)) throw new StartupError(pooledByTransaction);
    return takesChanges ? undefined : { wait: 'read_only', because: databaseIsReadOnly };
  } catch (error) {
    // At the start somebody has to correct DATABASE_URL; waiting would not help.
    if (!isAway(error) || refusesLogin(error)) throw error;
    return { wait: 'down', because: databaseIsAway(error) };
  }
}

/** For a command that does one thing: uses the server of a running program, or starts it for as long as it takes. */
export async function borrowDatabase(config: Config, log: Logger): Promise<Database> {
  const running = config.databaseUrl ?? (await findRunningPostgres(config.dataDir));
  if (running) return { url: running, stop: async () => undefined };
  return openDatabase(config, log);
}
