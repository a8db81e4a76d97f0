import { AppError } from '@tickets/contract/platform/errors';
import type { Context } from '@tickets/core/platform/context';
import { createDb, createPool } from '@tickets/core/platform/db/db';
import { withClient } from '@tickets/core/platform/db/embedded/connection';
import { findRunningProgram } from '@tickets/core/platform/db/embedded/data-dir-lock';
import { postgresEvents } from '@tickets/core/platform/events/postgres-events';
import { StartupError } from '@tickets/core/platform/startup-error';
import type { Config } from '../config/config.ts';
import { borrowDatabase } from '../database/database.ts';
import { requireCommandFits, requireUpgraded } from '../database/may-upgrade.ts';
import { generatedSecrets } from '../files/secrets.ts';
import { openStorage, ownStorage } from '../files/storage.ts';
import { createLog } from '../process/log.ts';
import { createContext } from '../running/context.ts';

/** Runs a command of an operator with all that the rules need, beside the program where that runs. */
export async function withContext<T>(config: Config, work: (ctx: Context) => Promise<T>): Promise<T> {
  const log = createLog({ level: 'warn' });
  const database = await borrowDatabase(config, log);
  const db = createDb(createPool(database.url, { max: 4 }));
  try {
    await withClient(database.url, async (client) => {
      await requireUpgraded(config, client);
      await requireCommandFits(config, client, log);
    });
    const { storage } = await ownStorage(config, database.url, { storage: await openStorage(config), log });
    const events = await postgresEvents({
      url: database.url,
      db,
      onError: (error) => log.warn({ err: error }, 'could not tell the others'),
    });
    try {
      const ctx = await createContext({
        config,
        ...(await surroundings(config)),
        secrets: await generatedSecrets(config.dataDir),
        db,
        events,
        storage,
        log,
        admins: config.admins,
      });
      return await work(ctx);
    } catch (error) {
      if (error instanceof AppError) throw new StartupError(error.message, { cause: error });
      throw error;
    } finally {
      await events.close();
    }
  } finally {
    await db.destroy();
    await database.stop();
  }
}

/** Where the program and Discord are. Nobody answers where the simulated one does not run. */
async function surroundings(config: Config) {
  const running = await findRunningProgram(config.dataDir);
  const address = config.publicUrl ?? running?.address ?? `http://localhost:${config.port}`;
  const url = running?.simulator?.url ?? 'http://127.0.0.1:1';
  const simulated = {
    url,
    web_url: url,
    cdn_url: `${url}/cdn`,
    token: running?.simulator?.token ?? 'none.none.none',
    client_id: running?.simulator?.application_id ?? '0',
    client_secret: '',
  };
  const dashboard = config.dashboardUrl ?? address;
  return {
    addresses: { port: config.port, simPort: 0, public: address, dashboard, simulator: url },
    discord: config.discord ?? simulated,
  };
}
