import { existsSync } from 'node:fs';
import { chmod, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type CountedTable, withSnapshot } from '@tickets/core/backups/snapshot';
import { lockDataDir } from '@tickets/core/platform/db/embedded/data-dir-lock';
import { homeNames } from '@tickets/core/platform/db/embedded/home';
import { startEmbeddedPostgres } from '@tickets/core/platform/db/embedded/supervisor';
import { StartupError } from '@tickets/core/platform/startup-error';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { openDatabase } from '../database/database.ts';
import { requireOwnAccount } from '../files/fingerprint.ts';
import { placeOfFiles } from '../files/storage.ts';
import { journalOf } from '../files/whose-data.ts';
import { createLog } from '../process/log.ts';
import type { Command } from './command.ts';

/**
 * What makes up an installation in its data folder. The database goes first and the simulated Discord last: whatever ends this
 * in between, the program does not take what is left for a new installation, and the next call goes on.
 */
const parts = [...homeNames, 'secrets.json', 'folder-id', 'files', 'spool', 'logs', 'discord'];

/**
 * Moves the demo into a folder inside its own, so that the real Discord finds an empty one. Nothing is copied; that it is all
 * there is found out by counts and checksums before and after.
 */
export const leaveDemo: Command = async (config) => {
  const { dataDir } = config;
  if (config.databaseUrl)
    throw new StartupError(
      'DATABASE_URL is set, and this command only moves what lies in a data folder. A demo in that database can stay there: give the real Discord ' +
        `an empty database and a data folder of its own. If the demo lies in ${dataDir}, take DATABASE_URL out until it is moved.`,
    );
  await requireOwnAccount(config);
  const log = createLog({ level: 'warn' });
  const demoDir = join(dataDir, 'demo');
  const before = hasDatabase(dataDir) ? await contentsOfDemo(config, log) : undefined;
  const isInterrupted = !before && hasDatabase(demoDir) && existsSync(journalOf(config));
  if (!before && !isInterrupted) throw new StartupError(`There is no demo in ${dataDir}.`);
  if (before && hasDatabase(demoDir))
    throw new StartupError(`There is a demo in ${demoDir} already. Give that folder another name first.`);

  const lock = await lockDataDir(dataDir);
  try {
    await mkdir(demoDir, { recursive: true });
    // The account that runs PostgreSQL must get through.
    await chmod(demoDir, 0o755);
    for (const part of parts)
      if (existsSync(join(dataDir, part))) await rename(join(dataDir, part), join(demoDir, part));
  } finally {
    await lock.release();
  }
  const after = await contentsIn(demoDir, log);
  if (before && JSON.stringify(before) !== JSON.stringify(after))
    throw new StartupError(`The demo was moved to ${demoDir}, but is not what it was. Please report this.`);
  const rows = after.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `The demo is in ${demoDir} now, with all its ${rows} rows${before ? '; counts and checksums agree' : ''}.`,
  );
  console.log(`It starts from there: npm start -- --data-dir ${demoDir} (without DISCORD_TOKEN)`);
  console.log(
    `${dataDir} is empty: set DISCORD_TOKEN and DISCORD_CLIENT_SECRET, and npm start begins with the real Discord.`,
  );
  if (config.s3)
    console.log(
      `The files of the demo stay in ${placeOfFiles(config)}. Give the real Discord an S3_PREFIX or an S3_BUCKET of its own before you start it there.`,
    );
  return 0;
};

const hasDatabase = (dir: string) => homeNames.some((name) => existsSync(join(dir, name)));

async function contentsOfDemo(config: Config, log: Logger): Promise<CountedTable[]> {
  const database = await openDatabase(config, log);
  try {
    return await withSnapshot(database.url, async (client, { tables }) => {
      const { rows } = await client.query<{ discord: string }>('select discord from installation');
      if (rows[0]?.discord === 'real')
        throw new StartupError(
          `${config.dataDir} holds the data of real servers, and no demo. Nothing was changed.`,
        );
      return tables;
    });
  } finally {
    await database.stop();
  }
}

async function contentsIn(dataDir: string, log: Logger): Promise<CountedTable[]> {
  const server = await startEmbeddedPostgres({ dataDir, durable: true, log });
  try {
    return await withSnapshot(server.url, async (_client, { tables }) => tables);
  } finally {
    await server.stop();
  }
}
