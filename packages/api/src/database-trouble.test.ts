import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDb, createPool, onOutage } from '@tickets/core/platform/db/db';
import { installationOf, readProcesses } from '@tickets/core/platform/processes/processes';
import { diskStorage } from '@tickets/core/platform/storage/storage';
import { buildGuild, buildSession } from '@tickets/testkit/data/factories';
import { allowDatabaseError, allowWarning } from '@tickets/testkit/guard/watch';
import { serveApi } from '@tickets/testkit/worlds/app';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildWatch } from './watch.ts';

// What fails here on purpose is reported.
allowDatabaseError(
  /25006: cannot execute|57P01: terminating connection|53100: no|53300: no|57P01: no|57014: no/,
);
allowWarning(
  /"msg":"(no file can be stored|service\.database_(down|slow)|service\.disk_full|the database does not answer|the database takes no changes)/,
);

/** A way to the database that can be cut, or go silent for a while. */
async function wayTo(database_url: string) {
  const target = new URL(database_url);
  const folder = target.searchParams.get('host');
  const port = Number(target.port);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => to.write(bytes));
      from.on('error', () => undefined);
      from.on('close', () => to.destroy());
      if (isSilent) from.pause();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(cut);
  target.searchParams.delete('host');
  target.hostname = '127.0.0.1';
  target.port = String((server.address() as AddressInfo).port);
  return {
    url: target.href,
    cut,
    goSilent() {
      isSilent = true;
      for (const socket of sockets) socket.pause();
    },
    speakAgain() {
      isSilent = false;
      for (const socket of sockets) socket.resume();
    },
  };
}

async function appBehind() {
  const context = await createTestContext();
  const way = await wayTo(context.database_url);
  const pool = createPool(way.url, { max: 3 });
  const db = createDb(pool);
  const ctx = { ...context.ctx, db };
  const app = await serveApi(ctx);
  onTestFinished(async () => {
    way.cut();
    await app.api.close();
    await db.destroy().catch(() => undefined);
    await context.close();
  });
  const guild = await buildGuild(context.ctx);
  const token = await buildSession(context.ctx, guild.owner_id);
  const ask = async () => {
    const startedAt = performance.now();
    const answer = await app.call('tags.list', { params: { guild_id: guild.guild_id }, token });
    return { ...answer, ms: performance.now() - startedAt };
  };
  return { ...app, ctx: context.ctx, db, guild, token, way, ask };
}

test('a database that hangs is told within five seconds, and its return is noticed at once', {
  timeout: 30_000,
}, async () => {
  const { ask, way, url } = await appBehind();
  expect((await ask()).status).toBe(200);
  way.goSilent();
  // More than the pool has connections.
  const answers = await Promise.all(Array.from({ length: 5 }, ask));
  for (const { status, error, headers, ms } of answers) {
    expect(status).toBe(503);
    // A connection that stood there is waited at for an answer, a new one is not had.
    expect(error.code).toMatch(/^service\.database_(slow|down)$/);
    expect(error.error).toContain('database');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(ms).toBeLessThan(5000);
  }
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  way.speakAgain();
  expect((await ask()).status).toBe(200);
  await vi.waitFor(async () =>
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ ok: true, database: 'ready' }),
  );
});

test('a process without the role api answers at all its addresses within five seconds while the database hangs', {
  timeout: 60_000,
}, async () => {
  const { ctx, db, way } = await appBehind();
  const watch = buildWatch(
    { ...ctx, db },
    {
      version: 'test',
      installation: async () => installationOf(await readProcesses(db)),
    },
  );
  onTestFinished(() => watch.close());
  await watch.listen({ host: '127.0.0.1', port: 0 });
  const { port } = watch.server.address() as AddressInfo; // It listens on TCP.
  const ask = async (path: string) => {
    const begun = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    const text = await answer.text();
    return { path, status: answer.status, text, ms: performance.now() - begun };
  };
  // Of a pool this small all connections may be in use by now.
  const unready =
    /"database":"(down|busy)","disk":"ready","events":"ready","bot":"unknown","jobs":"unknown","discord":"unknown"/;
  expect((await ask('/metrics')).text).toMatch(/^database_up 1$/m);
  way.goSilent();
  // Connections that stood there are waited at for an answer; afterwards none is had.
  for (const _ of [1, 2]) {
    const answers = await Promise.all(
      ['/metrics', '/readyz', '/readyz?of=process', '/healthz', '/ip', '/robots.txt', '/nothing'].map(ask),
    );
    for (const { ms, path } of answers) expect(ms, path).toBeLessThan(5_000);
    const [metrics, ready, process, ...others] = answers;
    expect(metrics?.text).toMatch(/^database_up 0$/m);
    expect([ready?.status, ready?.text]).toEqual([503, expect.stringMatching(unready)]);
    expect(process?.status).toBe(503);
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 404]);
  }
});

