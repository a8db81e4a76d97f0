import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { lookThrough } from '@tickets/core/backups/kept';
import { databaseId } from '@tickets/core/backups/moment';
import { passedOver } from '@tickets/core/backups/passed-over';
import { checkPlace } from '@tickets/core/backups/place';
import { holderOf, strangerInWords } from '@tickets/core/backups/storage-owner';
import type { CheckResult } from '@tickets/core/doctor/check';
import { examine } from '@tickets/core/doctor/doctor';
import { withClient } from '@tickets/core/platform/db/embedded/connection';
import { findRunningProgram } from '@tickets/core/platform/db/embedded/data-dir-lock';
import { keysInUse } from '@tickets/core/sealing/rotate';
import type { Config } from '../config/config.ts';
import { openPlace } from '../database/backups.ts';
import { borrowDatabase, type Database } from '../database/database.ts';
import { requireDataFolder } from '../files/data-folder.ts';
import { othersAccount } from '../files/fingerprint.ts';
import { readSecrets } from '../files/secrets.ts';
import { openStorage, ownerWords } from '../files/storage.ts';
import { mixedDataIn } from '../files/whose-data.ts';
import { createLog } from '../process/log.ts';
import type { Command } from './command.ts';

const marks = { ok: 'ok   ', warning: 'WARN ', error: 'ERROR', skipped: '-    ' } as const;

/** Exit code 1 when something is wrong, so that scripts can ask too. */
export const doctor: Command = async (config, _rest, _options, configuration) => {
  let problem: string | undefined;
  const database = await borrow(config).catch((error: unknown) => {
    problem = error instanceof Error ? error.message : String(error);
    return undefined;
  });
  try {
    const running = await findRunningProgram(config.dataDir);
    const dashboard_url =
      config.dashboardUrl ?? config.publicUrl ?? running?.address ?? `http://localhost:${config.port}`;
    const storage = await openStorage(config);
    const results = await examine({
      node_version: process.versions.node,
      data_dir: config.dataDir,
      others_account: await othersAccount(config),
      configuration,
      database_url: database?.url,
      database_problem: problem,
      mixed_data: (client) => mixedDataIn(config, client),
      discord: config.discord
        ? {
            ...config.discord,
            application_id: config.discord.client_id,
            banned_until: database && (await banKnownAt(database.url)),
          }
        : running?.simulator && { ...running.simulator, web_url: running.simulator.url },
      redirect_uri: `${dashboard_url}/callback`,
      dashboard_url: config.discord && dashboard_url,
      bucket: config.s3 && { name: config.s3.bucket, check: storage.check, get: storage.get },
      others_files: async (client) => {
        const holder = await holderOf(client, storage);
        return 'ours' in holder ? strangerInWords(holder, ownerWords(config)) : undefined;
      },
      values_without_key: async (client) => {
        const keys = config.sealingKeys ?? (await readSecrets(config.dataDir))?.sealing_keys ?? [];
        const used = await keysInUse(client, keys);
        return used.reduce((sum, { isKnown, values }) => sum + (isKnown ? 0 : values), 0);
      },
      backups: config.backups.to
        ? {
            place: config.backups.to,
            check: async () => checkPlace(await openPlace(config, undefined)),
          }
        : undefined,
      passed_over: async (client) => {
        const place = await openPlace(config, undefined);
        return passedOver(place, (await lookThrough(place)).unreadable, await databaseId(client));
      },
      jwt_secret: config.jwtSecret,
      now: () => new Date(),
    });
    for (const result of results) console.log(format(result));
    const wrong = results.filter(({ status }) => status === 'error').length;
    const doubtful = results.filter(({ status }) => status === 'warning').length;
    console.log(wrong || doubtful ? `\n${wrong} to mend, ${doubtful} to look at` : '\nAll is well.');
    return wrong ? 1 : 0;
  } finally {
    await database?.stop();
  }
};

/** As the program has written it down; what keeps the database from answering is found by the checks. */
async function banKnownAt(url: string): Promise<Date | undefined> {
  try {
    return await withClient(url, async (client) => {
      const { rows } = await client.query<{ until: Date }>('select until from address_bans where host = $1', [
        hostname(),
      ]);
      return rows[0]?.until;
    });
  } catch {
    return undefined; // the checks of the database say what is wrong with it, or that its schema is an older one
  }
}

/**
 * A database that stands elsewhere is examined also where the data folder cannot be used. Undefined where a folder that is not
 * there yet has none.
 */
async function borrow(config: Config): Promise<Database | undefined> {
  if (!config.databaseUrl) {
    if (!existsSync(config.dataDir)) return undefined;
    await requireDataFolder(config.dataDir);
  }
  return borrowDatabase(config, createLog({ level: 'silent' }));
}

function format({ status, title, text, fix }: CheckResult): string {
  const line = `${marks[status]}  ${title.padEnd(24)}  ${text}`;
  return fix ? `${line}\n${' '.repeat(33)}-> ${fix}` : line;
}
