import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenBots, openBots } from '@tickets/core/bots/open-bots';
import type { Clock } from '@tickets/core/platform/clock';
import type { Context, CoreConfig } from '@tickets/core/platform/context';
import { createSealer } from '@tickets/core/platform/crypto/seal';
import type { Db } from '@tickets/core/platform/db/db';
import { createDiscord, type DiscordOptions } from '@tickets/core/platform/discord/discord';
import { memoryEvents } from '@tickets/core/platform/events/events';
import { countFailures } from '@tickets/core/platform/storage/count-failures';
import { diskStorage } from '@tickets/core/platform/storage/storage';
import { letIntoChannels } from '@tickets/core/whitelabel/let-in';
import { randomId } from '../data/factories.ts';
import { skipClientWaits } from '../database/client-options.ts';
import { createTestDatabase } from '../database/database.ts';
import { watchedLog } from '../guard/watch.ts';
import { hastyClock } from './clock.ts';

export interface TestContext extends AsyncDisposable {
  ctx: Context & { bots: OpenBots };
  /** Address of the database, for what connects by itself. */
  database_url: string;
  close(): Promise<void>;
}

export interface TestContextOptions {
  /** Where Discord is; without one it does not answer. */
  discord?: DiscordOptions & { client_secret: string };
  clock?: Clock;
  config?: Partial<CoreConfig>;
  /** What the database is asked through, as by a test that counts statements. */
  through?: (db: Db) => Db;
}

export const testSealingKey = 'a test seals with this and nothing else';

/** A whole context with a database, storage and events of its own. */
export async function createTestContext(options: TestContextOptions = {}): Promise<TestContext> {
  const [database, files] = await Promise.all([
    createTestDatabase(),
    mkdtemp(join(tmpdir(), 'tickets-files-')),
  ]);
  skipClientWaits();
  // Nothing listens on the first port: Discord is down.
  const discord = options.discord ?? {
    url: 'http://127.0.0.1:1',
    token: 'none.none.none',
    application_id: randomId(),
    client_secret: 'none',
  };
  const let_in: DiscordOptions['let_in'] = (bot, ...to) => letIntoChannels(ctx, bot, ...to);
  const client = createDiscord({ identify_gap_ms: 0, let_in, ...discord });
  const events = memoryEvents();
  const sealer = createSealer([testSealingKey]);
  const log = watchedLog();
  const bots = await openBots(
    { db: database.db, events, sealer, log, discord: { identify_gap_ms: 0, let_in, ...discord } },
    client,
  );
  const ctx: Context & { bots: OpenBots } = {
    db: options.through?.(database.db) ?? database.db,
    discord: client,
    bots,
    clock: options.clock ?? hastyClock,
    events,
    storage: countFailures(diskStorage(files)),
    sealer,
    log,
    config: {
      premium: 'everyone',
      premium_skus: [],
      admins: new Set(),
      oauth: {
        url: discord.url,
        web_url: discord.url,
        client_id: discord.application_id,
        client_secret: discord.client_secret,
        redirect_uri: 'http://dashboard.test/callback',
      },
      token_secret: 'a test signs with this and nothing else',
      dashboard_url: 'http://dashboard.test',
      api_url: 'http://dashboard.test',
      cdn_url: `${discord.url}/cdn`,
      trusted_bases: [],
      links: {
        invite: 'http://discord.test/invite',
        premium: 'http://dashboard.test/docs/premium',
        docs: 'http://dashboard.test/docs',
      },
      attachments: { file_bytes_max: 1024 * 1024, guild_bytes_max: 10 * 1024 * 1024 },
      ...options.config,
    },
    // Loaded where a test asks for them: most need no bot.
    ownBotCommands: async () => (await import('@tickets/bot/features/commands')).ownBotCommands,
  };
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= (async () => {
      bots.close();
      await ctx.events.close();
      await database.drop();
      await rm(files, { recursive: true, force: true });
    })();
    return closed;
  };
  return { ctx, database_url: database.url, close, [Symbol.asyncDispose]: close };
}
