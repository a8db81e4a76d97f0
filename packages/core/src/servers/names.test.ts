import type { AppEvent } from '@tickets/core/platform/events/events';
import { type DiscordSim, startDiscordSim } from '@tickets/discord-sim/server';
import { buildGuild } from '@tickets/testkit/data/factories';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { resolveUsers, toUser, usersSoon } from './users.ts';

// What fails here on purpose is reported.
allowWarning(/"msg":"(Cron hit an error; restarting in)/);

let sim: DiscordSim;
let world: TestContext;
let guild_id: string;
let events: AppEvent[];

beforeAll(async () => {
  sim = await startDiscordSim();
  const application = sim.world.addApplication({ name: 'Tickets' });
  world = await createTestContext({
    discord: {
      url: sim.url,
      token: application.bot_token,
      application_id: application.id,
      client_secret: application.client_secret,
    },
  });
  world.ctx.events.subscribe((event) => events.push(event));
});
afterAll(async () => {
  await world.close();
  await sim.close();
});
beforeEach(async () => {
  sim.faults.clear();
  events = [];
  ({ guild_id } = await buildGuild(world.ctx));
});

const learned = () => events.filter(({ type }) => type === 'names.learned');

test('a list shows the names that Discord tells at once', async () => {
  const users = [1, 2, 3].map((n) => sim.world.addUser({ username: `quick${n}` }));
  const found = await usersSoon(
    world.ctx,
    guild_id,
    users.map(({ id }) => id),
  );
  expect([...found.values()].map(({ username }) => username).sort()).toEqual(['quick1', 'quick2', 'quick3']);
  expect(learned()).toEqual([]);
});

test('a list does not wait for a slow name; its readers are told once it is known', async () => {
  const quick = sim.world.addUser({ username: 'quick' });
  const slow = sim.world.addUser({ username: 'slow' });
  sim.faults.next({ route: `/users/${slow.id}`, kind: 'delay', delayMs: 1_500 });
  const found = await usersSoon(world.ctx, guild_id, [quick.id, slow.id]);
  expect([...found.keys()]).toEqual([quick.id]);

  await vi.waitFor(() => expect(learned()).toEqual([{ type: 'names.learned', guild_id }]), {
    timeout: 5_000,
  });
  expect((await usersSoon(world.ctx, guild_id, [slow.id])).get(slow.id)?.username).toBe('slow');
});

test('readers who wait for the same name ask Discord once, and each server is told', async () => {
  const other = await buildGuild(world.ctx);
  const slow = sim.world.addUser({ username: 'awaited' });
  sim.faults.next({ route: `/users/${slow.id}`, kind: 'delay', delayMs: 1_000, times: 5 });
  await Promise.all([
    usersSoon(world.ctx, guild_id, [slow.id]),
    usersSoon(world.ctx, guild_id, [slow.id]),
    usersSoon(world.ctx, other.guild_id, [slow.id]),
  ]);
  await vi.waitFor(
    () => expect(new Set(learned().map((event) => 'guild_id' in event && event.guild_id)).size).toBe(2),
    { timeout: 5_000 },
  );
  expect(sim.faults.hits.filter(({ path }) => path === `/users/${slow.id}`)).toHaveLength(1);
});

test('screens full of people whom nobody knows leave Discord time for everything else', async () => {
  // Every question is counted by a delay that it hardly feels.
  sim.faults.next({ method: 'GET', route: '/users/:id', kind: 'delay', delayMs: 1, times: 300 });
  const before = sim.faults.hits.length;
  const screens = Array.from({ length: 10 }, (_, screen) =>
    Array.from({ length: 20 }, (_, n) => `9${String(screen * 100 + n).padStart(17, '0')}`),
  );
  await Promise.all(screens.map((ids) => usersSoon(world.ctx, guild_id, ids)));
  const awaited = sim.world.addUser({ username: 'awaited' });
  expect((await resolveUsers(world.ctx, [awaited.id])).get(awaited.id)?.username).toBe('awaited');
  const asked = sim.faults.hits.length - before;
  expect(asked).toBeGreaterThan(1);
  // Half of a second's questions, and as many again where a second ended meanwhile.
  expect(asked).toBeLessThanOrEqual(51);
});

test('nobody is told when Discord does not know the person', async () => {
  const { id } = sim.world.addUser({ username: 'refused' });
  sim.faults.next({ route: `/users/${id}`, kind: 500 });
  expect((await usersSoon(world.ctx, guild_id, [id])).size).toBe(0);
  expect(learned()).toEqual([]);
});

test('a name turns round no sentence in which it stands', () => {
  const [override, isolate] = ['\u202e', '\u2067'];
  const { username, global_name } = toUser({
    user_id: '1',
    username: `${isolate}sage`,
    global_name: `Sage ${override}nimda yb devorppa`,
  });
  expect([username, global_name]).toEqual(['sage', 'Sage nimda yb devorppa']);
  expect(toUser({ user_id: '1', username: 'ليلى' }).username).toBe('ليلى');
});
