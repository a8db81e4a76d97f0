import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@tickets/contract/platform/errors';
import { buildGuild } from '@tickets/testkit/data/factories';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { unsettled } from '@tickets/testkit/worlds/effects';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { Resting } from '../discord/bot-calls.ts';
import { NoAnswer } from '../discord/failures.ts';
import { type Effect, type EffectKind, settled, takenUp, want } from './effects.ts';
import { followUntil, settleDue } from './following.ts';
import { settleEffect } from './settle.ts';

// What fails here on purpose is reported.
allowWarning(/"msg":"(Discord does not follow yet|Discord refused what it should follow)/);

let world: TestContext;
let guild_id: string;
beforeEach(async () => {
  world = await createTestContext();
  ({ guild_id } = await buildGuild(world.ctx));
});
afterEach(() => world.close());

interface Colour {
  colour: string;
}

/** A kind whose Discord is this list; `work` may fail or do more. */
function kindThat(work: (effect: Effect<Colour>) => Promise<Date | undefined> = async () => undefined) {
  const done: string[] = [];
  const kind: EffectKind<Colour> = {
    name: 'test',
    lockOf: (of) => `test:${of.guild_id}:${of.key}`,
    async settle(_, effect) {
      const again = await work(effect);
      done.push(effect.wanted.colour);
      return again;
    },
    async refused(_, { key }) {
      done.push(`${key} refused`);
    },
  };
  return { kind, done };
}

const silence = () => new AppError('discord.unavailable', { cause: new NoAnswer(undefined) });
const due = () => new Date(Date.now() - 1);

test('what is wanted by a transaction that is taken back is not wanted', async () => {
  const { ctx } = world;
  const { kind, done } = kindThat();
  const work = ctx.db.transaction().execute(async (tx) => {
    await want(tx, kind, { guild_id, key: 'a', wanted: { colour: 'red' } }, due());
    throw new Error('taken back');
  });
  await expect(work).rejects.toThrow('taken back');
  await settleDue(ctx, [kind]);
  expect(done).toEqual([]);
});

test('what is wanted, or to be gone on with, by a process whose clock is ahead is due neither later nor sooner for that', async () => {
  const { ctx } = world;
  let again: Date | undefined;
  const { kind, done } = kindThat(async () => again);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  const of = { guild_id, wanted: { colour: 'red' } };
  await want(ctx.db, kind, { ...of, key: 'a' }, takenUp());
  await settleDue(ctx, [kind]);
  expect(done).toEqual([]);
  await want(ctx.db, kind, { ...of, key: 'a' }, takenUp({ in_background: true }));
  again = new Date(Date.now() + 60_000);
  await settleDue(ctx, [kind]);
  await settleDue(ctx, [kind]);
  expect(done).toEqual(['red']);
  await want(ctx.db, kind, { ...of, key: 'a' }, takenUp({ in_background: true }));
  vi.useRealTimers();
  again = undefined;
  await settleDue(ctx, [kind]);
  expect(done).toEqual(['red', 'red']);
  expect(await unsettled(ctx)).toEqual([]);
});

test('a process that wants something has half a minute to do it itself', async () => {
  const { ctx } = world;
  const { kind, done } = kindThat();
  await want(ctx.db, kind, { guild_id, key: 'a', wanted: { colour: 'red' } }, takenUp());
  await settleDue(ctx, [kind]);
  expect(done).toEqual([]);
  await settled(ctx.db, kind, { guild_id, key: 'a' });
  expect(await unsettled(ctx)).toEqual([]);
});

test('of several wishes for the same only the last one counts, also of one that comes while it is being settled', async () => {
  const { ctx } = world;
  let comesBetween = true;
  const { kind, done } = kindThat(async () => {
    if (comesBetween) await want(ctx.db, kind, { guild_id, key: 'a', wanted: { colour: 'blue' } }, due());
    comesBetween = false;
    return undefined;
  });
  for (const colour of ['red', 'green'])
    await want(ctx.db, kind, { guild_id, key: 'a', wanted: { colour } }, due());
  await settleDue(ctx, [kind]);
  expect(await unsettled(ctx)).toEqual(['test a']);
  await settleDue(ctx, [kind]);
  expect(done).toEqual(['green', 'blue']);
  expect(await unsettled(ctx)).toEqual([]);
});

test('what Discord does not answer waits, longer each time, with the reason, and is done in the end', async () => {
  const { ctx } = world;
  let isSilent = true;
  const { kind, done } = kindThat(async () => {
    if (isSilent) throw silence();
    return undefined;
  });
  await want(ctx.db, kind, { guild_id, key: 'a', wanted: { colour: 'red' } }, due());
  const waits: number[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const before = Date.now();
    await ctx.db.updateTable('effects').set({ due_at: due() }).execute();
    expect(await settleDue(ctx, [kind])).toBe(false);
    const row = await ctx.db.selectFrom('effects').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ attempts: attempt + 1, problem: silence().message });
    waits.push(Math.round((row.due_at.getTime() - before) / 1000));
  }
  expect(waits[2]).toBeGreaterThan(waits[0] ?? 0);
  isSilent = false;
  expect(await settleDue(ctx, [kind])).toBe(true);
  expect(done).toEqual([]); // not before its time
  await ctx.db.updateTable('effects').set({ due_at: due() }).execute();
  await settleDue(ctx, [kind]);
  expect(done).toEqual(['red']);
});

