import { webhookEvents } from '@tickets/contract/outgoing-webhooks/webhook-limits';
import { callAs } from '@tickets/testkit/data/access';
import { buildGuild, buildMember, buildTicket, buildUser } from '@tickets/testkit/data/factories';
import { loseKeys } from '@tickets/testkit/data/lost-keys';
import { buildClaimedTicket, buildWebhook, signaturesBy } from '@tickets/testkit/data/outgoing-webhooks';
import { type Received, type Receiver, startReceiver } from '@tickets/testkit/outside/receiver';
import { createTestClock, type TestClock } from '@tickets/testkit/worlds/clock';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { UserCall } from '../access/caller.ts';
import { systemClock } from '../platform/clock.ts';
import type { Context } from '../platform/context.ts';
import { deliverDue, deliverUntil } from './deliver.ts';
import { lineUpAgain } from './line-up.ts';
import { listWebhookDeliveries, purgeDeliveries, resendDelivery, testWebhook } from './log.ts';
import { deleteWebhook, listWebhooks, rotateSecret, updateWebhook } from './webhooks.ts';

const hour = 3_600_000;
let context: TestContext;
let ctx: Context;
let clock: TestClock;
let receiver: Receiver;
let guild_id: string;
let admin: UserCall;
let logged: string[];

beforeEach(async () => {
  receiver = await startReceiver();
  // Ahead of the database's, so that no time passes but what the test says.
  clock = createTestClock(new Date(Date.now() + 60_000));
  context = await createTestContext({ clock, config: { trusted_bases: [receiver.url] } });
  logged = [];
  ctx = { ...context.ctx, log: pino({ level: 'trace' }, { write: (line) => void logged.push(line) }) };
  ({ guild_id } = await buildGuild(ctx));
  admin = await callAs({ ctx, guild_id }, await buildMember(ctx, { guild_id, level: 2 }));
});
afterEach(async () => {
  await context.close();
  await receiver[Symbol.asyncDispose]();
});

const claimed = (of = guild_id) => buildClaimedTicket(ctx, of);

const claim = (ticket_id: number, claimed_by: string | null) =>
  ctx.db
    .updateTable('tickets')
    .set({ claimed_by, changed_by: claimed_by })
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .execute();

const heard = ({ body }: Received) => {
  const { type, data } = JSON.parse(body);
  return `${type} ${data.ticket?.id}`;
};
const entries = () =>
  ctx.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('guild_id', '=', guild_id)
    .orderBy('entry_id')
    .execute();
const idOf = ({ headers }: Received) => headers['webhook-id'];

test('a message is signed as the standard says, under an id that stays the same, and tells the ticket', async () => {
  const { webhook_id, secret } = await buildWebhook(admin, { guild_id, url: `${receiver.url}/in` });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  receiver.answers({ status: 500 });
  const ticket_id = await claimed();
  await deliverDue(ctx);
  clock.advance(hour);
  receiver.answers({});
  await deliverDue(ctx);
  const [first, second] = receiver.received;
  if (!first || !second) throw new Error('it came twice');
  expect(signaturesBy(secret, first)).toBe(1);
  expect(signaturesBy(secret, second)).toBe(1);
  expect(idOf(second)).toBe(idOf(first));
  expect(second.body).toBe(first.body);
  expect(Number(second.headers['webhook-timestamp'])).toBe(Math.floor(clock.now().getTime() / 1000));
  const { type, timestamp, data } = JSON.parse(first.body);
  expect(type).toBe('ticket.claimed');
  expect(timestamp).toMatch(/^\d{4}-.*Z$/);
  expect(data).toMatchObject({
    guild_id,
    ticket: { id: ticket_id, status: 'open', url: expect.stringContaining(`/tickets/view/${ticket_id}`) },
    by: { id: data.ticket.opener.id, username: expect.any(String) },
  });
  const [delivery] = await listWebhookDeliveries(admin, { guild_id, webhook_id });
  expect(delivery).toMatchObject({
    id: idOf(first),
    state: 'delivered',
    attempts: 2,
    status: 200,
    ticket_id,
  });
});

