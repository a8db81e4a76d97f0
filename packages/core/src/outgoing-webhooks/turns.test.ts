import { callAs } from '@tickets/testkit/data/access';
import { buildGuild, buildMember } from '@tickets/testkit/data/factories';
import { buildClaimedTicket, buildWebhook } from '@tickets/testkit/data/outgoing-webhooks';
import { type Receiver, startReceiver } from '@tickets/testkit/outside/receiver';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Context } from '../platform/context.ts';
import { deliverDue, deliverUntil } from './deliver.ts';

let context: TestContext;
let ctx: Context;
let busy: Receiver;
let quiet: Receiver;

beforeEach(async () => {
  [busy, quiet] = [await startReceiver(), await startReceiver()];
  // Ahead of the database's, so that no time passes but what the test says.
  const clock = createTestClock(new Date(Date.now() + 60_000));
  context = await createTestContext({ clock, config: { trusted_bases: [busy.url, quiet.url] } });
  ({ ctx } = context);
});
afterEach(async () => {
  await context.close();
  await busy[Symbol.asyncDispose]();
  await quiet[Symbol.asyncDispose]();
});

/** A server with so many webhooks. */
async function server({ url }: Pick<Receiver, 'url'>, webhooks = 1): Promise<string> {
  const { guild_id } = await buildGuild(ctx);
  const admin = await callAs({ ctx, guild_id }, await buildMember(ctx, { guild_id, level: 2 }));
  for (let count = 0; count < webhooks; count++)
    await buildWebhook(admin, { guild_id, url: `${url}/${count}`, events: ['ticket.claimed'] });
  return guild_id;
}

async function claim(guild_id: string, times: number): Promise<void> {
  for (let count = 0; count < times; count++) await buildClaimedTicket(ctx, guild_id);
}

async function whileDelivering(work: () => Promise<void>): Promise<void> {
  const stopping = new AbortController();
  const working = deliverUntil(ctx, stopping.signal);
  await work();
  stopping.abort();
  await busy[Symbol.asyncDispose]();
  await working;
}

test('a receiver that never answers keeps no other server waiting', async () => {
  busy.answers({ hangs: true });
  await claim(await server(busy), 8);
  await claim(await server(quiet), 1);
  const places = 4;
  await whileDelivering(async () => {
    await expect.poll(() => quiet.received.length).toBe(1);
    await expect.poll(() => busy.received.length).toBe(places);
  });
  expect(busy.received).toHaveLength(places);
});

test('however many receivers hang, and however much they are to be told, others are told soon', async () => {
  busy.answers({ hangs: true });
  for (let count = 0; count < 16; count++) await claim(await server(busy, 5), 3);
  await sql`update outgoing_webhooks set failing_since = now(), failing_problem = 'timeout'`.execute(ctx.db);
  const elsewhere = await server(quiet, 5);
  await whileDelivering(async () => {
    await expect.poll(() => busy.received.length).toBe(32);
    await claim(elsewhere, 1);
    await expect.poll(() => quiet.received.length).toBe(5);
    const { rows } = await sql`select webhook_id from outgoing_deliveries
      where taken_until is not null group by webhook_id having count(*) > 1`.execute(ctx.db);
    expect(rows, 'webhooks that failed last time, with more than one delivery under way').toEqual([]);
  });
});

test('servers whose receivers answered late have half of the places for ten minutes, also where they are quick in between', async () => {
  const servers: string[] = [];
  for (let count = 0; count < 9; count++) servers.push(await server(busy, 5));
  const inAll = async (times: number) => {
    busy.received.length = 0;
    for (const one of servers) await claim(one, times);
  };
  const elsewhere = await server(quiet, 5);
  await whileDelivering(async () => {
    busy.answers({ after_ms: 2_100 });
    await inAll(1);
    await expect.poll(() => busy.received.length, { timeout: 10_000 }).toBe(45);
    busy.answers({});
    await inAll(1);
    await expect.poll(() => busy.received.length, { timeout: 10_000 }).toBe(45);
    busy.answers({ hangs: true });
    await inAll(2);
    await expect.poll(() => busy.received.length).toBe(32);
    await claim(elsewhere, 1);
    await expect.poll(() => quiet.received.length).toBe(5);
    expect(busy.received).toHaveLength(32);
  });
});

test('a call that is under way counts, although its webhook was deleted', async () => {
  busy.answers({ hangs: true });
  const guild_id = await server(busy, 5);
  await claim(guild_id, 1);
  await claim(await server(quiet), 1);
  await whileDelivering(async () => {
    await expect.poll(() => busy.received.length).toBe(4);
    await ctx.db.deleteFrom('outgoing_webhooks').where('guild_id', '=', guild_id).execute();
    const admin = await callAs({ ctx, guild_id }, await buildMember(ctx, { guild_id, level: 2 }));
    await buildWebhook(admin, { guild_id, url: `${busy.url}/new`, events: ['ticket.claimed'] });
    await claim(guild_id, 4);
    await claim(await server(quiet), 1);
    await expect.poll(() => quiet.received.length).toBe(2);
    expect(busy.received).toHaveLength(4);
  });
});

test('a server with one thing to be told has its turn before others have their second', async () => {
  const busyOnes = 22;
  for (let count = 0; count < busyOnes; count++) await claim(await server(busy), 4);
  const last = await server({ url: `${busy.url}/last` });
  await claim(last, 1);
  await deliverDue(ctx);
  expect(busy.received).toHaveLength(busyOnes * 4 + 1);
  const atOnce = busy.received.slice(0, 64);
  expect(atOnce.filter(({ path }) => path.startsWith('/last'))).toHaveLength(1);
});

test('a delivery that another process changes keeps none of the others waiting', async () => {
  await claim(await server(quiet), 3);
  await ctx.db.transaction().execute(async (tx) => {
    await sql`select from outgoing_deliveries order by delivery_id limit 1 for update`.execute(tx);
    expect(await deliverDue(ctx)).toBe(2);
  });
  expect(await deliverDue(ctx)).toBe(1);
});
