import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '@tickets/core/platform/db/db';
import { type WhichDiscord, whoseData } from '@tickets/core/platform/db/whose-data';
import { StartupError } from '@tickets/core/platform/startup-error';
import type { Config } from './config.ts';

/** Everything that the simulated Discord knows; it is there from its first start on. */
export const journalOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'discord', 'journal.jsonl');

/** Throws where the demo would be mixed with the data of real servers. Nothing is changed then. */
export async function requireOwnData(config: Config, db: Db): Promise<void> {
  const wanted: WhichDiscord = config.discord ? 'real' : 'simulated';
  const found = await whoseData(db, existsSync(journalOf(config)) ? 'simulated' : wanted);
  if (found === wanted) return;
  const place = config.databaseUrl ? 'The database that DATABASE_URL names' : config.dataDir;
  const other = config.databaseUrl ? 'an empty database (DATABASE_URL) and a folder' : 'a folder';
  throw new StartupError(
    wanted === 'real'
      ? `${place} holds the demo with its simulated Discord, and DISCORD_TOKEN is set for the real one. The two are never mixed, ` +
          `and nothing was changed. Give the real one ${other} of its own, for example DATA_DIR=.data-real in .env. The demo ` +
          'stays where it is: it starts again without DISCORD_TOKEN.'
      : `${place} holds the data of real servers, and without DISCORD_TOKEN Discord would be simulated. The two are never mixed, ` +
          `and nothing was changed. Set DISCORD_TOKEN and DISCORD_CLIENT_SECRET again, or give the demo ${other} of its own, ` +
          'for example with --data-dir .data-demo.',
  );
}
