import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RouteName } from '@tickets/contract/route-paths';
import type { Context } from '@tickets/core/platform/context';
import { setUpBusyServers } from '@tickets/testkit/data/busy-servers';
import { buildMember, buildSession, buildTicket, buildUser, randomId } from '@tickets/testkit/data/factories';
import { type Random, seededRandom } from '@tickets/testkit/data/random';
import { createTestDatabase } from '@tickets/testkit/database/database';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { startProgramProcess } from '@tickets/testkit/outside/program';
import { fuzzCall, fuzzPage, sendFuzz, sendRaw, shownCall } from '@tickets/testkit/surface/fuzz';
import { routeNames } from '@tickets/testkit/surface/routes';
import { sampleBody } from '@tickets/testkit/surface/samples';
import { buildSurfaceRows, nothing } from '@tickets/testkit/surface/world';
import { createTestContext, testSealingKey } from '@tickets/testkit/worlds/context';
import { expect, onTestFinished, test } from 'vitest';

// What is refused here on purpose is reported.
allowWarning(/./);

/** `scripts/fuzz.ts` asks for more of them. */
const calls = Number(process.env.FUZZ_CALLS ?? 350);
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
const AT_ONCE = 4;
/** Longer than a busy machine takes, shorter than a program that stands still. */
const HEALTH_MS_MAX = 5_000;
const token_secret = 'a fuzzed program signs with this and nothing else';

/** A program with a server in it, and people of every standing. */
async function program() {
  const database = await createTestDatabase();
  const data_dir = await mkdtemp(join(tmpdir(), 'tickets-fuzz-'));
  const world = await setUpBusyServers({ database_url: database.url, servers: 1, members: 1, topics: true });
  const context = await createTestContext({ config: { token_secret } });
  const ctx = { ...context.ctx, db: world.db };
  const [server] = world.servers;
  if (!server) throw new Error('there is one server');
  const { guild_id } = server;
  const administrator_of_product = (await buildUser(ctx)).user_id;
  const started = startProgramProcess({
    main: join(import.meta.dirname, '../main.ts'),
    database_url: database.url,
    data_dir,
    sim: world.sim,
    application: world.application,
    env: {
      JWT_SECRET: token_secret,
      SECRET_KEYS: testSealingKey,
      ADMINS: administrator_of_product,
      TRUSTED_PROXIES: '127.0.0.1',
      PREMIUM: 'everyone',
    },
  });
  onTestFinished(async () => {
    await started.kill();
    await world.close();
    await context.close();
    await database[Symbol.asyncDispose]();
    await rm(data_dir, { recursive: true, force: true });
  });
  const url = await started.ready;
  // A new person each time: limits of one person would refuse most calls.
  const member = async (level: 0 | 1 | 2) =>
    buildSession(ctx, await buildMember(ctx, { guild_id, level, user_id: (await buildUser(ctx)).user_id }));
  const callers: Record<string, () => Promise<string | undefined>> = {
    'nobody who signed in': async () => undefined,
    'a stranger': async () => buildSession(ctx, (await buildUser(ctx)).user_id),
    'a member': () => member(0),
    staff: () => member(1),
    'an administrator': () => member(2),
    'the owner': () => buildSession(ctx, server.owner.id),
    'an administrator of the product': () => buildSession(ctx, administrator_of_product),
  };
  return { ctx, url, started, callers, server };
}

test('no call, however odd, makes the program fail, whoever sends it', {
  timeout: 60_000 + calls * 100,
}, async () => {
  const { ctx, url, started, callers, server } = await program();
  const { guild_id, lobby, members } = server;
  console.log(`seed ${seed}, ${calls} calls`);
  const is_built = (await fetch(url)).ok;
  const health = watchHealth(url);
  const statuses: Record<string, number> = {};
  const failed: string[] = [];
  const people = Object.entries(callers);
  async function send(n: number): Promise<void> {
    const random = seededRandom(seed * 7_919 + n);
    // Each round of routes begins with another caller.
    const [who, signIn] = people[(n + Math.floor(n / routeNames.length)) % people.length] ?? [];
    const call = n % 10 === 9 ? fuzzPage(random, { is_built }) : await ofRoute(n, random, await signIn?.());
    // Everyone has an address of their own, so that limits of one do not refuse most calls.
    call.headers['x-forwarded-for'] ??= `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
    const { status, text } = await sendFuzz(url, call);
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status >= 500) failed.push(`call ${n} by ${who}: ${shownCall(call)} answered ${status} ${text}`);
  }
  async function ofRoute(n: number, random: Random, token: string | undefined) {
    const name = routeNames[n % routeNames.length] as RouteName; // within the list
    const rows = await rowsFor(ctx, guild_id, n);
    const somebody = { user_id: randomId(), role_id: randomId(), member_id: randomId() };
    const ids = { guild_id, text_id: lobby.id, user_id: members[0]?.id ?? '', ...rows };
    const params = { guild_id, ...nothing, ...somebody, ...rows };
    return fuzzCall(name, { params, sample: sampleBody(name, ids), token }, random);
  }
  const numbers = Array.from({ length: calls }, (_, n) => n).values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const n of numbers) await send(n);
    }),
  );
  const raw = await sendRaw(url);
  const slowest = await health.stop();
  console.log(JSON.stringify({ seed, calls, statuses, raw, healthz_slowest_ms: slowest }));
  expect(failed).toEqual([]);
  expect(raw.filter((status) => status >= 500 && status !== 505)).toEqual([]);
  expect(started.isRunning(), started.lastWords()).toBe(true);
  expect(slowest).toBeLessThan(HEALTH_MS_MAX);
});

let latest: ReturnType<typeof makeRows> | undefined;

/** Some routes delete theirs, so there are new ones time and again. */
function rowsFor(ctx: Context, guild_id: string, n: number) {
  if (!latest || n % 25 === 0) latest = makeRows(ctx, guild_id);
  return latest;
}

async function makeRows(ctx: Context, guild_id: string) {
  const rows = await buildSurfaceRows(ctx, guild_id);
  const { user_id } = await buildUser(ctx);
  const { ticket_id } = await buildTicket(ctx, { guild_id, opener_id: user_id });
  return { ...rows, ticket_id };
}

/** Asks time and again, and resolves in the end with the longest time that an answer took. */
function watchHealth(url: string): { stop(): Promise<number> } {
  let isOver = false;
  let slowest = 0;
  const asking = (async () => {
    while (!isOver) {
      const begun = performance.now();
      const { ok } = await fetch(`${url}/healthz`);
      if (!ok) throw new Error('the program says that it does not live');
      slowest = Math.max(slowest, Math.round(performance.now() - begun));
      await sleep(20);
    }
  })();
  asking.catch(() => undefined); // said by the one who stops it
  return {
    async stop() {
      isOver = true;
      await asking;
      return slowest;
    },
  };
}
