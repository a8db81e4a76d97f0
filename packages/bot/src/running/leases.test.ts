import { setTimeout as sleep } from 'node:timers/promises';
import { readLeases } from '@tickets/core/bots/leases';
import type { Context } from '@tickets/core/platform/context';
import { createDiscord } from '@tickets/core/platform/discord/discord';
import { addUsersBot } from '@tickets/testkit/bots/users-bot';
import { gateTo } from '@tickets/testkit/database/database-gate';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Bot, type BotOptions, startBot } from '../bot.ts';

// What fails here on purpose is reported.
allowWarning(
  /"msg":"(a connection to Discord is not given back yet|another process has taken a connection to Discord over|connections to Discord are closed, because another process may take them; they are taken u|the database does not answer; what happens in Discord is kept until it does|the leases of connections to Discord are not renewed|what bots there are is not known|no process runs these shards of the bot)/,
);

const soon = { timeout: 15_000, interval: 20 };
/** Shorter than in the program, with as much time as there between closing and losing, because a busy machine stands still. */
const times = { valid_ms: 3_000, close_ms: 1_500, renew_ms: 150, counted_ms: 1_000 };

let w: BotWorld;
const bots: Bot[] = [];
beforeEach(async () => {
  w = await startBotWorld();
  await w.bot.stop();
});
afterEach(async () => {
  await Promise.all(bots.splice(0).map((bot) => bot.stop()));
  await w[Symbol.asyncDispose]();
});

async function start(ctx: Context, options: BotOptions = {}): Promise<Bot> {
  const bot = await startBot(ctx, { times, ...options });
  bots.push(bot);
  return bot;
}

async function addBots(count: number) {
  const all = [];
  for (let n = 0; n < count; n += 1) all.push(await addUsersBot(w.ctx, w.sim));
  return all;
}

const areOnline = (ids: string[]) =>
  vi.waitFor(() => expect(ids.filter((id) => !w.sim.gateway.isOnline(id))).toEqual([]), soon);
/** Whoever takes a connection over from now on knows where to go on. */
const havePlaces = (ids: string[]) =>
  vi.waitFor(async () => {
    const { rows } = await sql<{ bot_id: string }>`
      select bot_id from gateway_leases where session is not null and until > clock_timestamp()`.execute(
      w.ctx.db,
    );
    expect(new Set(rows.map(({ bot_id }) => bot_id))).toEqual(new Set(ids));
  }, soon);
const shares = async () => {
  const { live } = await readLeases(w.ctx.db);
  return [...Map.groupBy(live, ({ holder }) => holder).values()].map(({ length }) => length).sort();
};

test('a process whose database is away has closed its connections before another takes them, and goes on after it', async () => {
  const gate = await gateTo(w.database_url);
  const bot = await start({ ...w.ctx, db: gate.db });
  await bot.settled();
  const application_id = w.ctx.discord.application_id;
  await gate.shut();
  const until = performance.now() + times.valid_ms;
  await vi.waitFor(() => expect(w.sim.gateway.isOnline(application_id)).toBe(false), soon);
  expect(performance.now()).toBeLessThan(until);
  const { remaining } = w.sim.world.sessionStarts.limitOf(application_id);
  await gate.open();
  await areOnline([application_id]);
  await vi.waitFor(() => expect(bot.state()).toBe('ready'), soon);
  // It went on with its session.
  expect(w.sim.world.sessionStarts.limitOf(application_id).remaining).toBe(remaining);
  await bot.stop();
  await gate[Symbol.asyncDispose]();
});

test('connections whose time is over are closed even when the timer comes a moment early', async () => {
  // Timers count in whole milliseconds and this clock does not, so that one may fire before the time that it is set for.
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() * 0.99);
  const gate = await gateTo(w.database_url);
  const bot = await start({ ...w.ctx, db: gate.db });
  await bot.settled();
  await gate.shut();
  const until = performance.now() + times.valid_ms;
  await vi.waitFor(() => expect(w.sim.gateway.isOnline(w.ctx.discord.application_id)).toBe(false), soon);
  expect(performance.now()).toBeLessThan(until);
  await bot.stop();
  await gate[Symbol.asyncDispose]();
});

test('a process whose database was away for too long finds its connections at another, and leaves them there', async () => {
  const gate = await gateTo(w.database_url);
  const first = await start({ ...w.ctx, db: gate.db });
  await first.settled();
  const { message } = await w.panel();
  await gate.shut();
  const second = await start(w.ctx);
  await vi.waitFor(() => expect(second.state()).toBe('ready'), soon);
  await gate.open();
  await vi.waitFor(() => expect(first.state()).toBe('elsewhere'), soon);
  expect(await saidIn(await w.member.click(message, 'Get help'))).toContain('<#');
  expect(w.sim.gateway.shardsOf(w.ctx.discord.application_id)).toHaveLength(1);
  expect(w.sim.gateway.overlaps).toEqual([]);
  await first.stop();
  await gate[Symbol.asyncDispose]();
});

