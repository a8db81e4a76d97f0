import type { AddressInfo } from 'node:net';
import { createPool } from '@tickets/core/platform/db/db';
import { installationOf, readProcesses } from '@tickets/core/platform/processes/processes';
import { lockWaits } from '@tickets/testkit/database/lock-waits';
import { startTestApp } from '@tickets/testkit/worlds/app';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { buildWatch } from '../watch.ts';

const paths = ['/readyz', '/readyz?of=process'];
const many = (ask: (path: string) => Promise<unknown>) =>
  Promise.all(Array.from({ length: 40 }, (_, n) => ask(paths[n % 2] ?? '')));

/** A process with the role api and one without, on one database, which both have asked nothing so far. */
async function running() {
  const app = await startTestApp();
  const { db } = app.ctx;
  const installation = async () => installationOf(await readProcesses(db));
  const watch = buildWatch(app.ctx, { version: 'test', installation });
  onTestFinished(async () => {
    await watch.close();
    await app.close();
  });
  await watch.listen({ host: '127.0.0.1', port: 0 });
  const { port } = watch.server.address() as AddressInfo; // It listens on TCP.
  return { app, db, urls: { api: app.url, 'bot or jobs': `http://127.0.0.1:${port}` } };
}

test.each(['api', 'bot or jobs'] as const)(
  'however many ask a process with the role %s at once whether it is ready, it looks at the database once for each of the two answers',
  async (role) => {
    const { urls } = await running();
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    const looks = () => asked.mock.calls.filter((call) => JSON.stringify(call).includes('schema_migrations'));
    await many(async (path) => {
      const answer = await fetch(urls[role] + path);
      expect(await answer.json()).toMatchObject({ database: 'ready' });
    });
    expect(looks()).toHaveLength(2);
  },
);

test('a process without the role api answers whoever asks it for a live socket', async () => {
  const { urls } = await running();
  const socket = new WebSocket(`${urls['bot or jobs'].replace('http', 'ws')}/api/1/live`);
  const told = await new Promise((tell) => {
    socket.on('error', ({ message }) => tell(message));
    setTimeout(() => tell('nothing'), 2_000).unref();
  });
  socket.terminate();
  expect(told).toBe('Unexpected server response: 404');
});

test('those who ask while a look takes long wait for the same one, also when the first of them has gone', async () => {
  const { app, db, urls } = await running();
  const holder = createPool(app.database_url, { max: 1 });
  const lock = await holder.connect();
  onTestFinished(() => holder.end());
  await lock.query('begin; lock table schema_migrations in access exclusive mode');
  const stuck = () => lockWaits(db);
  let arrived = 0;
  app.api.server.on('request', () => {
    arrived += 1;
  });
  const gone = new AbortController();
  const first = fetch(`${urls.api}/readyz?of=process`, { signal: gone.signal });
  await vi.waitFor(async () => expect(await stuck()).toBe(1));
  const others = Array.from({ length: 20 }, () => fetch(`${urls.api}/readyz?of=process`));
  await vi.waitFor(() => expect(arrived).toBe(21));
  gone.abort();
  await expect(first).rejects.toThrow('abort');
  expect(await stuck()).toBe(1);
  await lock.query('commit');
  lock.release();
  for (const answer of await Promise.all(others))
    expect([answer.status, await answer.json()]).toMatchObject([200, { ok: true, database: 'ready' }]);
});

test('a process that has not heard for a while what others do says so, and is asked for pages all the same', async () => {
  const { app, urls } = await running();
  const asked = async (path: string) => {
    const answer = await fetch(urls.api + path);
    return [answer.status, ((await answer.json()) as { events: string }).events];
  };
  expect(await asked('/readyz?of=process')).toEqual([200, 'ready']);
  const cutOff = vi.spyOn(app.ctx.events, 'cutOffMs');
  cutOff.mockReturnValue(20_000);
  expect(await asked('/readyz')).toEqual([503, 'interrupted']);
  expect(await asked('/readyz?of=process')).toEqual([200, 'interrupted']);
  cutOff.mockReturnValue(5_000);
  expect(await asked('/readyz?of=process')).toEqual([200, 'ready']);
});

test('about a second after the database has changed, every process says so, whoever kept asking', async () => {
  const { db, urls } = await running();
  const said = () =>
    Promise.all(
      Object.values(urls).flatMap((url) =>
        paths.map(
          async (path) => ((await (await fetch(url + path)).json()) as { database: string }).database,
        ),
      ),
    );
  expect(new Set(await said())).toEqual(new Set(['ready']));
  const newest = await db.selectFrom('schema_migrations').selectAll().execute();
  for (const [change, database] of [
    [() => db.deleteFrom('schema_migrations').execute(), 'migrating'],
    [() => db.insertInto('schema_migrations').values(newest).execute(), 'ready'],
  ] as const) {
    await change();
    await vi.waitFor(async () => expect(new Set(await said())).toEqual(new Set([database])), 3_000);
  }
});
