import { Writable } from 'node:stream';
import { pino } from 'pino';
import { systemClock } from '../packages/core/src/platform/clock.ts';
import type { Context } from '../packages/core/src/platform/context.ts';
import { createSealer } from '../packages/core/src/platform/crypto/seal.ts';
import { createDb, createPool } from '../packages/core/src/platform/db/db.ts';
import { oneBot } from '../packages/core/src/platform/discord/bots.ts';
import { createDiscord } from '../packages/core/src/platform/discord/discord.ts';
import { memoryEvents } from '../packages/core/src/platform/events/events.ts';
import { diskStorage } from '../packages/core/src/platform/storage/storage.ts';

/** Where everything is that a benchmark does not start. */
export const nowhere = 'http://127.0.0.1';

/** What use-cases run on, over a database that is there, without Discord. */
export function benchContext(database_url: string): Context {
  const discord = { url: `${nowhere}:1`, token: 'none', application_id: '1', client_secret: 'none' };
  const client = createDiscord(discord);
  return {
    db: createDb(createPool(database_url, { max: 20 })),
    discord: client,
    bots: oneBot(client),
    clock: systemClock,
    events: memoryEvents(),
    storage: diskStorage('/nowhere'),
    sealer: createSealer(['a benchmark seals with this']),
    // Written as in production, and thrown away.
    log: pino({ level: 'info' }, new Writable({ write: (_chunk, _encoding, done) => done() })),
    config: {
      premium: 'everyone',
      premium_skus: [],
      admins: new Set(),
      oauth: {
        url: discord.url,
        web_url: discord.url,
        client_id: '1',
        client_secret: 'none',
        redirect_uri: `${nowhere}/callback`,
      },
      token_secret: 'a benchmark signs with this and nothing else',
      dashboard_url: nowhere,
      api_url: nowhere,
      cdn_url: discord.url,
      trusted_bases: [],
      links: { invite: nowhere, premium: nowhere, docs: nowhere },
      attachments: { file_bytes_max: 1, guild_bytes_max: 1 },
    },
    ownBotCommands: async () => [],
  };
}
