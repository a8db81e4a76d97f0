import { AppError } from '@tickets/contract/platform/errors';
import { clockAhead } from '@tickets/core/platform/clock';
import { createDb, createPool } from '@tickets/core/platform/db/db';
import { migrate } from '@tickets/core/platform/db/migrate';
import { memoryEvents } from '@tickets/core/platform/events/events';
import { postgresEvents } from '@tickets/core/platform/events/postgres-events';
import { StartupError } from '@tickets/core/platform/startup-error';
import { type Grant, grantPremium, listPremium, revokePremium } from '@tickets/core/premium/grants';
import type { Config } from '../config.ts';
import { borrowDatabase } from '../database.ts';
import { createLog } from '../log.ts';
import type { Command } from '../main.ts';
import { type Options, usage } from '../options.ts';

const DAY_MS = 86_400_000;

export const premium: Command = async (config, [action = 'list', id], options) => {
  const work = plan(action, id, options);
  const log = createLog({ level: 'warn' });
  const database = await borrowDatabase(config, log);
  const pool = createPool(database.url, { max: 2 });
  const db = createDb(pool);
  try {
    await migrate(database.url);
    // Programs that run on this database hear of it at once.
    const events = config.databaseUrl
      ? await postgresEvents({
          url: database.url,
          db,
          onError: (error) => log.warn({ err: error }, 'could not tell the others'),
        })
      : memoryEvents();
    try {
      console.log(await work({ db, events, clock: clockAhead(config.clockAheadMs), config }, config));
    } finally {
      await events.close();
    }
  } finally {
    await db.destroy();
    await database.stop();
  }
  return 0;
};

type Ground = Parameters<typeof grantPremium>[0];
type Work = (ground: Ground, config: Config) => Promise<string>;

/** Everything that can be wrong with the command is said before anything is started. */
function plan(action: string, id: string | undefined, options: Options): Work {
  if (action === 'list') return async (ground, config) => table(await listPremium(ground), config);
  if (action !== 'grant' && action !== 'revoke') {
    throw new StartupError(`There is no command "premium ${action}".\n\n${usage}`);
  }
  if (!id || !/^\d{15,20}$/.test(id)) {
    throw new StartupError(`premium ${action} needs the Discord id of a server, or with --user of a user.`);
  }
  const grantee = options.user ? { user_id: id } : { guild_id: id };
  const whom = options.user ? `user ${id} (all servers they own)` : `server ${id}`;
  if (action === 'revoke') {
    return async (ground) => {
      const ended = await revokePremium(ground, grantee);
      return ended ? `Took premium back from ${whom}.` : `Nothing was granted to ${whom} by this command.`;
    };
  }
  const days = options.days === undefined ? undefined : Number(options.days);
  if (days !== undefined && !(Number.isInteger(days) && days > 0)) {
    throw new StartupError('--days must be a whole number above 0.');
  }
  return async (ground, config) => {
    const expires_at = days === undefined ? null : new Date(Date.now() + days * DAY_MS);
    await grantPremium(ground, grantee, { tier: options.whitelabel ? 1 : 0, expires_at }).catch(
      (error: unknown) => {
        if (!(error instanceof AppError && error.code === 'guild.not_found')) throw error;
        throw new StartupError(`The bot is not in server ${id}. Check the id, or invite the bot first.`);
      },
    );
    const note = config.premium === 'everyone' ? ' (PREMIUM=everyone: all servers have it anyway)' : '';
    return `Gave premium to ${whom} ${expires_at ? `until ${expires_at.toISOString()}` : 'for good'}.${note}`;
  };
}

function table(grants: Grant[], config: Config): string {
  const head = config.premium === 'everyone' ? 'PREMIUM=everyone: all servers have premium.\n' : '';
  if (!grants.length) return `${head}Nothing is granted.`;
  const lines = grants.map(({ guild_id, user_id, tier, source, sku_label, expires_at }) =>
    [
      guild_id ? `server ${guild_id}` : `user ${user_id}`,
      tier === 1 ? 'whitelabel' : 'premium',
      source,
      sku_label,
      expires_at ? `until ${expires_at.toISOString()}` : 'for good',
    ].join('  '),
  );
  return head + lines.join('\n');
}
