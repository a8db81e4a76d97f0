/** The API in a process of its own, without limits on calls. Tells its parent where it is and which SQL a read runs. */
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { oneBot } from '@tickets/core/platform/discord/bots';
import pg from 'pg';
import { pino } from 'pino';
import { buildApi } from '../../packages/api/src/app.ts';
import { systemClock } from '../../packages/core/src/platform/clock.ts';
import type { Context } from '../../packages/core/src/platform/context.ts';
import { createSealer } from '../../packages/core/src/platform/crypto/seal.ts';
import { createDb, createPool } from '../../packages/core/src/platform/db/db.ts';
import { createDiscord } from '../../packages/core/src/platform/discord/discord.ts';
import { memoryEvents } from '../../packages/core/src/platform/events/events.ts';
import { diskStorage } from '../../packages/core/src/platform/storage/storage.ts';
import { createSession } from '../../packages/core/src/sessions/sessions.ts';
import { createTokens } from '../../packages/core/src/sessions/tokens.ts';

const [database_url = '', guild_id = '', user_id = ''] = process.argv.slice(2);

const statements: { text: string; values: unknown[] }[] = [];
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...args: unknown[]) {
    const [first, values] = args as [string | { text: string; values: unknown[] }, unknown[] | undefined];
    if (typeof first === 'string') statements.push({ text: first, values: values ?? [] });
    else if (first.text) statements.push({ text: first.text, values: first.values });
    return query.apply(this, args);
  },
});

const address = 'http://127.0.0.1';
const discord = { url: 'http://127.0.0.1:1', token: 'none', application_id: '1', client_secret: 'none' };
const client = createDiscord(discord);
const ctx: Context = {
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
      redirect_uri: `${address}/callback`,
    },
    token_secret: 'a benchmark signs with this and nothing else',
    dashboard_url: address,
    api_url: address,
    cdn_url: discord.url,
    links: { invite: address, premium: address, docs: address },
    attachments: { file_bytes_max: 1, guild_bytes_max: 1 },
  },
};
const api = await buildApi(ctx, {
  limits_scale: 0,
  config: {
    api_url: '',
    ws_url: '',
    client_id: '1',
    redirect_uri: `${address}/callback`,
    authorize_url: address,
    invite_url: address,
    cdn_url: discord.url,
    docs_url: address,
    main_site_url: address,
    premium_url: '',
    operator_name: null,
    operator_contact: null,
    simulator_url: null,
    version: 'bench',
  },
});
await api.listen({ host: '127.0.0.1', port: 0 });
const { port } = api.server.address() as AddressInfo; // It listens on TCP.
const session = await createSession(ctx, user_id, {
  access_token: 'a',
  refresh_token: 'r',
  expires_at: new Date(Date.now() + 86_400_000),
  scopes: ['identify'],
});
const headers = { 'x-tickets': 'true', authorization: createTokens(ctx).sign(session) };
const url = `${address}:${port}/api/${guild_id}/premium`;
const body = await (await fetch(url, { headers })).text();
statements.length = 0;
await fetch(url, { headers });
process.send?.({ url, headers, body, statements: statements.splice(0) });
Object.assign(pg.Client.prototype, { query });
