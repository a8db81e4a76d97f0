/** The API in a process of its own, without limits on calls. Tells its parent how each of the people (server:user) asks for the same read, and which SQL it runs. */
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { buildApi } from '../../packages/api/src/app.ts';
import { createSession } from '../../packages/core/src/sessions/sessions.ts';
import { createTokens } from '../../packages/core/src/sessions/tokens.ts';
import { benchContext, nowhere } from '../context.ts';
import type { Question } from '../load.ts';

const [database_url = '', ...askers] = process.argv.slice(2);

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

const ctx = benchContext(database_url);

const api = await buildApi(ctx, {
  limits_scale: 0,
  // One address asks for as much as the program can answer.
  connections: { each_max: 1_000, requests_each_max: 1_000_000 },
  installation: async () => ({ bot: 'ready', jobs: 'ready' }),
  config: {
    api_url: '',
    ws_url: '',
    client_id: '1',
    redirect_uri: `${nowhere}/callback`,
    authorize_url: nowhere,
    invite_url: nowhere,
    cdn_url: nowhere,
    docs_url: nowhere,
    main_site_url: nowhere,
    premium_url: '',
    operator_name: null,
    operator_contact: null,
    simulator_url: null,
    version: 'bench',
  },
});
await api.listen({ host: '127.0.0.1', port: 0 });
const { port } = api.server.address() as AddressInfo; // It listens on TCP.
const tokens = createTokens(ctx);
const in_a_day = new Date(Date.now() + 86_400_000);
const questions: Question[] = [];
for (const asker of askers) {
  const [guild_id = '', user_id = ''] = asker.split(':');
  const told = { access_token: 'a', refresh_token: 'r', expires_at: in_a_day, scopes: ['identify'] };
  const session = await createSession(ctx, user_id, told);
  const headers = { 'x-tickets': 'true', authorization: tokens.sign(session) };
  questions.push({ url: `${nowhere}:${port}/api/${guild_id}/premium`, headers });
}
const [{ url, headers } = { url: '', headers: {} }] = questions;
const body = await (await fetch(url, { headers })).text();
statements.length = 0;
await fetch(url, { headers });
process.send?.({ questions, body, statements: statements.splice(0) });
Object.assign(pg.Client.prototype, { query });
