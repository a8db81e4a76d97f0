import { type DataDirLock, lockDataDir } from '@tickets/core/platform/db/embedded/data-dir-lock';
import { findRunningPostgres, startEmbeddedPostgres } from '@tickets/core/platform/db/embedded/supervisor';
import type { Logger } from 'pino';
import type { Config } from './config.ts';

export interface Database {
  url: string;
  stop(): Promise<void>;
}

/** For the program itself, which alone owns its data folder. */
export async function openDatabase(
  config: Config,
  log: Logger,
): Promise<Database & { lock: DataDirLock | undefined }> {
  if (config.databaseUrl) return { url: config.databaseUrl, lock: undefined, stop: async () => undefined };
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

/** For a command that does one thing: uses the server of a running program, or starts it for as long as it takes. */
export async function borrowDatabase(config: Config, log: Logger): Promise<Database> {
  const running = config.databaseUrl ?? (await findRunningPostgres(config.dataDir));
  if (running) return { url: running, stop: async () => undefined };
  return openDatabase(config, log);
}
