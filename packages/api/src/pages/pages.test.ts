import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { ConfigPublic } from '@tickets/contract/platform/config';
import { routes } from '@tickets/contract/routes';
import { signFileUrl } from '@tickets/core/platform/storage/file-links';
import { saveUsers } from '@tickets/core/servers/users';
import {
  buildGuild,
  buildMember,
  buildMessage,
  buildSession,
  buildTicket,
  randomId,
} from '@tickets/testkit/data/factories';
import { allowDatabaseError } from '@tickets/testkit/guard/watch';
import { startTestApp, type TestApp } from '@tickets/testkit/worlds/app';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

// What fails here on purpose is reported.
allowDatabaseError(/42P01: relation/);

const clock = createTestClock();
let web_dir: string;
let docs_dir: string;
let app: TestApp;

beforeAll(async () => {
  web_dir = await mkdtemp(join(tmpdir(), 'tickets-web-'));
  docs_dir = await mkdtemp(join(tmpdir(), 'tickets-docs-'));
  await mkdir(join(web_dir, 'assets'));
  await writeFile(
    join(web_dir, 'index.html'),
    '<!doctype html><head><title>Tickets</title>' +
      '<script type="application/json" id="first-view">{}</script><style>a{color:red}</style><script>begin();</script></head><body><div id="root"></div></body>',
  );
  await writeFile(
    join(web_dir, 'pages.json'),
    JSON.stringify([
      {
        path: '/manage/$guildId/tickets/view/$ticketId',
        level: 1,
        scripts: ['/assets/ticket-1a2b.js'],
        styles: { all: '/assets/ticket-1a2b.css', parts: ['/assets/part-3c4d.css'] },
        reads: ['/api/$guildId/tickets/$ticketId', '/api/$guildId/premium?include_voting=true'],
        long_reads: ['/api/$guildId/transcripts/$ticketId/render'],
      },
    ]),
  );
  await writeFile(join(web_dir, 'assets/app-1a2b.js'), 'export {};');
  await mkdir(join(web_dir, 'emoji'));
  await writeFile(join(web_dir, 'emoji/1f3ab.svg'), '<svg/>');
  await writeFile(join(web_dir, 'assets/app-1a2b.js.br'), brotliCompressSync('export {};'));
  await writeFile(
    join(docs_dir, 'index.md'),
    '# Guide\n\n[Running it](running.md#ports) <script>alert(1)</script> [x](javascript:alert(1))',
  );
  await mkdir(join(docs_dir, 'decisions'));
  await writeFile(
    join(docs_dir, 'running.md'),
    '# Running it\n\n## Ports\n\nIt listens on *8080*.\n\n## Logs\n\nThey are [lines](index.md).\n',
  );
  await writeFile(join(docs_dir, 'decisions/one.md'), '# One\n\n[back](../index.md)');
  app = await startTestApp({ clock, api: { web_dir, docs_dir } });
});
afterAll(async () => {
  await app.close();
  await rm(web_dir, { recursive: true });
  await rm(docs_dir, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(app.url + path, { headers });

describe('the dashboard', () => {
  test('is one page at every address that a browser opens', async () => {
    for (const path of [
      '/',
      '/callback?code=1',
      '/logout',
      '/login',
      '/manage/1/settings',
      '/manage/1/logs/view/1.2',
    ]) {
      const response = await get(path, { accept: 'text/html,*/*' });
      expect([path, response.status]).toEqual([path, 200]);
      expect(await response.text()).toContain('<title>Tickets</title>');
      expect(response.headers.get('cache-control')).toBe('no-cache');
    }
  });

  test('is there too for clients that take nothing compressed, ask for HEAD, or end the address with a slash', async () => {
    for (const [method, path] of [
      ['GET', '/'],
      ['HEAD', '/'],
      ['GET', '/?a=1'],
      ['GET', '/manage/1/settings/'],
    ] as const) {
      const response = await fetch(app.url + path, { method, headers: { 'accept-encoding': 'identity' } });
      expect([method, path, response.status]).toEqual([method, path, 200]);
      expect(response.headers.get('content-type')).toContain('text/html');
    }
  });

  test('comes compressed to whoever takes that', async () => {
    const encodingFor = async (accepted: string) => {
      const response = await get('/', { accept: 'text/html', 'accept-encoding': accepted });
      expect(await response.text()).toContain('<title>Tickets</title>');
      expect(response.headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
      return response.headers.get('content-encoding');
    };
    expect(await encodingFor('gzip, deflate, br, zstd')).toBe('gzip');
    for (const accepted of ['identity', 'br', 'gzip;q=0, br', 'gzip; q=0.0'])
      expect(await encodingFor(accepted)).toBeNull();
    expect(await encodingFor('gzip;q=0.5')).toBe('gzip');
  });

  test('answers an address written in a roundabout way as one that is not there', async () => {
    const response = await get('//manage', { accept: 'text/html' });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      404,
      'route.not_found',
    ]);
  });

  test('has its hashed files kept for ever and compressed, and missing ones are missing', async () => {
    const response = await get('/assets/app-1a2b.js', { 'accept-encoding': 'br' });
    expect(response.headers.get('cache-control')).toBe('max-age=31536000, immutable');
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('content-type')).toContain('application/javascript');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response.text()).toBe('export {};');
    // Nothing that only a document or another origin needs, or by which one would ask again.
    const unneeded = [
      'etag',
      'last-modified',
      'referrer-policy',
      'x-request-id',
      'access-control-allow-origin',
    ];
    for (const name of unneeded) expect(response.headers.get(name), name).toBeNull();
    expect((await get('/assets/app-old.js', { accept: 'text/html' })).status).toBe(404);
    expect((await get('/favicon.ico')).status).toBe(404);
  });

  test('has its pictures of emojis kept for a month', async () => {
    const picture = await get('/emoji/1f3ab.svg');
    expect(picture.headers.get('cache-control')).toBe('max-age=2592000, immutable');
    expect(picture.headers.get('content-security-policy')).toBeNull();
    expect((await get('/emoji/1f9ff.svg')).status).toBe(404);
  });

  test('names what an address needs, so that code and data are asked for together', async () => {
    const open = async (path: string) => {
      const html = await (await get(path, { accept: 'text/html' })).text();
      const written = /id="first-view">(.*?)<\/script>/.exec(html)?.[1] ?? '';
      return { html, view: JSON.parse(written) };
    };
    const ticket = await open('/manage/17/tickets/view/3/?from=mail');
    expect(ticket.view).toEqual({
      config: await (await get('/config.json')).json(),
      guild_id: '17',
      level: 1,
      scripts: ['/assets/ticket-1a2b.js'],
      reads: ['/api/17/tickets/3', '/api/17/premium?include_voting=true'],
      long_reads: ['/api/17/transcripts/3/render'],
    });
    expect(ticket.html).toMatch(
      /<div id="root">.*<link rel="stylesheet" crossorigin href="\/assets\/ticket-1a2b.css">/s,
    );
    expect(ticket.html).toContain('<link rel="stylesheet" disabled href="/assets/part-3c4d.css">');
    for (const path of [
      '/',
      '/manage/17/unknown',
      '/manage/x/tickets/view/3',
      '/manage/17/tickets/view/%3Cb%3E',
    ]) {
      const other = await open(path);
      expect([path, other.view.reads, other.view.scripts, other.view.guild_id]).toEqual([
        path,
        [],
        [],
        undefined,
      ]);
    }
  });

  test('is read again after it was built again', async () => {
    const file = join(web_dir, 'index.html');
    const before = await readFile(file, 'utf8');
    await writeFile(file, before.replace('Tickets', 'Newer'));
    await utimes(file, new Date(), new Date(Date.now() + 5000));
    expect(await (await get('/', { accept: 'text/html' })).text()).toContain('<title>Newer</title>');
    await writeFile(file, before);
  });

  test('cannot be closed by a text of the installation', async () => {
    const told: ConfigPublic = JSON.parse(await (await get('/config.json')).text());
    const config = { ...told, invite_url: 'https://x.test/</script><script>alert(1)</script>' };
    await using other = await startTestApp({ api: { web_dir, config } });
    const html = await (await fetch(`${other.url}/`, { headers: { accept: 'text/html' } })).text();
    expect(html).not.toContain('alert(1)</script>');
    expect(JSON.parse(/id="first-view">(.*?)<\/script>/.exec(html)?.[1] ?? '').config).toEqual(config);
  });

  test('may have no inline script and no inline styles but its own and may not be framed', async () => {
    const policy = (await get('/', { accept: 'text/html' })).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    const own = createHash('sha256').update('begin();').digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${own}';`);
    const styles = createHash('sha256').update('a{color:red}').digest('base64');
    expect(policy).toContain(`style-src 'self' 'sha256-${styles}';`);
    expect((await get('/healthz')).headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    const { headers } = await get('/healthz');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('strict-transport-security')).not.toContain('includeSubDomains');
  });

  test('that is not built says what to do', async () => {
    await using bare = await startTestApp({ api: { web_dir: '/nowhere' } });
    const response = await fetch(`${bare.url}/`, { headers: { accept: 'text/html' } });
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('npm run build');
  });

  test('answers for no file, picture or API, however long the address is', async () => {
    const kinds = ['/files', '/exports', '/exports/transcripts', '/exports/servers', '/avatars', '/api/user'];
    for (const path of kinds.map((kind) => `${kind}/${'9'.repeat(3_000)}`)) {
      const response = await get(path, { accept: 'text/html' });
      expect([path, response.status, await response.text()]).toEqual([
        path,
        404,
        expect.stringContaining('"success":false'),
      ]);
    }
  });
});