test('processes share the connections, hand some to a new one, and take those of one that ends', async () => {
  const own = await addBots(9);
  const ids = [w.ctx.discord.application_id, ...own.map(({ application }) => application.id)];
  const first = await start(w.ctx);
  await areOnline(ids);
  await havePlaces(ids);
  const starts = () => ids.reduce((sum, id) => sum + w.sim.world.sessionStarts.limitOf(id).remaining, 0);
  const before = starts();
  const second = await start(w.ctx);
  await vi.waitFor(async () => expect(await shares()).toEqual([5, 5]), soon);
  await areOnline(ids);
  await havePlaces(ids);
  await start(w.ctx, { connectionsMax: 2 });
  await vi.waitFor(async () => expect(await shares()).toEqual([2, 4, 4]), soon);
  await havePlaces(ids);
  await second.stop();
  await vi.waitFor(async () => expect(await shares()).toEqual([2, 8]), soon);
  await areOnline(ids);
  expect(w.sim.gateway.overlaps).toEqual([]);
  // Whoever takes one over goes on with its session.
  expect(starts()).toBe(before);
  expect(first.users().size).toBeGreaterThan(0);
});

test('what is pressed while a connection is handed over is answered', async () => {
  const { message } = await (async () => {
    const bot = await start(w.ctx);
    await bot.settled();
    return w.panel();
  })();
  const [first] = bots;
  await start(w.ctx);
  const press = w.member.click(message, 'Get help');
  await first?.stop();
  expect(await saidIn(await press)).toContain('<#');
  // Pressed when nobody was connected, perhaps.
  expect(await saidIn(await w.other.click(message, 'Get help'))).toContain('<#');
  expect(await w.tickets()).toHaveLength(2);
});

test("the program's own bot runs with as many shards as Discord recommends, and with others once all are given up", async () => {
  w.sim.world.sessionStarts.assignedShards = 2;
  const first = await start(w.ctx);
  await vi.waitFor(() => expect(w.sim.gateway.shardsOf(w.ctx.discord.application_id)).toHaveLength(2), soon);
  w.sim.world.sessionStarts.assignedShards = undefined;
  const second = await start(w.ctx);
  await vi.waitFor(async () => expect(await shares()).toEqual([1, 1]), soon);
  await Promise.all([first.stop(), second.stop()]);
  await start(w.ctx);
  await vi.waitFor(
    () => expect(w.sim.gateway.shardsOf(w.ctx.discord.application_id)).toEqual([[0, 1]]),
    soon,
  );
});

test('shards that are set by hand are run by that process alone, and by no two', async () => {
  const [first, second] = await Promise.all([
    start(w.ctx, { shards: { ids: [0, 1], count: 4 } }),
    start(w.ctx, { shards: { ids: [1, 2, 3], count: 4 } }),
  ]);
  const ids = () => w.sim.gateway.shardsOf(w.ctx.discord.application_id).map(([id]) => id);
  await vi.waitFor(() => expect(ids().sort()).toEqual([0, 1, 2, 3]), soon);
  await sleep(500);
  expect(ids().sort()).toEqual([0, 1, 2, 3]);
  expect(w.sim.gateway.overlaps).toEqual([]);
  await second.stop();
  await vi.waitFor(() => expect(ids().sort()).toEqual([0, 1]), soon);
  await vi.waitFor(() => expect(first.state()).toBe('ready'), soon);
});

/** Clients of the same bot, with its token and with one that it had before. */
function clients() {
  const { token, application_id } = w.ctx.discord;
  const client = (given: string) =>
    createDiscord({ url: w.sim.url, token: given, application_id, recheck_ms: 50, identify_gap_ms: 0 });
  const [id, ...rest] = token.split('.');
  return [client(token), client([id, ...rest.map((part) => `old-${part}`)].join('.'))] as const;
}

test('a bot of which no process runs some shards says so, and is ready again when one does', async () => {
  const half = { ids: [0], count: 2 };
  const first = await start(w.ctx, { shards: half, graceMs: 500 });
  expect(first.state()).toBe('ready');
  await vi.waitFor(() => expect(first.state()).toBe('incomplete'), soon);
  const second = await start(w.ctx, { shards: { ids: [1], count: 2 }, graceMs: 500 });
  await vi.waitFor(() => expect([first.state(), second.state()]).toEqual(['ready', 'ready']), soon);
  await second.stop();
  await vi.waitFor(() => expect(first.state()).toBe('incomplete'), soon);
});