test('after a rotation both secrets sign for a day, and then the new one alone', async () => {
  const { secret: earlier, ...key } = await buildWebhook(admin, { guild_id, url: receiver.url });
  const { secret } = await rotateSecret(admin, key);
  expect(secret).not.toBe(earlier);
  const signed = async () => {
    await testWebhook(admin, key);
    const last = receiver.received.at(-1);
    return last && [signaturesBy(secret, last), signaturesBy(earlier, last)];
  };
  expect(await signed()).toEqual([1, 1]);
  clock.advance(24 * hour + 1);
  expect(await signed()).toEqual([1, 0]);
});

test('what happens with one ticket arrives in its order, also while the receiver fails', async () => {
  await buildWebhook(admin, { guild_id, url: receiver.url });
  receiver.answers((one) => ({ status: heard(one) === `ticket.claimed ${first}` ? 503 : 200 }));
  const first = await claimed();
  await claim(first, null);
  const second = await claimed();
  await deliverDue(ctx);
  expect(receiver.received.map(heard).sort()).toEqual(
    [`ticket.claimed ${first}`, `ticket.claimed ${second}`].sort(),
  );
  receiver.received.length = 0;
  receiver.answers({});
  clock.advance(10_000);
  await deliverDue(ctx);
  expect(receiver.received.map(heard)).toEqual([`ticket.claimed ${first}`, `ticket.unclaimed ${first}`]);
});