test('a database that is not there is told, and nothing of how it is reached', async () => {
  const { ask, way } = await appBehind();
  way.cut();
  const { status, error, headers } = await ask();
  expect([status, error.code]).toEqual([503, 'service.database_down']);
  expect(headers.get('retry-after')).toBe('5');
  expect(JSON.stringify(error)).not.toMatch(/127\.0\.0\.1|ECONN|postgres/);
});

test.each([
  ['53100', 'service.disk_full'],
  ['57P01', 'service.database_down'],
  ['57014', 'service.database_slow'],
  ['53300', 'service.database_down'],
])('PostgreSQL saying %s is told as %s', async (sqlstate, code) => {
  const { call, ctx, guild, token } = await appBehind();
  await sql`create function refuse() returns trigger language plpgsql as ${sql.lit(
    `begin raise exception 'no' using errcode = '${sqlstate}'; end`,
  )}`.execute(ctx.db);
  await sql`create trigger refuse before insert on tags execute function refuse()`.execute(ctx.db);
  const { guild_id } = guild;
  const body = { id: 'hello', content: 'Hello', embed: null };
  const { status, error, headers } = await call('tags.save', { params: { guild_id }, token, body });
  expect([status, error.code, headers.get('retry-after')]).toEqual([503, code, '5']);
});

test('a database that takes no changes is told as an outage, from its first refusal until something is changed again', async () => {
  const { call, ctx, db, guild, token, url } = await appBehind();
  const said: string[] = [];
  // That the server ended the connections is another matter.
  onOutage(db, (now, before) => {
    if (now?.kind === 'read_only') said.push('begins');
    if (before?.kind === 'read_only') said.push('ends');
  });
  const { guild_id } = guild;
  const body = { id: 'hello', content: 'Hello', embed: null };
  const save = () => call('tags.save', { params: { guild_id }, token, body });
  const read = () => call('tags.list', { params: { guild_id }, token });
  const ready = async (of = '') => {
    const answer = await fetch(`${url}/readyz${of}`);
    return [answer.status, await answer.json()];
  };
  const { name } = await ctx.db
    .selectNoFrom(sql<string>`current_database()`.as('name'))
    .executeTakeFirstOrThrow();
  const refuseChanges = (are_refused: boolean) =>
    ctx.db
      .transaction()
      .setAccessMode('read write')
      .execute(async (tx) => {
        const mode = sql.lit(are_refused ? 'on' : 'off');
        await sql`alter database ${sql.id(name)} set default_transaction_read_only = ${mode}`.execute(tx);
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(
          tx,
        );
      });
  expect((await save()).status).toBe(204);
  await refuseChanges(true);
  await vi.waitFor(async () =>
    expect(await ready()).toEqual([
      503,
      {
        ok: false,
        database: 'read_only',
        disk: 'ready',
        events: 'ready',
        bot: 'unknown',
        jobs: 'unknown',
        discord: 'unknown',
      },
    ]),
  );
  expect(await ready('?of=process')).toEqual([
    503,
    { ok: false, database: 'read_only', disk: 'ready', events: 'ready' },
  ]);
  for (const _ of [1, 2]) {
    const { status, error, headers } = await save();
    expect([status, error.code, headers.get('retry-after')]).toEqual([503, 'service.database_down', '5']);
    // What is read says nothing of it.
    expect((await read()).status).toBe(200);
  }
  expect(said).toEqual(['begins']);
  await refuseChanges(false);
  await vi.waitFor(async () => expect((await save()).status).toBe(204));
  expect(said).toEqual(['begins', 'ends']);
  await vi.waitFor(async () =>
    expect(await ready('?of=process')).toMatchObject([200, { database: 'ready' }]),
  );
});

test('a body that came whole does not lose the time limit of its request', { timeout: 30_000 }, async () => {
  const { call, guild, token, way } = await appBehind();
  way.goSilent();
  const { guild_id } = guild;
  const body = { id: 'hello', content: 'Hello', embed: null };
  const { status } = await call('tags.save', { params: { guild_id }, token, body });
  expect(status).toBe(503);
});

test('a disk that takes no files any more is told by /readyz and in the metrics', async () => {
  const { ctx, close } = await createTestContext();
  const folder = await mkdtemp(join(tmpdir(), 'tickets-full-'));
  const storage = diskStorage(folder, { kept_free_bytes: Number.MAX_SAFE_INTEGER });
  const { api, url } = await serveApi({ ...ctx, storage });
  onTestFinished(async () => {
    await api.close();
    await close();
    await rm(folder, { recursive: true });
  });
  await expect(storage.put('ab'.repeat(8), Buffer.from('x'))).rejects.toThrow();
  expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ ok: false, disk: 'failing' });
  expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^storage_disk_full 1$/m);
});

test('a data folder in which nothing can be stored is told by /readyz', async () => {
  const { ctx, close } = await createTestContext();
  const { api, url } = await serveApi({ ...ctx, storage: diskStorage('/dev/null/files') });
  onTestFinished(async () => {
    await api.close();
    await close();
  });
  const response = await fetch(`${url}/readyz`);
  expect([response.status, await response.json()]).toMatchObject([
    503,
    { ok: false, database: 'ready', disk: 'failing' },
  ]);
});