test('a refusal ends it, once, and its kind writes down what that means', async () => {
  const { ctx } = world;
  const { kind, done } = kindThat(async () => {
    throw new AppError('discord.refused', { params: { reason: 'no' } });
  });
  await want(ctx.db, kind, { guild_id, key: 'a', wanted: { colour: 'red' } }, due());
  expect(await settleDue(ctx, [kind])).toBe(true);
  await settleDue(ctx, [kind]);
  expect(done).toEqual(['a refused']);
  expect(await unsettled(ctx)).toEqual([]);
});

test('a refusal that cannot be written down waits for longer with each try', async () => {
  const { ctx } = world;
  const { kind } = kindThat(async () => {
    throw new AppError('discord.refused', { params: { reason: 'no' } });
  });
  const refused = async () => {
    throw new Error('not now');
  };
  await want(ctx.db, kind, { guild_id, key: 'a', wanted: { colour: 'red' } }, due());
  await settleDue(ctx, [{ ...kind, refused }]);
  const left = await ctx.db.selectFrom('effects').select(['attempts', 'due_at']).executeTakeFirstOrThrow();
  expect(left.attempts).toBe(1);
  expect(left.due_at.getTime()).toBeGreaterThan(Date.now());
});

test('each server is served by its own bot', async () => {
  const { ctx } = world;
  const { guild_id: other } = await buildGuild(ctx);
  const own = { ...ctx.discord, user_id: '77' };
  const served: [string, string][] = [];
  const kind: EffectKind = {
    name: 'test',
    lockOf: (of) => of.guild_id,
    async settle({ discord }, effect) {
      served.push([effect.guild_id, discord.user_id]);
      return undefined;
    },
  };
  for (const id of [guild_id, other]) await want(ctx.db, kind, { guild_id: id, key: '', wanted: {} }, due());
  const bots = { ...ctx.bots, of: (id: string) => (id === other ? own : ctx.discord) };
  await settleDue({ ...ctx, bots }, [kind]);
  expect(Object.fromEntries(served)).toEqual({ [guild_id]: ctx.discord.user_id, [other]: '77' });
});

test('after three failures in a row Discord is left in peace', async () => {
  const { ctx } = world;
  let asked = 0;
  const { kind } = kindThat(async () => {
    asked += 1;
    throw silence();
  });
  for (let n = 0; n < 40; n += 1)
    await want(ctx.db, kind, { guild_id, key: String(n), wanted: { colour: 'red' } }, due());
  expect(await settleDue(ctx, [kind])).toBe(false);
  expect(asked).toBeLessThan(15);
});

