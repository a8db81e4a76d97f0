import { borrowDatabase } from '../database.ts';
import { createLog } from '../log.ts';
import type { Command } from '../main.ts';
import { requireUpgradable } from '../may-upgrade.ts';
import { upgradeDatabase } from '../upgrade.ts';

export const migrateCommand: Command = async (config) => {
  const log = createLog({ level: 'info' });
  const database = await borrowDatabase(config, createLog({ level: 'warn' }));
  try {
    const applied = await upgradeDatabase(config, database.url, log, {
      check: (client) => requireUpgradable(config, client, log),
    });
    console.log(applied.length ? `Applied ${applied.join(', ')}.` : 'The database is up to date.');
  } finally {
    await database.stop();
  }
  return 0;
};
