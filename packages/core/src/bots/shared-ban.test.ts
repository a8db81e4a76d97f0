import { stage } from '@tickets/discord-sim/testing';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { expect, test, vi } from 'vitest';
import { createDiscord } from '../platform/discord/discord.ts';
import { RequestGuard } from '../platform/discord/request-guard.ts';
import { bannedUntil, shareBan } from './shared-ban.ts';

test('a ban is known to a restart, to other processes of the machine, and to the dashboard, until it ends', async () => {
  await using on = await stage();
  await using context = await createTestContext();
  const { ctx } = context;
  /** A process of the installation, on a machine. */
  const start = async (host: string) => {
    const guard = new RequestGuard();
    const stop = await shareBan(ctx, guard, host);
    return { guard, stop };
  };
  const first = await start('here');
  const beside = await start('here');
  const elsewhere = await start('there');
  const { app, sim } = on;
  const { api, interactions } = createDiscord({
    url: sim.url,
    token: app.bot_token,
    application_id: app.id,
    guard: first.guard,
  });
  expect(await bannedUntil(ctx.db)).toBeNull();

  const ban = sim.faults.banAddress({ retryAfterSeconds: 3600 });
  await expect(api.users.getCurrent()).rejects.toThrow('shut out');
  await vi.waitFor(() => expect(beside.guard.bannedUntil).toBe(first.guard.bannedUntil));
  expect(elsewhere.guard.bannedUntil).toBeUndefined();
  const restarted = await start('here');
  expect(restarted.guard.bannedUntil).toBe(first.guard.bannedUntil);
  expect((await bannedUntil(ctx.db))?.getTime()).toBe(first.guard.bannedUntil);

  ban.lift();
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 20_000);
  await expect(interactions.defer('123456789012345678', 'x'.repeat(60))).rejects.toMatchObject({
    code: 10062,
  });
  await vi.waitFor(() => expect(restarted.guard.bannedUntil).toBeUndefined());
  expect(beside.guard.bannedUntil).toBeUndefined();
  expect(await bannedUntil(ctx.db)).toBeNull();
  vi.restoreAllMocks();
  for (const { stop } of [first, beside, elsewhere, restarted]) stop();
});

test('a ban that is over is not begun again by what the process itself told of it', async () => {
  await using context = await createTestContext();
  const { ctx } = context;
  const guard = new RequestGuard();
  const stop = await shareBan(ctx, guard, 'here');
  const seen: (number | undefined)[] = [];
  guard.ban.onChange((until) => void seen.push(until));
  const told: unknown[] = [];
  ctx.events.subscribe((event) => void told.push(event));
  const until = Date.now() + 3_600_000;
  guard.learn(until);
  guard.learn(undefined);
  await vi.waitFor(() => expect(told).toHaveLength(2));
  expect(seen).toEqual([until, undefined]);
  stop();
});
