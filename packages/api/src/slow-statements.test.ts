import { createDb, createPool } from '@tickets/core/platform/db/db';
import { buildGuild, buildMember, buildSession } from '@tickets/testkit/data/factories';
import { lockWaits } from '@tickets/testkit/database/lock-waits';
import { allowDatabaseError, allowWarning } from '@tickets/testkit/guard/watch';
import { serveApi } from '@tickets/testkit/worlds/app';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { expect, onTestFinished, test, vi } from 'vitest';

/** An installation with as many connections as the program has, in which one kind of statement waits until it is let go. */
async function start(table: 'tags' | 'transcript_links' = 'tags') {
  const context = await createTestContext();
  const db = createDb(createPool(context.database_url, { max: 20 }));
  const app = await serveApi({ ...context.ctx, db });
  const { guild_id, owner_id } = await buildGuild(context.ctx);
  const sessionOf = async (level: 1 | 2, of_guild = guild_id) =>
    buildSession(context.ctx, await buildMember(context.ctx, { guild_id: of_guild, level }));
  const [member, other] = [await sessionOf(2), await buildSession(context.ctx, owner_id)];
  // Whoever lists tags, or opens a link, waits for this lock.
  const holder = createPool(context.database_url, { max: 1 });
  const lock = await holder.connect();
  await lock.query(`begin; lock table ${table} in access exclusive mode`);
  onTestFinished(async () => {
    lock.release(true);
    await holder.end();
    await app.api.close();
    await db.destroy();
    await context.close();
  });
  const stuck = () => lockWaits(context.ctx.db);
  /** Takes each connection that the program has, until they are let go. */
  const holdAll = async () => {
    const held = Promise.withResolvers<void>();
    const taken: Promise<void>[] = [];
    const holders = Array.from({ length: 20 }, () => {
      const has = Promise.withResolvers<void>();
      taken.push(has.promise);
      return db.connection().execute(async () => {
        has.resolve();
        await held.promise;
      });
    });
    await Promise.all(taken);
    return async () => {
      held.resolve();
      await Promise.all(holders);
    };
  };
  const params = { guild_id };
  return {
    ...app,
    ctx: context.ctx,
    guild_id,
    stuck,
    holdAll,
    open: (token: string) => app.call('transcripts.open_link', { body: { token } }),
    sessionOf,
    /** Staff of another server ask there. */
    async elsewhere() {
      const guild = await buildGuild(context.ctx);
      const token = await buildSession(context.ctx, guild.owner_id);
      return () => app.call('forms.list', { params: { guild_id: guild.guild_id }, token });
    },
    slow: (token: string, of_guild = guild_id) =>
      app.call('tags.list', { params: { guild_id: of_guild }, token }),
    quick: async (token: string) => {
      const begun = performance.now();
      const { status } = await app.call('forms.list', { params, token });
      return { status, ms: performance.now() - begun };
    },
    ask: (path: string, init?: RequestInit) => fetch(app.url + path, init),
    path: `/api/${guild_id}/tags`,
    member,
    other,
  };
}

test('somebody who asks sixty times for what is slow leaves the database to others, and nothing of it runs on', {
  timeout: 60_000,
}, async () => {
  const it = await start();
  allowDatabaseError(/57014: canceling statement due to user request/);
  allowWarning(/service\.(database_slow|overloaded)/);
  const asked = Array.from({ length: 60 }, () => it.slow(it.member));
  await vi.waitFor(async () => expect(await it.stuck()).toBeGreaterThan(0), 10_000);
  for (let turn = 0; turn < 5; turn += 1) {
    expect((await it.quick(it.other)).status).toBe(200);
    expect(await it.stuck()).toBeLessThanOrEqual(4);
  }
  expect((await it.ask('/readyz')).status).toBe(200);
  const answers = await Promise.all(asked);
  for (const { status, error, headers } of answers) {
    expect([429, 503]).toContain(status);
    expect(['service.database_slow', 'service.overloaded', 'request.rate_limited']).toContain(error.code);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  const gaveUp = performance.now();
  await vi.waitFor(async () => expect(await it.stuck()).toBe(0));
  expect(performance.now() - gaveUp).toBeLessThan(1_000);
});

test('the staff of one server, however many ask for what is slow, leave the database to others', {
  timeout: 60_000,
}, async () => {
  const it = await start();
  allowDatabaseError(/57014: canceling statement due to user request/);
  allowWarning(/service\.(database_slow|overloaded)/);
  const staff = await Promise.all(Array.from({ length: 8 }, () => it.sessionOf(2)));
  const elsewhere = await it.elsewhere();
  const asked = staff.flatMap((token) => Array.from({ length: 4 }, () => it.slow(token)));
  await vi.waitFor(async () => expect(await it.stuck()).toBe(6), 10_000);
  for (let turn = 0; turn < 5; turn += 1) expect((await elsewhere()).status).toBe(200);
  expect(await it.stuck()).toBe(6);
  expect((await it.ask('/readyz')).status).toBe(200);
  for (const { status, error } of await Promise.all(asked)) {
    expect([429, 503]).toContain(status);
    expect(['service.database_slow', 'service.overloaded', 'request.rate_limited']).toContain(error.code);
  }
});

test('a stranger who opens sixty links at once leaves the database to others', {
  timeout: 60_000,
}, async () => {
  const it = await start('transcript_links');
  allowDatabaseError(/57014: canceling statement due to user request/);
  allowWarning(/service\.(database_slow|overloaded)/);
  const asked = Array.from({ length: 60 }, () => it.open('a'.repeat(43)));
  await vi.waitFor(async () => expect(await it.stuck()).toBeGreaterThan(0), 10_000);
  expect((await it.quick(it.other)).status).toBe(200);
  expect(await it.stuck()).toBeLessThanOrEqual(4);
  for (const { status } of await Promise.all(asked)) expect([429, 503]).toContain(status);
});

test('what somebody asked and left is ended in the database at once', { timeout: 30_000 }, async () => {
  const it = await start();
  allowDatabaseError(/57014: canceling statement due to user request/);
  const leaving = new AbortController();
  const asked = it.ask(it.path, {
    headers: { authorization: it.member, 'x-tickets': 'true' },
    signal: leaving.signal,
  });
  await vi.waitFor(async () => expect(await it.stuck()).toBe(1));
  leaving.abort();
  await expect(asked).rejects.toThrow('abort');
  const left = performance.now();
  await vi.waitFor(async () => expect(await it.stuck()).toBe(0));
  expect(performance.now() - left).toBeLessThan(1_000);
});

test('readiness and metrics tell of connections that are all in use', { timeout: 60_000 }, async () => {
  const it = await start();
  allowWarning(/service\.(database_slow|overloaded)/);
  const letGo = await it.holdAll();
  let isTold = false;
  const askOn = async () => {
    while (!isTold) await it.quick(it.other);
  };
  const asked = askOn();
  try {
    // Between a call that gave up and the next one nobody waits.
    await vi.waitFor(async () => {
      expect(await (await it.ask('/readyz')).json()).toMatchObject({ ok: false, database: 'busy' });
      const metrics = await (await it.ask('/metrics')).text();
      expect(metrics).toMatch(/^database_connections_in_use 20$/m);
      expect(metrics).toMatch(/^database_waiting [1-9]/m);
    }, 45_000);
  } finally {
    isTold = true;
    await letGo();
    await asked;
  }
  await vi.waitFor(async () => expect((await it.ask('/readyz')).status).toBe(200));
});
