import { AppError } from '@tickets/contract/platform/errors';
import { clockAhead } from '@tickets/core/platform/clock';
import { createDb, createPool } from '@tickets/core/platform/db/db';
import { withClient } from '@tickets/core/platform/db/embedded/connection';
import { postgresEvents } from '@tickets/core/platform/events/postgres-events';
import { StartupError } from '@tickets/core/platform/startup-error';
import { type Grant, grantPremium, listPremium, revokePremium } from '@tickets/core/premium/grants';
import { listKeys, makeKeys, revokeKey } from '@tickets/core/premium/keys';
import {
  grantSubscription,
  listSubscriptions,
  revokeSubscription,
  type SubscriptionTerms,
} from '@tickets/core/premium/subscriptions';
import type { Config } from '../config/config.ts';
import { type Options, usage } from '../config/options.ts';
import { borrowDatabase } from '../database/database.ts';
import { requireUpgraded } from '../database/may-upgrade.ts';
import { createLog } from '../process/log.ts';
import type { Command } from './command.ts';
import { isDiscordId } from './discord-id.ts';

const DAY_MS = 86_400_000;

export const premium: Command = async (config, [action = 'list', id, key_id], options) => {
  const work = action === 'key' ? planKeys(id, key_id, options) : plan(action, id, options);
  const log = createLog({ level: 'warn' });
  const database = await borrowDatabase(config, log);
  const pool = createPool(database.url, { max: 2 });
  const db = createDb(pool);
  try {
    await withClient(database.url, (client) => requireUpgraded(config, client));
    // Programs that run on this database hear of it at once.
    const events = await postgresEvents({
      url: database.url,
      db,
      onError: (error) => log.warn({ err: error }, 'could not tell the others'),
    });
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
  if (action === 'list')
    return async (ground, config) =>
      table(await listPremium(ground), await listSubscriptions(ground), config);
  if (action !== 'grant' && action !== 'revoke') {
    throw new StartupError(`There is no command "premium ${action}".\n\n${usage}`);
  }
  if (!isDiscordId(id)) {
    throw new StartupError(`premium ${action} needs the Discord id of a server, or with --user of a user.`);
  }
  const grantee = options.user ? { user_id: id } : { guild_id: id };
  const whom = options.user ? `user ${id} (all servers they own)` : `server ${id}`;
  if (action === 'revoke') {
    return async (ground) => {
      const ended = await revokePremium(ground, grantee);
      if (options.user && (await revokeSubscription(ground, id)))
        return `Ended the subscription of user ${id}${ended ? ', and took premium back from all servers they own' : ''}.`;
      if (ended) return `Took premium back from ${whom}.`;
      const hint = options.user ? '' : ' To take back what a user was given, add --user.';
      return `Nothing was granted to ${whom} by this command.${hint}`;
    };
  }
  const days = countIn(options, 'days');
  const servers = countIn(options, 'servers', 100);
  const tier = options.whitelabel ? 1 : 0;
  const endOf = ({ clock }: Ground) =>
    days === undefined ? null : new Date(clock.now().getTime() + days * DAY_MS);
  if (servers !== undefined)
    return async (ground) => {
      const expires_at = endOf(ground);
      const terms = { servers, tier, expires_at } as const;
      const before = await grantSubscription(ground, id, terms);
      const lines = [
        `User ${id} has ${inWords(terms)}. They choose them in the dashboard, under Premium Servers.`,
        ...(before ? [`This replaces what they had: ${inWords(before)}.`] : []),
        ...(before?.tier === 1 && tier === 0
          ? ['So they have whitelabel no more. To give it back, repeat the command with --whitelabel.']
          : []),
      ];
      return lines.join('\n');
    };
  return async (ground, config) => {
    const expires_at = endOf(ground);
    await grantPremium(ground, grantee, { tier, expires_at }).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'guild.not_found')) throw error;
      throw new StartupError(`The bot is not in server ${id}. Check the id, or invite the bot first.`);
    });
    const note = config.premium === 'everyone' ? ' (PREMIUM=everyone: all servers have it anyway)' : '';
    return `Gave premium to ${whom} ${expires_at ? `until ${expires_at.toISOString()}` : 'for good'}.${note}`;
  };
}