test('what is to be told by a process whose clock is ahead is due neither later nor sooner for that', async () => {
  const key = await buildWebhook(admin, { guild_id, url: receiver.url });
  const wrong = { ...ctx, clock: systemClock };
  const waits = async () => {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from due_at - clock_timestamp())::float8 as seconds from outgoing_deliveries
      where state = 'waiting' and not behind`.execute(ctx.db);
    return rows.map(({ seconds }) => seconds < 10);
  };
  receiver.answers({ status: 500 });
  const ticket_id = await claimed();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hour });
  onTestFinished(() => void vi.useRealTimers());
  await deliverDue(wrong);
  expect(receiver.received).toHaveLength(1);
  expect(await waits()).toEqual([true]);
  const [failed] = await listWebhookDeliveries(admin, key);
  await resendDelivery({ ...admin, clock: systemClock }, { ...key, delivery_id: failed?.id ?? '' });
  // It arrives, and lets the next one of its ticket go, which fails.
  receiver.answers((one) => ({ status: heard(one).startsWith('ticket.claimed') ? 200 : 500 }));
  await claim(ticket_id, null);
  await deliverDue(wrong);
  expect(receiver.received.map(heard).slice(1)).toEqual([
    `ticket.claimed ${ticket_id}`,
    `ticket.unclaimed ${ticket_id}`,
  ]);
  expect(await waits()).toEqual([true]);
});

test('a delivery that fails for a day is given up, and what waited behind it is told', async () => {
  const key = await buildWebhook(admin, { guild_id, url: receiver.url });
  receiver.answers((one) => ({ status: heard(one).startsWith('ticket.claimed') ? 500 : 200 }));
  const ticket_id = await claimed();
  await deliverDue(ctx);
  clock.advance(23 * hour);
  await deliverDue(ctx);
  await claim(ticket_id, null);
  expect((await listWebhookDeliveries(admin, key)).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  clock.advance(hour + 60_000);
  await deliverDue(ctx);
  const log = await listWebhookDeliveries(admin, key);
  expect(log.map(({ event, state, problem }) => [event, state, problem])).toEqual([
    ['ticket.unclaimed', 'delivered', null],
    ['ticket.claimed', 'given_up', 'status'],
  ]);
});

test('what was noted with a change is told by another process, also when the one that had it in hand died', async () => {
  await buildWebhook(admin, { guild_id, url: receiver.url });
  const ticket_id = await claimed();
  await sql`update outgoing_deliveries set taken_until = ${new Date(clock.now().getTime() + 20_000)}`.execute(
    ctx.db,
  );
  expect(await deliverDue(ctx)).toBe(0);
  clock.advance(31_000);
  await Promise.all([deliverDue(ctx), deliverDue(ctx)]);
  expect(receiver.received.map(heard)).toEqual([`ticket.claimed ${ticket_id}`]);
});

test('what did not happen is not told', async () => {
  await buildWebhook(admin, { guild_id, url: receiver.url });
  const { user_id } = await buildUser(ctx);
  const { ticket_id } = await buildTicket(ctx, { guild_id, opener_id: user_id });
  const undone = ctx.db.transaction().execute(async (tx) => {
    await tx.updateTable('tickets').set({ claimed_by: user_id }).where('ticket_id', '=', ticket_id).execute();
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await deliverDue(ctx)).toBe(0);
});

test('an address that answers 410 is told nothing any more, until it is switched on again', async () => {
  const key = await buildWebhook(admin, { guild_id, url: receiver.url });
  receiver.answers({ status: 410 });
  const ticket_id = await claimed();
  await claim(ticket_id, null);
  await deliverDue(ctx);
  await claimed();
  await deliverDue(ctx);
  expect(receiver.received).toHaveLength(1);
  expect((await listWebhookDeliveries(admin, key)).map(({ problem }) => problem)).toEqual(['off', 'gone']);
  receiver.answers({});
  await updateWebhook(admin, { ...key, url: receiver.url, events: ['ticket.claimed'], enabled: true });
  await claimed();
  await deliverDue(ctx);
  expect(receiver.received).toHaveLength(2);
});

test('what an address answers after its webhook has got another one is not held against that one', async () => {
  const [old, url] = [`${receiver.url}/old`, `${receiver.url}/new`];
  const key = await buildWebhook(admin, { guild_id, url: old });
  receiver.answers({ status: 410, after_ms: 300 });
  await claimed();
  const delivering = deliverDue(ctx);
  const testing = testWebhook(admin, key);
  await expect.poll(() => receiver.received.length).toBe(2);
  receiver.answers({});
  await updateWebhook(admin, { ...key, url, events: ['ticket.claimed'], enabled: true });
  await Promise.all([delivering, testing]);
  expect(receiver.received.map(({ path }) => path)).toEqual(['/old', '/old', '/new']);
  expect(await listWebhooks(admin, guild_id)).toMatchObject([{ url, enabled: true, failing: null }]);
});

test('what was noted while a webhook was being switched off is not told', async () => {
  const key = await buildWebhook(admin, { guild_id, url: receiver.url });
  await claimed();
  await ctx.db.updateTable('outgoing_webhooks').set({ enabled: false }).execute();
  await deliverDue(ctx);
  expect(receiver.received).toEqual([]);
  expect(await listWebhookDeliveries(admin, key)).toMatchObject([{ state: 'given_up', problem: 'off' }]);
});

test('what arrived while its webhook was being switched off stands as delivered', async () => {
  const key = await buildWebhook(admin, { guild_id, url: receiver.url });
  receiver.answers({ after_ms: 200 });
  await claimed();
  const delivering = deliverDue(ctx);
  await expect.poll(() => receiver.received.length).toBe(1);
  await updateWebhook(admin, { ...key, url: receiver.url, events: ['ticket.claimed'], enabled: false });
  await delivering;
  expect(await listWebhookDeliveries(admin, key)).toMatchObject([
    { state: 'delivered', attempts: 1, problem: null },
  ]);
});

test('a redirect is a failure and is not followed, and a name that leads inside is refused', async () => {
  const key = await buildWebhook(admin, { guild_id, url: `${receiver.url}/in` });
  receiver.answers({ status: 302, headers: { location: `${receiver.url}/other` } });
  expect((await testWebhook(admin, key)).delivery).toMatchObject({ status: 302, problem: 'status' });
  expect(receiver.received.map(({ path }) => path)).toEqual(['/in']);
  await ctx.db.updateTable('outgoing_webhooks').set({ url: 'http://127.0.0.1:1/in' }).execute();
  expect((await testWebhook(admin, key)).delivery).toMatchObject({ status: null, problem: 'blocked' });
});

test('a delivery is sent again under its id, and keeps nothing else waiting', async () => {
  const key = await buildWebhook(admin, { guild_id, url: receiver.url });
  const ticket_id = await claimed();
  await deliverDue(ctx);
  const [delivery] = await listWebhookDeliveries(admin, key);
  if (!delivery) throw new Error('it is in the log');
  receiver.answers((one) => ({ status: idOf(one) === delivery.id ? 500 : 200 }));
  await resendDelivery(admin, { ...key, delivery_id: delivery.id });
  await claim(ticket_id, null);
  await deliverDue(ctx);
  expect(receiver.received.map(heard).sort()).toEqual(
    [`ticket.claimed ${ticket_id}`, `ticket.claimed ${ticket_id}`, `ticket.unclaimed ${ticket_id}`].sort(),
  );
  expect((await listWebhookDeliveries(admin, key)).map(({ state }) => state)).toEqual([
    'delivered',
    'waiting',
  ]);
});

test('a delivery that is sent once more waits for nothing of its ticket, also when it is lined up anew', async () => {
  const key = await buildWebhook(admin, { guild_id, url: receiver.url });
  receiver.answers((one) => ({ status: heard(one).startsWith('ticket.claimed') ? 500 : 200 }));
  const ticket_id = await claimed();
  await claim(ticket_id, null);
  await deliverDue(ctx);
  await sql`update outgoing_deliveries set state = 'delivered' where event = 'ticket.unclaimed'`.execute(
    ctx.db,
  );
  const [again] = await listWebhookDeliveries(admin, key);
  await resendDelivery(admin, { ...key, delivery_id: again?.id ?? '' });
  await sql`update outgoing_deliveries set behind = null`.execute(ctx.db);
  await deliverDue(ctx);
  expect(receiver.received.map(heard)).toEqual([
    `ticket.claimed ${ticket_id}`,
    `ticket.unclaimed ${ticket_id}`,
  ]);
});

test('secrets stand in no answer after the first, in no log, and in the database only sealed', async () => {
  const { secret, ...key } = await buildWebhook(admin, { guild_id, url: receiver.url });
  receiver.answers({ status: 500 });
  await claimed();
  await deliverDue(ctx);
  await rotateSecret(admin, key);
  const told = JSON.stringify([await listWebhookDeliveries(admin, key), logged]);
  expect(told).not.toContain(secret.slice(6, 30));
  const { rows } = await sql<{ text: string }>`select w::text as text from outgoing_webhooks w`.execute(
    ctx.db,
  );
  expect(rows[0]?.text).not.toContain(Buffer.from(secret).toString('hex'));
});

test('a webhook that is gone is switched off by an entry of the product, and cannot be switched on by an older page', async () => {
  const { webhook_id } = await buildWebhook(admin, { guild_id, url: receiver.url });
  const [webhook] = await listWebhooks(admin, guild_id);
  receiver.answers({ status: 410 });
  await claimed();
  await deliverDue(ctx);
  const [off] = await listWebhooks(admin, guild_id);
  expect(off).toMatchObject({ enabled: false, gone_at: expect.any(String), failing: null });
  expect(await entries()).toContainEqual(
    expect.objectContaining({
      user_id: null,
      source: 'system',
      because: expect.stringContaining('410'),
      before: { enabled: true },
      after: { enabled: false },
      entry_id: off?.version,
    }),
  );
  const save = { guild_id, webhook_id, url: receiver.url, events: [...webhookEvents], enabled: true };
  await expect(updateWebhook(admin, { ...save, based_on: webhook?.version })).rejects.toMatchObject({
    code: 'save.outdated',
    details: { changed: [{ user_id: null, source: 'system', fields: ['enabled'] }] },
  });
});

test('a webhook says since when nothing arrives and why, until something does or it leads elsewhere', async () => {
  const { webhook_id } = await buildWebhook(admin, { guild_id, url: receiver.url });
  const failing = async () => (await listWebhooks(admin, guild_id))[0]?.failing;
  expect(await failing()).toBe(null);
  receiver.answers({ status: 503 });
  await claimed();
  await deliverDue(ctx);
  const since = clock.now().toISOString();
  expect(await failing()).toEqual({ since, problem: 'status', status: 503 });
  clock.advance(hour);
  receiver.answers({ status: 500 });
  await deliverDue(ctx);
  expect(await failing()).toEqual({ since, problem: 'status', status: 500 });
  receiver.answers({});
  await testWebhook(admin, { guild_id, webhook_id });
  expect(await failing()).toBe(null);
  receiver.answers({ status: 500 });
  await testWebhook(admin, { guild_id, webhook_id });
  expect(await failing()).toMatchObject({ status: 500 });
  const url = `${receiver.url}/other`;
  await updateWebhook(admin, { guild_id, webhook_id, url, events: [...webhookEvents], enabled: true });
  expect(await failing()).toBe(null);
});

test('what waits behind another of its ticket says so, and tried now has that one tried, and follows', async () => {
  const { webhook_id } = await buildWebhook(admin, { guild_id, url: receiver.url });
  const key = { guild_id, webhook_id };
  receiver.answers({ status: 500 });
  const ticket_id = await claimed();
  await deliverDue(ctx);
  await claim(ticket_id, null);
  const [second, first] = await listWebhookDeliveries(admin, key);
  expect(first?.waits_for).toBe(null);
  expect(second?.waits_for).toEqual({ id: first?.id, event: 'ticket.claimed' });
  receiver.answers({});
  expect(await deliverDue(ctx)).toBe(0);
  await resendDelivery(admin, { ...key, delivery_id: second?.id ?? '' });
  await deliverDue(ctx);
  expect((await listWebhookDeliveries(admin, key)).map(({ state, waits_for }) => [state, waits_for])).toEqual(
    [
      ['delivered', null],
      ['delivered', null],
    ],
  );
  expect(receiver.received.map(heard)).toEqual([
    `ticket.claimed ${ticket_id}`,
    `ticket.claimed ${ticket_id}`,
    `ticket.unclaimed ${ticket_id}`,
  ]);
});

test('tries of before a resend are counted, and the waits begin again', async () => {
  const key = await buildWebhook(admin, { guild_id, url: receiver.url });
  receiver.answers({ status: 500 });
  await claimed();
  for (const _ of [1, 2, 3]) {
    await deliverDue(ctx);
    clock.advance(hour);
  }
  receiver.answers({});
  await deliverDue(ctx);
  const last = async () => (await listWebhookDeliveries(admin, key))[0];
  const delivered = await last();
  expect(delivered).toMatchObject({ state: 'delivered', attempts: 4 });
  receiver.answers({ status: 500 });
  await resendDelivery(admin, { ...key, delivery_id: delivered?.id ?? '' });
  await deliverDue(ctx);
  const again = await last();
  expect(again).toMatchObject({ state: 'waiting', attempts: 5 });
  // The first wait: about five seconds.
  expect(Date.parse(again?.next_at ?? '') - clock.now().getTime()).toBeLessThan(10_000);
});

test('the log keeps the last two hundred, for a month', async () => {
  const key = await buildWebhook(admin, { guild_id, url: receiver.url });
  await sql`insert into outgoing_deliveries (guild_id, webhook_id, event, data, state)
    select ${guild_id}, ${key.webhook_id}, 'webhook.test', '{}', 'delivered' from generate_series(1, 205)`.execute(
    ctx.db,
  );
  await purgeDeliveries(ctx);
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from outgoing_deliveries`.execute(ctx.db)).rows[0]?.n;
  expect(await count()).toBe(200);
  clock.advance(31 * 24 * hour);
  await purgeDeliveries(ctx);
  expect(await count()).toBe(0);
});

