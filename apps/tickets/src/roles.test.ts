import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setUpBusyServers } from '@tickets/testkit/busy-servers';
import { createTestDatabase } from '@tickets/testkit/database';
import { startProgramProcess } from '@tickets/testkit/program';
import { expect, onTestFinished, test, vi } from 'vitest';

async function installation() {
  const database = await createTestDatabase();
  const data_dir = await mkdtemp(join(tmpdir(), 'tickets-roles-'));
  const world = await setUpBusyServers({ database_url: database.url, servers: 1, members: 1 });
  const ends: (() => Promise<void>)[] = [];
  onTestFinished(async () => {
    await Promise.all(ends.map((end) => end()));
    await world.close();
    await database[Symbol.asyncDispose]();
    await rm(data_dir, { recursive: true, force: true });
  });
  return {
    async start(roles: string) {
      const process = startProgramProcess({
        main: join(import.meta.dirname, 'main.ts'),
        args: ['--roles', roles],
        database_url: database.url,
        data_dir,
        sim: world.sim,
        application: world.application,
        env: { METRICS_TOKEN: 'a token for Prometheus'.replaceAll(' ', '-') },
      });
      ends.push(process.kill);
      return { ...process, address: await process.ready };
    },
  };
}

const json = async (address: string, path = '/readyz') => {
  const response = await fetch(`${address}${path}`);
  return { status: response.status, body: await response.json() };
};

test('every role can be watched, and says whether the installation has a bot and works off its jobs', {
  timeout: 120_000,
}, async () => {
  const { start } = await installation();
  const jobs = await start('jobs');
  expect((await json(jobs.address, '/healthz')).body).toEqual({ ok: true });
  expect(await json(jobs.address)).toMatchObject({
    status: 503,
    body: { ok: false, bot: 'missing', jobs: 'ready' },
  });
  // It does its own part, which is what a load balancer asks.
  expect(await json(jobs.address, '/readyz?of=process')).toMatchObject({ status: 200, body: { ok: true } });

  const bot = await start('bot');
  for (const { address } of [jobs, bot])
    await vi.waitFor(async () =>
      expect(await json(address)).toMatchObject({ status: 200, body: { bot: 'ready' } }),
    );
  const figures = await (await fetch(`${bot.address}/metrics`)).text();
  expect(figures).toMatch(/^bot_state{state="ready"} 1$/m);
  expect(figures).toMatch(/^tickets_build_info{version="\d+\.\d+\.\d+",node="v[\d.]+"} 1$/m);
  expect(figures).toMatch(/^database_up 1$/m);
  expect((await fetch(`${bot.address}/api/session`)).status).toBe(404);
  const forwarded = { 'x-forwarded-for': '203.0.113.9' };
  expect((await fetch(`${bot.address}/metrics`, { headers: forwarded })).status).toBe(404);
  const authorization = 'Bearer a-token-for-Prometheus';
  expect((await fetch(`${bot.address}/metrics`, { headers: { ...forwarded, authorization } })).status).toBe(
    200,
  );

  // An end is seen at once.
  await jobs.stop();
  expect(await json(bot.address)).toMatchObject({ status: 503, body: { jobs: 'missing', bot: 'ready' } });
});