/** Such as "premium with whitelabel for 2 servers for good". */
const inWords = ({ servers, tier, expires_at }: SubscriptionTerms) =>
  [
    tier === 1 ? 'premium with whitelabel' : 'premium',
    `for ${servers} ${servers === 1 ? 'server' : 'servers'}`,
    expires_at ? `until ${expires_at.toISOString()}` : 'for good',
  ].join(' ');

/** A number that an option names; undefined where it is left out. */
function countIn(options: Options, name: 'days' | 'count' | 'servers', max = 36_500): number | undefined {
  const given = options[name];
  if (given === undefined) return undefined;
  const count = Number(given);
  if (!(Number.isInteger(count) && count > 0 && count <= max))
    throw new StartupError(`--${name} must be a whole number from 1 to ${max}.`);
  return count;
}

function planKeys(action: string | undefined, key_id: string | undefined, options: Options): Work {
  if (action === 'list') return async (ground) => keyTable(await listKeys(ground));
  if (action === 'revoke') {
    if (!key_id || !/^\d{1,9}$/.test(key_id))
      throw new StartupError('premium key revoke needs the number of a key, as premium key list shows it.');
    return async (ground) => {
      const revoked = await revokeKey(ground, Number(key_id));
      if (!revoked) return `There is no key ${key_id} that could be revoked.`;
      const { guild_id } = revoked;
      return `Revoked key ${key_id}${guild_id ? `, and took its premium back from server ${guild_id}` : ''}.`;
    };
  }
  if (action !== undefined)
    throw new StartupError(`There is no command "premium key ${action}".\n\n${usage}`);
  const days = countIn(options, 'days');
  const count = countIn(options, 'count', 1_000) ?? 1;
  const tier = options.whitelabel ? 1 : 0;
  return async (ground) => {
    const keys = await makeKeys(ground, { tier, days }, count);
    const what = `${tier ? 'whitelabel' : 'premium'} ${days ? `for ${inDays(days)}` : 'for good'}`;
    const note = 'They are shown only now. Each works once, with /premium in a server.';
    return [...keys, '', `${keys.length} new: ${what}. ${note}`].join('\n');
  };
}

const inDays = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`;

function keyTable(keys: Awaited<ReturnType<typeof listKeys>>): string {
  if (!keys.length) return 'There are no keys.';
  const lines = keys.map(({ key_id, tier, days, revoked_at, redeemed_at, redeemed_by, guild_id }) =>
    [
      `key ${key_id}`,
      tier === 1 ? 'whitelabel' : 'premium',
      days ? inDays(days) : 'for good',
      redeemed_at
        ? `redeemed ${redeemed_at.toISOString()} by user ${redeemed_by} for server ${guild_id}`
        : 'not redeemed',
      ...(revoked_at ? [`revoked ${revoked_at.toISOString()}`] : []),
    ].join('  '),
  );
  return lines.join('\n');
}

function table(
  grants: Grant[],
  subscriptions: Awaited<ReturnType<typeof listSubscriptions>>,
  config: Config,
): string {
  const head = config.premium === 'everyone' ? 'PREMIUM=everyone: all servers have premium.\n' : '';
  if (!grants.length && !subscriptions.length) return `${head}Nothing is granted.`;
  const lines = grants.map(({ guild_id, user_id, tier, source, sku_label, expires_at }) =>
    [
      guild_id ? `server ${guild_id}` : `user ${user_id}`,
      tier === 1 ? 'whitelabel' : 'premium',
      source,
      sku_label,
      expires_at ? `until ${expires_at.toISOString()}` : 'for good',
    ].join('  '),
  );
  for (const { user_id, tier, servers, expires_at } of subscriptions)
    lines.push(
      [
        `user ${user_id}`,
        tier === 1 ? 'whitelabel' : 'premium',
        `subscription for ${servers}`,
        expires_at ? `until ${expires_at.toISOString()}` : 'for good',
      ].join('  '),
    );
  return head + lines.join('\n');
}