test('a webhook whose key is lost says so, keeps none of its server waiting, and is told after a rotation', async () => {
  const url = `${receiver.url}/lost`;
  const key = await buildWebhook(admin, { guild_id, url });
  await loseKeys(ctx.db);
  await buildWebhook(admin, { guild_id, url: `${receiver.url}/well` });
  for (let count = 0; count < 6; count++) await claimed();
  await deliverDue(ctx);
  expect(receiver.received.map(({ path }) => path)).toEqual(Array(6).fill('/well'));
  expect(await listWebhookDeliveries(admin, key)).toContainEqual(
    expect.objectContaining({ state: 'waiting', attempts: 1, problem: 'secret_lost' }),
  );
  expect((await listWebhooks(admin, guild_id)).map(({ failing }) => failing?.problem)).toContain(
    'secret_lost',
  );
  expect((await testWebhook(admin, key)).delivery).toMatchObject({ status: null, problem: 'secret_lost' });
  const { secret } = await rotateSecret(admin, key);
  receiver.received.length = 0;
  await deliverDue(ctx);
  expect(receiver.received.map((one) => signaturesBy(secret, one))).toEqual(Array(6).fill(1));
});

test('however much waits behind a delivery, what comes of it changes that and the next one', async () => {
  const key = await buildWebhook(admin, { guild_id, url: receiver.url });
  const ticket_id = await claimed();
  for (let count = 0; count < 30; count++)
    await claim(ticket_id, count % 2 ? (admin.caller.user_id ?? null) : null);
  const versions = async () =>
    (
      await sql<{
        version: string;
      }>`select delivery_id || ' ' || xmin as version from outgoing_deliveries`.execute(ctx.db)
    ).rows.map(({ version }) => version);
  const changedBy = async (work: () => Promise<unknown>) => {
    const before = new Set(await versions());
    await work();
    return (await versions()).filter((version) => !before.has(version)).length;
  };
  receiver.answers({ status: 503 });
  await deliverDue(ctx);
  clock.advance(hour);
  expect(await changedBy(() => deliverDue(ctx))).toBe(1);
  clock.advance(hour);
  const first = receiver.received.map(idOf)[0];
  receiver.answers((one) => ({ status: idOf(one) === first ? 200 : 503 }));
  expect(await changedBy(() => deliverDue(ctx))).toBe(2);
  receiver.answers({});
  clock.advance(hour);
  await deliverDue(ctx);
  const log = await listWebhookDeliveries(admin, key);
  expect(log.map(({ state }) => state)).toEqual(Array(31).fill('delivered'));
  expect([...new Set(receiver.received.map(idOf))]).toEqual(log.map(({ id }) => id).reverse());
});

