import { startDiscordSim } from '@tickets/discord-sim/server';
import { buildGuild, buildTicket } from '@tickets/testkit/data/factories';
import { untilLockWaits } from '@tickets/testkit/database/lock-waits';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { sql, type Updateable } from 'kysely';
import { expect, test, vi } from 'vitest';
import type { Tx } from '../../platform/db/db.ts';
import type { GuildSettings } from '../../platform/db/schema.generated.ts';
import { findTicket, holdTicket } from '../model/find.ts';
import { closeQuiet, sweepAutoClose } from './auto-close.ts';

// What fails here on purpose is reported.
allowWarning(/"msg":"(nobody could be warned that a ticket closes)/);

const minute = 60_000;

async function start(settings: Updateable<GuildSettings>, premium: 'everyone' | 'entitlements' = 'everyone') {
  const clock = createTestClock();
  // It knows none of the tickets' channels: nothing was written there.
  const sim = await startDiscordSim();
  const {
    id: application_id,
    bot_token: token,
    client_secret,
  } = sim.world.addApplication({ name: 'Tickets' });
  const discord = { url: sim.url, token, application_id, client_secret };
  const context = await createTestContext({ clock, discord, config: { premium } });
  const { ctx } = context;
  const { guild_id } = await buildGuild(ctx);
  await ctx.db
    .insertInto('guild_settings')
    .values({ guild_id, auto_close_enabled: true, ...settings })
    .execute();
  const open = (values: object = {}) => buildTicket(ctx, { guild_id, opened_at: clock.now(), ...values });
  const after = async (ms: number) => {
    clock.advance(ms);
    return sweepAutoClose(ctx);
  };
  const close = async () => {
    await context.close();
    await sim.close();
  };
  /** Another server, with one ticket that is over when those of the first are. */
  const elsewhere = async () => {
    const other = await buildGuild(ctx);
    await ctx.db
      .insertInto('guild_settings')
      .values({ guild_id: other.guild_id, auto_close_enabled: true, ...settings })
      .execute();
    return { ...other, ticket: await open({ guild_id: other.guild_id }) };
  };
  const isClosing = async (ticket: { guild_id: string; ticket_id: number }) =>
    expect(await findTicket(ctx.db, ticket)).toMatchObject({ status: 'closing' });
  return { ctx, sim, clock, guild_id, open, elsewhere, isClosing, after, [Symbol.asyncDispose]: close };
}

test('a ticket in which nobody wrote closes when its time is over, and not before', async () => {
  await using it = await start({ auto_close_since_open: 60 });
  const ticket = await it.open();
  expect(await it.after(minute / 2)).toBe(0);
  expect(await it.after(minute / 2 - 1)).toBe(0);
  expect(await it.after(1)).toBe(1);
  expect(await findTicket(it.ctx.db, ticket)).toMatchObject({
    status: 'closing',
    close_source: 'auto_close',
    closed_by: null,
    close_reason: 'Automatically closed due to inactivity',
  });
  expect(await it.after(minute)).toBe(0);
});

test('a ticket that went quiet closes so long after its last message, whoever wrote it', async () => {
  await using it = await start({ auto_close_since_open: 60, auto_close_since_last_message: 600 });
  for (const last_message_is_staff of [true, false])
    await it.open({
      last_message_at: new Date(it.clock.now().getTime() + 5 * minute),
      last_message_is_staff,
    });
  expect(await it.after(10 * minute)).toBe(0);
  expect(await it.after(5 * minute - 1)).toBe(0);
  expect(await it.after(1)).toBe(2);
});

test('a ticket whose time ends while Discord is asked about others is asked about before it closes', async () => {
  await using it = await start({ auto_close_since_open: 60 });
  const overdue = await it.open();
  await it.after(minute / 2);
  const later = await it.open({ auto_close_warned_at: new Date(it.clock.now().getTime() + 1) });
  const route = `/channels/${overdue.channel_id}/messages`;
  it.sim.faults.next({ method: 'GET', route, kind: 'delay', delayMs: 300 });
  const sweeping = it.after(minute / 2);
  await vi.waitFor(() => expect(it.sim.faults.hits).toHaveLength(1));
  it.clock.advance(minute / 2);
  expect(await sweeping).toBe(1);
  expect(await findTicket(it.ctx.db, later)).toMatchObject({ status: 'open' });
  expect(await it.after(0)).toBe(1);
});

test('a time of zero means never', async () => {
  await using it = await start({ auto_close_since_last_message: 60 });
  await it.open();
  expect(await it.after(1_000_000 * minute)).toBe(0);
});

test('a ticket that was excluded stays open', async () => {
  await using it = await start({ auto_close_since_open: 60 });
  await it.open({ auto_close_excluded: true });
  expect(await it.after(minute)).toBe(0);
});

test('without premium, when turned off, and while the bot is not in the server, nothing closes', async () => {
  await using free = await start({ auto_close_since_open: 60 }, 'entitlements');
  await free.open();
  expect(await free.after(minute / 2)).toBe(0);
  expect(await free.after(minute / 2)).toBe(0);
  const premium = { guild_id: free.guild_id, source: 'operator', sku_label: 'Premium' } as const;
  await free.ctx.db.insertInto('entitlements').values(premium).execute();
  expect(await free.after(0)).toBe(0);
  expect(await free.after(minute)).toBe(1);

  await using off = await start({ auto_close_enabled: false, auto_close_since_open: 60 });
  await off.open();
  expect(await off.after(minute)).toBe(0);

  await using left = await start({ auto_close_since_open: 60 });
  await left.open();
  await left.ctx.db.updateTable('guilds').set({ left_at: left.clock.now() }).execute();
  expect(await left.after(minute)).toBe(0);
});

test.each<[string, (tx: Tx, now: Date) => Promise<unknown>]>([
  ['kept open', (tx, now) => tx.updateTable('tickets').set({ auto_close_kept_at: now }).execute()],
  ['written in', (tx, now) => tx.updateTable('tickets').set({ last_message_at: now }).execute()],
  ['excluded', (tx) => tx.updateTable('tickets').set({ auto_close_excluded: true }).execute()],
  [
    'spared by the settings',
    (tx) => tx.updateTable('guild_settings').set({ auto_close_enabled: false }).execute(),
  ],
])('a ticket that is %s while its turn to close comes stays open', async (_, keep) => {
  await using it = await start({ auto_close_since_open: 60, auto_close_since_last_message: 60 });
  const ticket = await it.open();
  await it.after(minute / 2);
  const sweeping = await it.ctx.db.transaction().execute(async (tx) => {
    await holdTicket(tx, ticket);
    const sweep = it.after(minute / 2);
    await untilLockWaits(it.ctx.db);
    await keep(tx, it.clock.now());
    return { sweep };
  });
  expect(await sweeping.sweep).toBe(0);
  expect(await findTicket(it.ctx.db, ticket)).toMatchObject({ status: 'open' });
});

test('the job of a warning closes nothing once auto-close is turned off, or the bot has left', async () => {
  await using it = await start({ auto_close_since_open: 60 });
  const ticket = await it.open();
  await it.after(minute / 2);
  it.clock.advance(minute / 2);
  await it.ctx.db.updateTable('guild_settings').set({ auto_close_enabled: false }).execute();
  expect(await closeQuiet(it.ctx, ticket)).toBe(0);
  await it.ctx.db.updateTable('guild_settings').set({ auto_close_enabled: true }).execute();
  await it.ctx.db.updateTable('guilds').set({ left_at: it.clock.now() }).execute();
  expect(await closeQuiet(it.ctx, ticket)).toBe(0);
  await it.ctx.db.updateTable('guilds').set({ left_at: null }).execute();
  expect(await closeQuiet(it.ctx, ticket)).toBe(1);
});

test('tickets of other servers close while Discord is slow about those of one', {
  timeout: 60_000,
}, async () => {
  await using it = await start({ auto_close_since_open: 60 });
  const slow = [];
  for (let n = 0; n < 15; n += 1) slow.push(await it.open());
  const other = await it.elsewhere();
  await it.after(minute / 2);
  for (const { channel_id } of slow)
    it.sim.faults.next({
      method: 'GET',
      route: `/channels/${channel_id}/messages`,
      kind: 'delay',
      delayMs: 1_500,
    });
  const began = performance.now();
  const sweeping = it.after(minute / 2);
  await vi.waitFor(() => it.isClosing(other.ticket), 5_000);
  // The rest is gone on with by a job, so that the round of all servers ends.
  expect(await sweeping).toBeLessThan(12);
  expect(performance.now() - began).toBeLessThan(15_000);
  const { rows } = await sql<{
    key: string;
  }>`select key from graphile_worker.jobs where run_at <= now()`.execute(it.ctx.db);
  expect(rows).toEqual([{ key: `auto_close:${it.guild_id}` }]);
});

test('tickets of other servers close where something goes wrong in one', async () => {
  await using it = await start({ auto_close_since_open: 60 });
  allowWarning(/quiet tickets of a server could not be closed/);
  await it.open();
  const other = await it.elsewhere();
  await it.after(minute / 2);
  it.clock.advance(minute / 2);
  const of = (guild_id: string) => {
    if (guild_id === it.guild_id) throw new Error('no bot serves it');
    return it.ctx.discord;
  };
  expect(await sweepAutoClose({ ...it.ctx, bots: { ...it.ctx.bots, of } })).toBe(1);
  await it.isClosing(other.ticket);
});