test('a dashboard that is built while the program runs is served whole, without a restart', async () => {
  const later = `${web_dir}-later`;
  onTestFinished(() => rm(later, { recursive: true, force: true }));
  await using running = await startTestApp({ api: { web_dir: later } });
  const ask = async (path: string) =>
    (await fetch(running.url + path, { headers: { accept: '*/*' } })).status;
  expect([await ask('/'), await ask('/assets/app-1a2b.js')]).toEqual([503, 404]);
  await cp(web_dir, later, { recursive: true });
  expect([await ask('/'), await ask('/assets/app-1a2b.js'), await ask('/emoji/1f3ab.svg')]).toEqual([
    200, 200, 200,
  ]);
});

describe('a folder of thousands of files', () => {
  const names = Array.from({ length: 8_000 }, (_, i) => `${i.toString(16)}.svg`);
  async function serveMany() {
    const many = await mkdtemp(join(tmpdir(), 'tickets-many-'));
    onTestFinished(() => rm(many, { recursive: true, force: true }));
    await mkdir(join(many, 'emoji'));
    await writeFile(join(many, 'small.svg'), '<svg/>');
    await Promise.all(names.map((name) => writeFile(join(many, 'emoji', name), '<svg/>')));
    const { api, [Symbol.asyncDispose]: end } = await startTestApp({ api: { web_dir: many } });
    onTestFinished(end);
    const ask = async (url: string) =>
      (await api.inject({ url, headers: { 'accept-encoding': 'br, gzip' } })).statusCode;
    return { many, ask };
  }

  test('costs about what any other does, whether the file that is asked for is there or not', async () => {
    const { ask } = await serveMany();
    const paths = ['/nothing.here', '/emoji/zzz.svg', '/small.svg', '/emoji/1f00.svg'];
    const costs = paths.map(() => 0);
    for (let round = -1; round < 10; round++)
      for (const [i, path] of paths.entries()) {
        const before = process.cpuUsage();
        for (let n = 0; n < 5; n++) expect(await ask(path)).toBe(i < 2 ? 404 : 200);
        const { user, system } = process.cpuUsage(before);
        if (round >= 0) costs[i] = (costs[i] ?? 0) + user + system;
      }
    const [nothing = 0, missing = 0, small = 0, there = 0] = costs;
    expect(missing / nothing).toBeLessThan(4);
    expect(there / small).toBeLessThan(3);
  });

  test('has what is added to it, and what is taken away no more', async () => {
    const { many, ask } = await serveMany();
    expect([await ask('/emoji/zzz.svg'), await ask('/emoji/0.svg')]).toEqual([404, 200]);
    await writeFile(join(many, 'emoji/zzz.svg'), '<svg/>');
    await rm(join(many, 'emoji/0.svg'));
    expect([await ask('/emoji/zzz.svg'), await ask('/emoji/0.svg')]).toEqual([200, 404]);
    await rm(join(many, 'emoji'), { recursive: true });
    expect(await ask('/emoji/zzz.svg')).toBe(404);
  });
});

