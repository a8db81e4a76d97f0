import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addJob } from '@tickets/core/platform/jobs/jobs';
import { outcomeOf } from '@tickets/discord-sim/people/outcome';
import { startDiscord } from '@tickets/discord-sim/start';
import { type BusyServers, setUpBusyServers } from '@tickets/testkit/data/busy-servers';
import { createTestDatabase } from '@tickets/testkit/database/database';
import { gateTo } from '@tickets/testkit/database/database-gate';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { startProgramProcess } from '@tickets/testkit/outside/program';
import { sql } from 'kysely';
import { expect, onTestFinished, type TestContext, test, vi } from 'vitest';

// What an outage of the database is logged as.
allowWarning(
  /"msg":"(the database does not answer|connections to Discord are closed|The connection to Discord was lost)/,
);

/** `scripts/outage.ts` takes the 30 s that a restart of a database may take. */
const outageMs = Number(process.env.OUTAGE_MS ?? 8_000);
const patience = { timeout: 30_000 };
const roles = ['api', 'bot', 'jobs', 'api,bot,jobs'] as const;
const has = (given: string, role: string) => given.split(',').includes(role);

async function processWith(given: string, { onTestFinished }: TestContext) {
  const database = await createTestDatabase();
  const gate = await gateTo(database.url);
  const data_dir = await mkdtemp(join(tmpdir(), 'tickets-outage-'));
  const world = await setUpBusyServers({ database_url: database.url, servers: 1, members: 1 });
  const program = startProgramProcess({
    main: join(import.meta.dirname, '../main.ts'),
    args: ['--roles', given],
    database_url: gate.url,
    data_dir,
    sim: world.sim,
    application: world.application,
  });
  onTestFinished(async () => {
    await program.kill();
    await world.close();
    await gate[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
    await rm(data_dir, { recursive: true, force: true });
  });
  return { gate, world, program, address: await program.ready };
}

/** Answers of a process's addresses: their status, or undefined where nothing listens. */
async function asked(address: string) {
  const status = async (path: string) => {
    const answer = await fetch(`${address}${path}`).catch(() => undefined);
    await answer?.body?.cancel();
    return answer?.status;
  };
  return {
    healthz: await status('/healthz'),
    readyz: await status('/readyz?of=process'),
    metrics: await status('/metrics'),
  };
}

/** Every role answers, and says of itself whether it can do its part. */
const expected = (isThere: boolean) => ({ healthz: 200, readyz: isThere ? 200 : 503, metrics: 200 });

/** What a process says of an outage: that it begins, that it is over, and what else is wrong. */
function saidOf(logged: Record<string, unknown>[]) {
  return {
    begun: logged.filter(({ msg }) => msg === 'the database does not answer'),
    over: logged.filter(({ msg }) => msg === 'the database answers again'),
    others: logged.filter(({ level, msg }) => Number(level) >= 40 && msg !== 'the database does not answer'),
  };
}

const works: Record<string, (world: BusyServers) => Promise<void>> = {
  async bot({ sim, application, servers: [server] }) {
    await vi.waitFor(async () => {
      const command = sim.world.commands
        .all()
        .find(({ application_id, name }) => application_id === application.id && name === 'help');
      const [asker] = server?.staff ?? [];
      if (!command || !server || !asker) throw new Error('There is no command yet');
      const { id } = sim.world.createInteraction({
        kind: 'command',
        command_id: command.id,
        channel_id: server.lobby.id,
        user_id: asker.id,
      });
      expect((await outcomeOf(sim.world, id)).kind).not.toBe('failed');
    }, patience);
  },
  async jobs({ db }) {
    await addJob(db, 'files.remove_unused', {});
    await vi.waitFor(async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from graphile_worker.jobs`.execute(
        db,
      );
      expect(rows).toEqual([{ n: 0 }]);
    }, patience);
  },
};

test.concurrent.for(roles)(
  'a process with the roles %s lives through an outage of the database, and works afterwards',
  { timeout: 120_000 + outageMs },
  async (given, context) => {
    const { gate, world, program, address } = await processWith(given, context);
    const everythingWorks = async () => {
      for (const [role, work] of Object.entries(works)) if (has(given, role)) await work(world);
    };
    await everythingWorks();
    expect(await asked(address)).toEqual(expected(true));
    const before = program.logged().length;
    await gate.shut();
    const isOver = sleep(outageMs);
    await vi.waitFor(async () => expect(await asked(address)).toEqual(expected(false)), patience);
    await isOver;
    expect(program.isRunning(), program.lastWords()).toBe(true);
    expect(await asked(address)).toEqual(expected(false));
    await gate.open();
    await everythingWorks();
    await vi.waitFor(async () => expect(await asked(address)).toEqual(expected(true)), patience);
    expect(program.isRunning()).toBe(true);

    const { begun, over, others } = saidOf(program.logged().slice(before));
    expect(begun, JSON.stringify(begun)).toHaveLength(1);
    expect(over).toEqual([expect.objectContaining({ seconds: expect.any(Number) })]);
    expect(over[0]?.seconds).toBeGreaterThanOrEqual(outageMs / 1000 - 5);
    // Others say what it means for the connection to Discord and for what happens there; each once, and none with a stack.
    expect(others.map(({ msg }) => msg).filter((msg, n, all) => all.indexOf(msg) !== n)).toEqual([]);
    expect(others.filter(({ err }) => err !== undefined)).toEqual([]);
    expect(others.length, JSON.stringify(others)).toBeLessThanOrEqual(has(given, 'bot') ? 3 : 0);
  },
);

test('a program that waits for a database while it starts ends when it is asked to', {
  timeout: 60_000,
}, async () => {
  const silent = createServer();
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo; // It listens on TCP.
  const asked = once(silent, 'connection');
  const data_dir = await mkdtemp(join(tmpdir(), 'tickets-silent-'));
  const sim = await startDiscord();
  const program = startProgramProcess({
    main: join(import.meta.dirname, '../main.ts'),
    database_url: `postgresql://nobody@127.0.0.1:${port}/none`,
    data_dir,
    sim,
    application: sim.world.addApplication({ name: 'Tickets' }),
  });
  onTestFinished(async () => {
    await program.kill();
    await sim.close();
    silent.close();
    await rm(data_dir, { recursive: true, force: true });
  });
  const [socket] = await asked;
  onTestFinished(() => socket.destroy());
  const begun = performance.now();
  await program.stop();
  expect(performance.now() - begun).toBeLessThan(8_000);
  expect(await program.exited).toEqual([0, null]);
});
