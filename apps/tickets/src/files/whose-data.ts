import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '@tickets/core/platform/db/db';
import type { SchemaClient } from '@tickets/core/platform/db/migrate';
import { knownWhoseData, type WhichDiscord, whoseData } from '@tickets/core/platform/db/whose-data';
import { StartupError } from '@tickets/core/platform/startup-error';
import type { Config } from '../config/config.ts';

/** Everything that the simulated Discord knows; it is there from its first start on. */
export const journalOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'discord', 'journal.jsonl');

const wantedBy = ({ discord }: Config): WhichDiscord => (discord ? 'real' : 'simulated');

/** What the data is of while nobody has said anything. */
const firstOf = (config: Config): WhichDiscord =>
  existsSync(journalOf(config)) ? 'simulated' : wantedBy(config);

/** Throws where the demo would be mixed with the data of real servers. Nothing is changed then. */
export async function requireOwnData(config: Config, db: Db): Promise<void> {
  refuse(mixedWith(config, await whoseData(db, firstOf(config))));
}

/** The same in a schema of any age, before it is upgraded. */
export async function requireOwnDataBefore(config: Config, client: SchemaClient): Promise<void> {
  refuse(await mixedDataIn(config, client));
}

/** Why a start on this database would be refused, and what to do; undefined where it would not. */
export async function mixedDataIn(config: Config, client: SchemaClient): Promise<Mixed | undefined> {
  return mixedWith(config, (await knownWhoseData(client)) ?? firstOf(config));
}

interface Mixed {
  text: string;
  fix: string;
}

function refuse(mixed: Mixed | undefined): void {
  if (!mixed) return;
  throw new StartupError(`${mixed.text} The two are never mixed, and nothing was changed. ${mixed.fix}`);
}

function mixedWith(config: Config, found: WhichDiscord): Mixed | undefined {
  const wanted = wantedBy(config);
  if (found === wanted) return undefined;
  const place = config.databaseUrl ? 'The database that DATABASE_URL names' : config.dataDir;
  const other = config.databaseUrl ? 'an empty database (DATABASE_URL) and a folder' : 'a folder';
  if (wanted === 'real')
    return {
      text: `${place} holds the demo with its simulated Discord, and DISCORD_TOKEN is set for the real one.`,
      fix:
        `Give the real one ${other} of its own, for example DATA_DIR=.data-real in .env. The demo ` +
        'stays where it is: it starts again without DISCORD_TOKEN. The guide says on the page "Run it" how this is ' +
        'done in a container.',
    };
  return {
    text: `${place} holds the data of real servers, and without DISCORD_TOKEN Discord would be simulated.`,
    fix:
      `Set DISCORD_TOKEN and DISCORD_CLIENT_SECRET again, or give the demo ${other} of its own, ` +
      'for example with --data-dir .data-demo.',
  };
}
