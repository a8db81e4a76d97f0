import { borrowDatabase } from '../database/database.ts';
import { requireUpgradable } from '../database/may-upgrade.ts';
import { upgradeDatabase } from '../database/upgrade.ts';
import { createLog } from '../process/log.ts';
import type { Command } from './command.ts';

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