describe('for machines', () => {
  test('health, readiness, robots and the own address', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ ok: true });
    expect(await (await get('/readyz')).json()).toEqual({
      ok: true,
      database: 'ready',
      disk: 'ready',
      events: 'ready',
      bot: 'ready',
      jobs: 'ready',
      discord: 'ok',
    });
    expect(await (await get('/ip')).text()).toBe('127.0.0.1');
    expect(await (await get('/robots.txt')).text()).toContain('Disallow: /');
  });

  test('readiness is lost with the database', async () => {
    await using broken = await startTestApp();
    await broken.ctx.db.deleteFrom('schema_migrations').execute();
    const response = await fetch(`${broken.url}/readyz`);
    expect([response.status, ((await response.json()) as { database: string }).database]).toEqual([
      503,
      'migrating',
    ]);
  });

  test('metrics are given without the database, except those that come from it', async () => {
    await using broken = await startTestApp();
    await broken.ctx.db.deleteFrom('schema_migrations').execute();
    await broken.ctx.db.schema.alterTable('tickets').renameTo('elsewhere').execute();
    const response = await fetch(`${broken.url}/metrics`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('bot_state{state="none"} 1');
  });

  test('metrics name routes and not addresses, and are for this machine or the token only', async () => {
    await using app = await startTestApp({ api: { metrics_access: { token: 'sesame' } } });
    const { guild_id } = await buildGuild(app.ctx);
    await buildTicket(app.ctx, { guild_id });
    await app.call('settings.get', { params: { guild_id } });
    const ask = (headers: Record<string, string>) => fetch(`${app.url}/metrics`, { headers });
    const text = await (await ask({})).text();
    expect(text).toContain('route="/api/:guild_id/settings",status="401"');
    expect(text).not.toContain(guild_id);
    expect(text).toContain('tickets_live{status="open"} 1');
    expect(text).toContain('bot_state{state="none"} 1');
    for (const name of ['x-real-ip', 'via', 'x-forwarded-host'])
      expect((await ask({ [name]: '' })).status).toBe(404);
    const proxied = { 'x-forwarded-for': '203.0.113.9' };
    expect((await ask(proxied)).status).toBe(404);
    expect((await ask({ ...proxied, authorization: 'Bearer wrong' })).status).toBe(404);
    expect((await ask({ ...proxied, authorization: 'Bearer sesame' })).status).toBe(200);
  });
});