test('a bot of which some shards are missing goes on saying so when it loses the others, until it is disconnected', async () => {
  const bot = await start(w.ctx, { shards: { ids: [0], count: 2 }, graceMs: 1_000 });
  await vi.waitFor(() => expect(bot.state()).toBe('incomplete'), soon);
  const states: string[] = [];
  bot.onState((state) => void states.push(state));
  const heal = w.sim.gateway.cutOff(w.ctx.discord.application_id);
  await vi.waitFor(() => expect(bot.state()).toBe('disconnected'), soon);
  heal();
  await vi.waitFor(() => expect(bot.state()).toBe('incomplete'), soon);
  expect(states).toEqual(['disconnected', 'incomplete']);
});

test('a process that carries too little for all shards says so', async () => {
  w.sim.world.sessionStarts.assignedShards = 2;
  const bot = await start(w.ctx, { connectionsMax: 1, graceMs: 500 });
  await vi.waitFor(() => expect(bot.state()).toBe('incomplete'), soon);
  expect(w.sim.gateway.shardsOf(w.ctx.discord.application_id)).toEqual([[0, 2]]);
});

test('a process whose token is refused leaves all shards to the one that is in, which keeps them', async () => {
  allowWarning(/Discord does not accept the bot token/);
  w.sim.world.sessionStarts.assignedShards = 4;
  const [good, old] = clients();
  await start({ ...w.ctx, discord: good });
  await vi.waitFor(async () => expect(await shares()).toEqual([4]), soon);
  const stray = await start({ ...w.ctx, discord: old });
  expect(stray.state()).toBe('token_refused');
  const areThere = async () => (await readLeases(w.ctx.db)).holders.length === 2;
  await vi.waitFor(async () => expect([await shares(), await areThere()]).toEqual([[4], true]), soon);
  await vi.waitFor(() => expect(w.sim.gateway.shardsOf(w.ctx.discord.application_id)).toHaveLength(4), soon);
});

test("a process whose token is refused shares users' bots like any other, and all of them when the good one is gone", async () => {
  allowWarning(/Discord does not accept the bot token/);
  const own = await addBots(3);
  const [good, old] = clients();
  const proper = await start({ ...w.ctx, discord: good });
  await vi.waitFor(async () => expect(await shares()).toEqual([4]), soon);
  await start({ ...w.ctx, discord: old });
  await vi.waitFor(async () => expect(await shares()).toEqual([2, 2]), soon);
  await areOnline([w.ctx.discord.application_id, ...own.map(({ application }) => application.id)]);
  await proper.stop();
  await vi.waitFor(async () => expect(await shares()).toEqual([3]), soon);
  await areOnline(own.map(({ application }) => application.id));
});

test("users' bots make room for the program's own where no other process may have it", async () => {
  allowWarning(/Discord does not accept the bot token/);
  const own = await addBots(3);
  const [good, old] = clients();
  w.sim.faults.next({ route: '/gateway/bot', kind: 'delay', delayMs: 4_000 });
  const starting = start({ ...w.ctx, discord: good }, { connectionsMax: 2 });
  await vi.waitFor(async () => expect(await shares()).toEqual([2]), soon);
  await start({ ...w.ctx, discord: old });
  await starting;
  await areOnline([w.ctx.discord.application_id, ...own.map(({ application }) => application.id)]);
  expect(await shares()).toEqual([2, 2]);
});

test("after a change of the token users' bots go to the new process a few at a time, and none waits for long", async () => {
  allowWarning(/Discord does not accept the bot token/);
  const own = await addBots(12);
  const ids = own.map(({ bot_id }) => bot_id);
  const [good, old] = clients();
  for (let n = 0; n < 2; n += 1) await start({ ...w.ctx, discord: old }, { connectionsMax: 8 });
  await vi.waitFor(async () => expect(await shares()).toEqual([6, 6]), soon);
  await start({ ...w.ctx, discord: good }, { connectionsMax: 8 });
  let most = 0;
  for (const end = performance.now() + 3_000; performance.now() < end; await sleep(20)) {
    const { live } = await readLeases(w.ctx.db);
    most = Math.max(most, ids.filter((id) => !live.some(({ bot_id }) => bot_id === id)).length);
  }
  expect(most).toBeLessThanOrEqual(2);
  await vi.waitFor(async () => expect(await shares()).toEqual([4, 4, 5]), soon);
  await areOnline([w.ctx.discord.application_id, ...own.map(({ application }) => application.id)]);
  expect(w.sim.gateway.overlaps).toEqual([]);
});