test('servers that the bot has left wait until it is back', async () => {
  const { ctx } = world;
  const { kind, done } = kindThat();
  const left_at = (value: Date | null) => ctx.db.updateTable('guilds').set({ left_at: value }).execute();
  await want(ctx.db, kind, { guild_id, key: 'a', wanted: { colour: 'red' } }, due());
  await left_at(new Date());
  await settleDue(ctx, [kind]);
  expect(done).toEqual([]);
  await left_at(null);
  await settleDue(ctx, [kind]);
  expect(done).toEqual(['red']);
});

test('two who settle the same do it once', async () => {
  const { ctx } = world;
  const { kind, done } = kindThat();
  await want(ctx.db, kind, { guild_id, key: 'a', wanted: { colour: 'red' } }, due());
  await Promise.all([1, 2, 3].map(() => settleEffect(ctx, kind, { guild_id, key: 'a' })));
  expect(done).toEqual(['red']);
});

test('what its kind puts off is done at that time', async () => {
  const { ctx } = world;
  const later = new Date(Date.now() + 600_000);
  const { kind, done } = kindThat(async () => (done.length ? undefined : later));
  await want(ctx.db, kind, { guild_id, key: 'a', wanted: { colour: 'red' } }, due());
  await settleDue(ctx, [kind]);
  const row = await ctx.db.selectFrom('effects').selectAll().executeTakeFirstOrThrow();
  expect(row.attempts).toBe(0);
  // By the database's clock, which is asked a moment later.
  expect((row.due_at.getTime() - later.getTime()) / 1_000).toBeCloseTo(0, 0);
});

const wantMany = async (of_guild: string, count: number, kind: { name: string }, at = due()) => {
  const { ctx } = world;
  for (let n = 0; n < count; n += 1)
    await want(ctx.db, kind, { guild_id: of_guild, key: `${n}`, wanted: { colour: of_guild } }, at);
};

test('a server in which everything fails keeps no other waiting, however much is due there', async () => {
  const { ctx } = world;
  const { guild_id: other } = await buildGuild(ctx);
  const { kind, done } = kindThat(async (effect) => {
    if (effect.guild_id === guild_id) throw silence();
    return undefined;
  });
  await wantMany(guild_id, 300, kind, new Date(Date.now() - 60_000));
  await wantMany(other, 1, kind);
  expect(await settleDue(ctx, [kind])).toBe(false);
  expect(done).toEqual([other]);
});

test('what takes long in a server keeps no other waiting, also not for what is wanted there later', async () => {
  const { ctx } = world;
  const { guild_id: other } = await buildGuild(ctx);
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  const stopping = new AbortController();
  const { kind, done } = kindThat(async (effect) => (effect.guild_id === guild_id ? released : undefined));
  await wantMany(guild_id, 100, kind, new Date(Date.now() - 60_000));
  await wantMany(other, 1, kind);
  const following = followUntil(ctx, [kind], stopping.signal);
  await vi.waitFor(() => expect(done).toEqual([other]));
  await wantMany(other, 1, kind);
  await vi.waitFor(() => expect(done).toEqual([other, other]));
  stopping.abort();
  release(undefined);
  await following;
});

