import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@tickets/core/platform/clock';
import { createSealer } from '@tickets/core/platform/crypto/seal';
import { setUpBusyServers } from '@tickets/testkit/data/busy-servers';
import { buildSession } from '@tickets/testkit/data/factories';
import { createTestDatabase } from '@tickets/testkit/database/database';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { startProgramProcess } from '@tickets/testkit/outside/program';
import { expect, onTestFinished, test, vi } from 'vitest';

// What keeps a process from starting, or from Discord, is logged by that process.
allowWarning(
  /"msg":"(a process that uses this database does not share all|could not start|the gateway reports an error|The connection to Discord was lost)/,
);

interface Different {
  env?: Record<string, string>;
  folder?: string;
}

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
    data_dir,
    world,
    async start(roles: string, { env = {}, folder = data_dir }: Different = {}) {
      const process = startProgramProcess({
        main: join(import.meta.dirname, '../main.ts'),
        args: ['--roles', roles],
        database_url: database.url,
        data_dir: folder,
        sim: world.sim,
        application: world.application,
        env: { METRICS_TOKEN: 'a token for Prometheus'.replaceAll(' ', '-'), ...env },
      });
      ends.push(process.kill);
      return { ...process, address: await process.ready };
    },
    /** A second way to the same folder, as another machine mounts a volume elsewhere. */
    async mountedElsewhere() {
      const path = `${data_dir}-elsewhere`;
      await symlink(data_dir, path);
      onTestFinished(() => rm(path));
      return path;
    },
    async otherFolder() {
      const folder = await mkdtemp(join(tmpdir(), 'tickets-roles-other-'));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      return folder;
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
  expect(figures).toMatch(/^tickets_build_info{version="\d+\.\d+\.\d+(-rc\.\d+)?",node="v[\d.]+"} 1$/m);
  expect(figures).toMatch(/^database_up 1$/m);
  expect((await fetch(`${bot.address}/api/session`)).status).toBe(404);
  const forwarded = { 'x-forwarded-for': '203.0.113.9' };
  expect((await fetch(`${bot.address}/metrics`, { headers: forwarded })).status).toBe(404);
  const authorization = 'Bearer a-token-for-Prometheus';
  expect((await fetch(`${bot.address}/metrics`, { headers: { ...forwarded, authorization } })).status).toBe(
    200,
  );

  // An end is seen at the next look.
  await jobs.stop();
  await vi.waitFor(
    async () =>
      expect(await json(bot.address)).toMatchObject({ status: 503, body: { jobs: 'missing', bot: 'ready' } }),
    3_000,
  );
});

test('a process that does not share secrets, address, application and files with one that runs is refused in a sentence, until all are changed', {
  timeout: 180_000,
}, async () => {
  const { start, mountedElsewhere, otherFolder, world } = await installation();
  const foreign = world.sim.world.addApplication({ name: 'Another' });
  const folder = await otherFolder();
  const secrets = { JWT_SECRET: 'j'.repeat(32), SECRET_KEYS: 's'.repeat(32) };
  const jobs = await start('jobs', { env: secrets });
  // The same folder has another path, where it is mounted elsewhere.
  await (await start('api', { env: secrets, folder: await mountedElsewhere() })).stop();

  const refused = async (different: Different) => {
    const said = await start('api', different).then(
      () => 'It started.',
      (error: Error) => error.message,
    );
    expect(said).not.toMatch(/^ +at /m);
    expect(said).toContain('stop every process before you start the first');
    return said;
  };
  const said = await Promise.all([
    refused({ env: secrets, folder }),
    refused({ env: { ...secrets, JWT_SECRET: 'k'.repeat(32) } }),
    refused({ env: { ...secrets, PUBLIC_URL: 'https://tickets.example.com' } }),
    refused({}),
    refused({ env: { ...secrets, DISCORD_TOKEN: foreign.bot_token, DISCORD_CLIENT_ID: foreign.id } }),
  ]);
  const parts = [
    'set JWT_SECRET',
    'set SECRET_KEYS',
    'another PUBLIC_URL, none in place of https://tickets.example.com',
    'files in the data folder',
    `another bot on Discord, ${world.application.id} in place of ${foreign.id}`,
  ];
  expect(said.map((text) => parts.map((part) => text.includes(part)))).toEqual([
    [false, false, false, true, false],
    [true, false, false, false, false],
    [false, false, true, false, false],
    [true, true, false, false, false],
    [false, false, false, false, true],
  ]);

  // Who runs all of them with other values stops them all, however hard.
  await jobs.kill();
  const other = {
    PUBLIC_URL: 'https://tickets.example.com',
    DISCORD_TOKEN: foreign.bot_token,
    DISCORD_CLIENT_ID: foreign.id,
  };
  const [first] = await Promise.all([
    start('api', { env: other, folder }),
    start('jobs', { env: other, folder }),
  ]);
  expect(first.lastWords()).toContain('is ready: https://tickets.example.com');
});

test('every role and the dashboard give the reason for which Discord keeps the bot out, until it no longer does', {
  timeout: 120_000,
}, async () => {
  allowWarning(/Discord (does not accept the bot token|refuses the privileged intents|does not answer)/);
  // A panel that Discord still has to follow may be on its way in that moment.
  allowWarning(/Discord (did not authorise a call of the bot|does not follow yet)/);
  const { start, world } = await installation();
  const { sim, application, servers } = world;
  const env = { JWT_SECRET: 'j'.repeat(32), SECRET_KEYS: 's'.repeat(32) };
  const started = ['jobs', 'api', 'bot'].map((roles) => start(roles, { env }));
  const addresses = (await Promise.all(started)).map(({ address }) => address);
  const [server] = servers;
  const token = await buildSession(
    {
      db: world.db,
      clock: systemClock,
      sealer: createSealer([env.SECRET_KEYS]),
      config: { token_secret: env.JWT_SECRET },
    },
    server?.owner.id ?? '',
  );
  /** As each process says it to the operator, and the dashboard to administrators. */
  const said = async () => {
    const ready = await Promise.all(addresses.map((address) => json(address)));
    const metrics = await Promise.all(
      addresses.map(async (address) => (await fetch(`${address}/metrics`)).text()),
    );
    const dashboard = await fetch(`${addresses[1]}/api/${server?.guild_id}/discord`, {
      headers: { authorization: token, 'x-tickets': 'true' },
    });
    return {
      ready: ready.map(({ status, body: { bot, discord } }) => ({ status, bot, discord })),
      metrics: metrics.map((text) => /^discord_problem\{problem="(.*)"\} 1$/m.exec(text)?.[1]),
      dashboard: (await dashboard.json()).problem,
    };
  };
  const all = <T>(it: T) => addresses.map(() => it);
  const well = {
    ready: all({ status: 200, bot: 'ready', discord: 'ok' }),
    metrics: all(undefined),
    dashboard: null,
  };
  const kept = (problem: string) => ({
    ready: all({ status: 503, bot: problem, discord: problem }),
    metrics: all(problem),
    dashboard: problem,
  });
  const patience = { timeout: 30_000, interval: 200 };
  await vi.waitFor(async () => expect(await said()).toEqual(well), patience);
  for (const [problem, refuse] of [
    ['token_refused', sim.refuseToken],
    ['intents_refused', sim.refuseIntents],
  ] as const) {
    const accept = refuse(application.id);
    await vi.waitFor(async () => expect(await said()).toEqual(kept(problem)), patience);
    accept();
    await vi.waitFor(async () => expect(await said()).toEqual(well), patience);
  }
});