test('metrics are for the token alone where a proxy may pass others on without saying so', async () => {
  await using app = await startTestApp({
    api: { metrics_access: { token: 'sesame', is_behind_proxy: true } },
  });
  const ask = async (headers: Record<string, string>) =>
    (await fetch(`${app.url}/metrics`, { headers })).status;
  expect(await ask({})).toBe(404);
  expect(await ask({ authorization: 'Bearer sesame' })).toBe(200);
});

describe('calls from elsewhere', () => {
  test('a browser of the dashboard may read every answer, also a limit', async () => {
    await using app = await startTestApp({ clock: createTestClock(), api: { limits_scale: 1 } });
    const call = () =>
      fetch(`${app.url}/user/permissionlevel`, { headers: { origin: 'http://dashboard.test' } });
    for (let i = 0; i < 20; i++) expect((await call()).status).toBe(401);
    const limited = await call();
    expect(limited.status).toBe(429);
    expect(await limited.json()).toMatchObject({
      error: "You're doing that too fast: please wait a few seconds and try again",
    });
    expect(limited.headers.get('access-control-allow-origin')).toBe('http://dashboard.test');
    expect(limited.headers.get('access-control-expose-headers')).toContain('x-ratelimit-remaining');
    expect(limited.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(Number(limited.headers.get('x-ratelimit-reset-after'))).toBeGreaterThan(9_000);
    expect(Number(limited.headers.get('retry-after'))).toBe(1);
  });

  test('another route has a limit of its own', async () => {
    await using app = await startTestApp({ clock: createTestClock(), api: { limits_scale: 1 } });
    const status = async (path: string) => (await fetch(app.url + path)).status;
    for (let i = 0; i < 21; i++) await status('/user/permissionlevel');
    expect(await status('/user/permissionlevel')).toBe(429);
    expect((await fetch(`${app.url}/user/guilds/reload`, { method: 'POST' })).status).toBe(401);
  });

  test('a route limit counts for the server, after sign-in, whoever calls', async () => {
    await using app = await startTestApp({ clock: createTestClock(), api: { limits_scale: 1 } });
    const { guild_id } = await buildGuild(app.ctx);
    const tokens = await Promise.all(
      [1, 2].map(async () => buildSession(app.ctx, await buildMember(app.ctx, { guild_id, level: 2 }))),
    );
    const resend = async (guild_id: string, token: string | undefined) =>
      (await app.call('panels.resend', { params: { guild_id, panel_id: '1' }, token: token ?? '' })).status;
    const { max } = routes['panels.resend'].limits[0];
    for (let i = 0; i < max; i++) expect(await resend(guild_id, tokens[i % 2])).toBe(404);
    expect(await resend(guild_id, tokens[0])).toBe(429);
    const other = await buildGuild(app.ctx);
    expect(await resend(other.guild_id, await buildSession(app.ctx, other.owner_id))).toBe(404);
  });

  test('every preflight is answered without a body', async () => {
    for (const path of ['/api/1/settings', '/anything/at/all']) {
      const response = await fetch(app.url + path, {
        method: 'OPTIONS',
        headers: { origin: 'http://dashboard.test', 'access-control-request-method': 'DELETE' },
      });
      expect(response.status).toBe(204);
      expect(response.headers.get('access-control-allow-methods')).toContain('DELETE');
      expect(response.headers.get('access-control-allow-headers')).toContain('x-tickets');
    }
  });

  test('HEAD answers as GET does, without a body', async () => {
    const response = await fetch(`${app.url}/healthz`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });
});

describe("people's pictures", () => {
  test('come through us as Discord has them, and only of people whom we know', async () => {
    await using app = await startTestApp({ sim: true });
    const fern = app.sim.world.addUser({ username: 'fern', avatar: '852d4582cadde9c7ec77dda84f019cae' });
    const stranger = app.sim.world.addUser({ username: 'otter' });
    await saveUsers(app.ctx.db, [fern]);
    const picture = await fetch(`${app.url}/avatars/${fern.id}`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(picture.headers.get('content-security-policy')).toContain('sandbox');
    const original = await fetch(`${app.ctx.config.cdn_url}/avatars/${fern.id}/${fern.avatar}.png?size=64`);
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(Buffer.from(await original.arrayBuffer()));
    for (const id of [stranger.id, '1', 'fern', `${fern.id}.svg`, '..%2fhealthz'])
      expect([id, (await fetch(`${app.url}/avatars/${id}`)).status]).toEqual([id, 404]);
  });

  test('are missing while Discord cannot give them, and fetched no faster than an address may call', async () => {
    await using app = await startTestApp({
      sim: true,
      clock: createTestClock(),
      api: { limits_scale: 1 },
    });
    const fern = app.sim.world.addUser({ username: 'fern' });
    await saveUsers(app.ctx.db, [fern]);
    await app.sim.close();
    const status = async () => (await fetch(`${app.url}/avatars/${fern.id}`)).status;
    for (let i = 0; i < 20; i++) expect(await status()).toBe(404);
    expect(await status()).toBe(429);
  });
});

describe('documents', () => {
  test('the API document names every route, and every reference in it resolves', async () => {
    const document = (await (await get('/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, { operationId: string; responses: object }>>;
      components: { schemas: object };
    };
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((o) => o.operationId),
    );
    expect(ids.sort()).toEqual(Object.keys(routes).sort());
    for (const [, name] of JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g))
      expect(document.components.schemas).toHaveProperty(name ?? '');
    expect(JSON.stringify(document)).not.toContain('"$schema"');
  });

  test('the pages load nothing that the policy would refuse', async () => {
    for (const path of ['/api/docs', '/docs']) {
      const response = await get(path);
      expect(response.headers.get('content-type')).toContain('text/html');
      const text = await response.text();
      expect(text).not.toMatch(/<script>|<style|style="|onclick/);
      for (const [, url] of text.matchAll(/(?:src|href)="(\/docs\/assets\/[^"]+)"/g))
        expect((await get(url ?? '')).status).toBe(200);
    }
    for (const path of ['/docs/assets//page.js', '/docs/assets/', '/docs/assets/..%2fpackage.json'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  test('the guide is readable, its links lead to pages, and HTML in it is text', async () => {
    const text = await (await get('/docs')).text();
    expect(text).toContain('href="/docs/running#ports"');
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).not.toContain('javascript:');
    expect(await (await get('/docs/running')).text()).toContain('<h2 id="ports">Ports</h2>');
    expect(await (await get('/docs/decisions/one')).text()).toContain('href="/docs"');
    const none = await get('/docs/none');
    expect([none.status, await none.text()]).toEqual([404, expect.stringContaining('href="/docs"')]);
    expect((await get('/docs/..%2f..%2fpackage')).status).toBe(404);
  });

  test('the guide has its pages beside it, the sections of a page, and a way back to the dashboard', async () => {
    const text = await (await get('/docs/running')).text();
    const [, contents = ''] = /<nav id="contents"[^>]*>(.*?)<\/nav>/s.exec(text) ?? [];
    expect(
      Array.from(contents.matchAll(/href="([^"]+)"( aria-current="page")?>([^<]+)/g), ([, ...link]) => link),
    ).toEqual([
      ['/docs', undefined, 'Guide'],
      ['/docs/running', ' aria-current="page"', 'Running it'],
    ]);
    const [, outline = ''] = /<nav class="outline"[^>]*>(.*?)<\/nav>/s.exec(text) ?? [];
    expect(Array.from(outline.matchAll(/href="([^"]+)"/g), ([, href]) => href)).toEqual(['#ports', '#logs']);
    for (const path of ['/docs', '/docs/none', '/api/docs'])
      expect(await (await get(path)).text()).toMatch(/href="http[^"]+\/">← Back to the dashboard/);
  });

  test('the search of the guide knows every section in plain words', async () => {
    expect(await (await get('/docs/search.json')).json()).toContainEqual({
      href: '/docs/running#ports',
      page: 'Running it',
      heading: 'Ports',
      text: 'It listens on 8080.',
    });
  });

  test('the pages have the colours and sizes of the dashboard', async () => {
    const read = async (path: string) => {
      const css = await readFile(new URL(path, import.meta.url), 'utf8');
      return new Map(
        Array.from(css.matchAll(/^ {2}(--[\w-]+):\s*([^;]+);/gm), ([, name, value]) => [
          name,
          value?.replace(/\s+/g, ' '),
        ]),
      );
    };
    const tokens = await read('../../../../apps/web/src/styles/tokens.css');
    const own = await read('../../assets/pages.css');
    expect(own.size).toBeGreaterThan(20);
    for (const [name, value] of own) expect([name, value]).toEqual([name, tokens.get(name)]);
  });
});

describe('files', () => {
  async function stored(filename: string, content_type: string | null, bytes = Buffer.from('bytes')) {
    const { ctx } = app;
    const { guild_id } = await buildGuild(ctx);
    const { ticket_id } = await buildTicket(ctx, { guild_id });
    const { message_id } = await buildMessage(ctx, { guild_id, ticket_id });
    const sha256 = createHash('sha256').update(bytes).digest();
    await ctx.storage.put(sha256.toString('hex'), bytes);
    await ctx.db
      .insertInto('stored_files')
      .values({ sha256, size: bytes.length, content_type, storage_key: sha256.toString('hex') })
      .onConflict((oc) => oc.doNothing())
      .execute();
    const attachment_id = randomId();
    await ctx.db
      .insertInto('ticket_attachments')
      .values({
        ...{ guild_id, ticket_id, message_id, attachment_id, filename, content_type, sha256 },
        ...{ size: bytes.length, url: 'https://cdn.test/x', state: 'stored' },
      })
      .execute();
    const ref = { guild_id, ticket_id, message_id, attachment_id };
    return new URL(signFileUrl(ctx, ref)).pathname;
  }

  test('a picture is shown, under its name', async () => {
    const response = await get(await stored('Bild "1" ä.png', 'image/png'));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('content-disposition')).toBe(
      'inline; filename="Bild _1_ _.png"; filename*=UTF-8\'\'Bild%20%221%22%20%C3%A4.png',
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response.text()).toBe('bytes');
  });

  test('a name leads to no folder, and shows its ending where it is', async () => {
    const names = ['../../../etc/passwd', 'C:\\evil.txt', '..', 'cat\u202egnp.exe'];
    const headers = names.map(async (name) =>
      (await get(await stored(name, null))).headers.get('content-disposition'),
    );
    const said = (name: string) => `attachment; filename="${name}"; filename*=UTF-8''${name}`;
    expect(await Promise.all(headers)).toEqual(['passwd', 'evil.txt', 'file', 'catgnp.exe'].map(said));
  });

  test('anything that could run is downloaded instead', async () => {
    for (const type of ['text/html', 'image/svg+xml', 'application/pdf', null]) {
      const response = await get(await stored('file', type));
      expect(response.headers.get('content-type')).toBe('application/octet-stream');
      expect(response.headers.get('content-disposition')).toMatch(/^attachment;/);
    }
  });

  test('a link ends after a day, and a changed one was never good', async () => {
    const path = await stored('a.png', 'image/png');
    const [body = '', mac = ''] = path.slice('/files/'.length).split('.');
    const claim = Buffer.from(body, 'base64url').toString();
    const forged = Buffer.from(claim.replace(/\.\d+$/, '.99999999999999')).toString('base64url');
    for (const wrong of [`/files/${forged}.${mac}`, `/files/${body}.`, `/files/${body}`, '/files/x.y'])
      expect([wrong, (await get(wrong)).status]).toEqual([wrong, 404]);
    const start = clock.now();
    clock.advance(26 * 3_600_000);
    expect((await get(path)).status).toBe(404);
    clock.set(start);
  });
});