test('what is due later comes before what was found earlier in servers that have their share', async () => {
  const { ctx } = world;
  const { guild_id: other } = await buildGuild(ctx);
  const busy = await Promise.all(Array.from({ length: 16 }, () => buildGuild(ctx)));
  const under_way: (() => void)[] = [];
  const stopping = new AbortController();
  const { kind, done } = kindThat(async (effect) => {
    if (effect.guild_id === other || stopping.signal.aborted) return undefined;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    under_way.push(() => resolve(undefined));
    return promise;
  });
  for (const one of busy) await wantMany(one.guild_id, 13, kind, new Date(Date.now() - 60_000));
  const following = followUntil(ctx, [kind], stopping.signal);
  await vi.waitFor(() => expect(under_way).toHaveLength(64));
  await wantMany(other, 1, kind);
  await sleep(1_100);
  for (const end of under_way.slice(0, 2)) end();
  await vi.waitFor(() => expect(done).toContain(other));
  expect(under_way.length).toBeLessThan(70);
  stopping.abort();
  for (const end of under_way) end();
  await following;
});

test.each([
  ['have used up what Discord may refuse them', new Resting('part')],
  [
    'have used up what Discord may refuse them, as it is told',
    new AppError('discord.unavailable', { cause: new Resting('part') }),
  ],
  ['fail for reasons of their own', new TypeError('no')],
])('servers that %s say nothing about their bot', async (_, error) => {
  const { ctx } = world;
  const usedUp = await Promise.all(Array.from({ length: 10 }, () => buildGuild(ctx)));
  let tried = 0;
  const { kind, done } = kindThat(async (effect) => {
    if (effect.guild_id === guild_id) return undefined;
    tried += 1;
    throw error;
  });
  for (const one of usedUp) await wantMany(one.guild_id, 2, kind);
  const stopping = new AbortController();
  const following = followUntil(ctx, [kind], stopping.signal);
  await vi.waitFor(() => expect(tried).toBe(20));
  await wantMany(guild_id, 1, kind);
  await vi.waitFor(() => expect(done).toEqual([guild_id]), 5_000);
  stopping.abort();
  await following;
});

test('however much waits for one queue of a server, what waits for no queue is done', async () => {
  const { ctx } = world;
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  const one_by_one: EffectKind<Colour> = {
    ...kindThat(() => released).kind,
    name: 'one by one',
    lockOf: ({ key }) => `one by one:${key}`,
    queueOf: () => guild_id,
  };
  const { kind, done } = kindThat();
  await wantMany(guild_id, 100, one_by_one, new Date(Date.now() - 60_000));
  await wantMany(guild_id, 1, kind);
  const stopping = new AbortController();
  const following = followUntil(ctx, [one_by_one, kind], stopping.signal);
  await vi.waitFor(() => expect(done).toEqual([guild_id]));
  stopping.abort();
  release(undefined);
  await following;
});

test('a bot of which three servers fail is left in peace, and those of other bots are not', async () => {
  const { ctx } = world;
  const tried: string[] = [];
  const { kind, done } = kindThat(async (effect) => {
    tried.push(effect.guild_id);
    if (effect.guild_id !== served) throw silence();
    return undefined;
  });
  const silent = await Promise.all(Array.from({ length: 200 }, () => buildGuild(ctx)));
  for (const one of silent) await wantMany(one.guild_id, 4, kind, new Date(Date.now() - 60_000));
  const { guild_id: served } = await buildGuild(ctx);
  await ctx.db.updateTable('guilds').set({ served_by: '77' }).where('guild_id', '=', served).execute();
  await wantMany(served, 1, kind);
  expect(await settleDue(ctx, [kind])).toBe(false);
  expect(done).toEqual([served]);
  expect(tried.length).toBeLessThan(80);
});

test('what another process is at for longer than anybody waits is wanted again later', async () => {
  const { ctx } = world;
  const { kind, done } = kindThat(async ({ attempts }) => {
    // As inTurn() says it.
    if (attempts === 0) throw new AppError('request.rate_limited');
    return undefined;
  });
  await ctx.db
    .transaction()
    .execute((tx) => want(tx, kind, { guild_id, key: 'a', wanted: { colour: 'red' } }, due()));
  await settleDue(ctx, [kind]);
  expect(done).toEqual([]);
  expect(await unsettled(ctx)).toEqual(['test a']);
});
