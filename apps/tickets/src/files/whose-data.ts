import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '@tickets/core/platform/db/db';
import type { SchemaClient } from '@tickets/core/platform/db/migrate';
import { knownWhoseData, sayWhoseData, type WhichDiscord } from '@tickets/core/platform/db/whose-data';
import { StartupError } from '@tickets/core/platform/startup-error';
import type { Config } from '../config/config.ts';

/** Everything that the simulated Discord knows; it is there from its first start on. */
export const journalOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'discord', 'journal.jsonl');

const wantedBy = ({ discord }: Config): WhichDiscord => (discord ? 'real' : 'simulated');

/** Throws where the demo would be mixed with the data of real servers. Nothing is changed then. */
export async function requireOwnData(config: Config, db: Db): Promise<void> {
  const said = await db.selectFrom('installation').select('discord').executeTakeFirst();
  refuse(mixed(config, said?.discord));
  refuse(mixed(config, await sayWhoseData(db, wantedBy(config))));
}

/** The same in an empty database, or in a schema of any age, before it is changed. */
export async function requireOwnDataBefore(config: Config, client: SchemaClient): Promise<void> {
  refuse(await mixedDataIn(config, client));
}

/** Why a start on this database would be refused, and what to do; undefined where it would not. */
export async function mixedDataIn(config: Config, client: SchemaClient): Promise<Mixed | undefined> {
  return mixed(config, await knownWhoseData(client));
}

interface Mixed {
  text: string;
  fix: string;
}

function refuse(mixed: Mixed | undefined): void {
  if (!mixed) return;
  throw new StartupError(`${mixed.text} The two are never mixed, and nothing was changed. ${mixed.fix}`);
}

/** `said`: which Discord the database is of; while nobody has said, the folder tells of the demo. */
function mixed(config: Config, said: WhichDiscord | undefined): Mixed | undefined {
  const wanted = wantedBy(config);
  const { databaseUrl, dataDir } = config;
  const isInDatabase = databaseUrl !== undefined && said !== undefined;
  const place = isInDatabase ? 'The database that DATABASE_URL names' : dataDir;
  const own = isInDatabase ? 'an empty database (DATABASE_URL) and a folder' : 'a folder';
  const found = said ?? (existsSync(journalOf(config)) ? 'simulated' : wanted);
  if (found === wanted) return undefined;
  if (wanted === 'real')
    return {
      text: `${place} holds the demo with its simulated Discord, and DISCORD_TOKEN is set for the real one.`,
      fix:
        `Give the real one ${own} of its own, for example DATA_DIR=.data-real in .env. ` +
        'The demo stays where it is: it starts again without DISCORD_TOKEN. The guide says on the page "Run it" how this is ' +
        'done in a container.',
    };
  return {
    text: `${place} holds the data of real servers, and without DISCORD_TOKEN Discord would be simulated.`,
    fix:
      `Set DISCORD_TOKEN and DISCORD_CLIENT_SECRET again, or give the demo ${own} of its own, ` +
      'for example with --data-dir .data-demo.',
  };
}