test('what comes behind a delivery that was forgotten with a person is told', async () => {
  await buildWebhook(admin, { guild_id, url: receiver.url });
  const ticket_id = await claimed();
  await claim(ticket_id, null);
  receiver.answers({ status: 500 });
  await deliverDue(ctx);
  await sql`delete from outgoing_deliveries where event = 'ticket.claimed'`.execute(ctx.db);
  receiver.answers({});
  await lineUpAgain(ctx);
  await deliverDue(ctx);
  expect(receiver.received.map(heard)).toEqual([
    `ticket.claimed ${ticket_id}`,
    `ticket.unclaimed ${ticket_id}`,
  ]);
});

test('a webhook that is deleted while its test is under way is not found', async () => {
  const key = await buildWebhook(admin, { guild_id, url: receiver.url });
  receiver.answers({ after_ms: 200 });
  const testing = testWebhook(admin, key);
  await expect.poll(() => receiver.received.length).toBe(1);
  await deleteWebhook(admin, key);
  await expect(testing).rejects.toMatchObject({ code: 'outgoing_webhook.not_found' });
});

test('a webhook is switched off while it is told, whatever it is told then', {
  timeout: 60_000,
}, async () => {
  const { webhook_id } = await buildWebhook(admin, { guild_id, url: receiver.url });
  const key = { guild_id, webhook_id };
  const tickets = await Promise.all(Array.from({ length: 4 }, () => claimed()));
  const stopping = new AbortController();
  const working = deliverUntil(ctx, stopping.signal);
  const set = (enabled: boolean) =>
    updateWebhook(admin, { ...key, url: receiver.url, events: [...webhookEvents], enabled });
  for (let count = 0; count < 15; count++) {
    await sql`insert into outgoing_deliveries (guild_id, webhook_id, ticket_id, event, data)
      select ${guild_id}, ${webhook_id}, t, 'ticket.claimed', (select data from outgoing_deliveries limit 1)
      from unnest(${tickets}::integer[]) t, generate_series(1, 50)`.execute(ctx.db);
    const before = receiver.received.length;
    await expect.poll(() => receiver.received.length).toBeGreaterThan(before + 4);
    await set(false);
    await set(true);
  }
  stopping.abort();
  await working;
  expect(logged.filter((line) => JSON.parse(line).level >= 40)).toEqual([]);
});
