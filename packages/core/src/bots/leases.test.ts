import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomId } from '@tickets/testkit/data/factories';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  forgetHolder,
  identifyTurn,
  readLeases,
  releaseLease,
  renewLeases,
  showHolder,
  takeLeases,
} from './leases.ts';
import type { Holder, Shard } from './share.ts';

let on: TestContext;
beforeAll(async () => {
  on = await createTestContext();
});
afterAll(() => on.close());
beforeEach(async () => {
  await on.ctx.db.deleteFrom('gateway_leases').execute();
  await on.ctx.db.deleteFrom('gateway_holders').execute();
});

const valid_ms = 60_000;
const process = (capacity = 100): Holder => ({ holder: randomUUID(), capacity, runsMain: true });
function shards(n: number, bot_id = randomId()): Shard[] {
  return Array.from({ length: n }, (_, shard_id) => ({ bot_id, shard_id, shard_count: n }));
}
const take = (me: Holder, main: Shard[], valid = valid_ms) =>
  takeLeases(on.ctx.db, me, { main, users: [], fixed: [], valid_ms: valid });
const show = (me: Holder) => showHolder(on.ctx.db, me, valid_ms);
const renew = ({ holder }: Holder, valid = valid_ms) =>
  renewLeases(on.ctx.db, holder, { valid_ms: valid, places: [] });

test('twenty processes that look at the same moment have each connection once', async () => {
  const wanted = shards(30);
  const processes = Array.from({ length: 20 }, () => process());
  await Promise.all(processes.map((me) => show(me)));
  const taken: Shard[] = [];
  const look = async (me: Holder) => {
    taken.push(...(await take(me, wanted)));
    await sleep(10);
  };
  // While one looks the others take nothing, so how often a process must look depends on how busy the machine is.
  const lookUntilAllAreTaken = async (me: Holder) => {
    while (taken.length < wanted.length) await look(me);
    await look(me);
  };
  await Promise.all(processes.map(lookUntilAllAreTaken));
  expect(taken.map(({ shard_id }) => shard_id).sort((a, b) => a - b)).toEqual(
    wanted.map(({ shard_id }) => shard_id),
  );
});

test('what is renewed stays; what is not is taken over when its time is up, and is lost to who had it', async () => {
  const wanted = shards(1);
  const [first, second] = [process(), process()];
  await show(first);
  expect(await take(first, wanted, 400)).toHaveLength(1);
  await show(second);
  expect(await take(second, wanted)).toEqual([]);
  expect(await renew(first, 400)).toHaveLength(1);
  await sleep(300);
  expect(await take(second, wanted)).toEqual([]);
  await sleep(150);
  // The first died, so that it is not due to the first.
  await forgetHolder(on.ctx.db, first.holder);
  expect(await take(second, wanted)).toHaveLength(1);
  expect(await renew(first)).toEqual([]);
  expect((await readLeases(on.ctx.db)).live).toMatchObject([{ holder: second.holder }]);
});

test('a process that was away for too long goes on with what nobody took', async () => {
  const me = process();
  await take(me, shards(2), 1);
  await sleep(20);
  expect((await readLeases(on.ctx.db)).live).toEqual([]);
  expect(await renew(me)).toHaveLength(2);
});

test('who takes over and who renews at the same moment do not both have it', async () => {
  for (let round = 0; round < 20; round += 1) {
    const wanted = shards(5);
    const [late, next] = [process(), process()];
    await take(late, wanted, 1);
    await sleep(5);
    const [kept, taken] = await Promise.all([renew(late), take(next, wanted)]);
    const all = [...kept, ...taken].map(({ shard_id }) => shard_id).sort();
    expect(all).toEqual([0, 1, 2, 3, 4]);
  }
});

test('shards of another count wait until the last of the old ones is given back', async () => {
  const bot_id = randomId();
  const me = process();
  const [two] = [shards(2, bot_id)];
  await take(me, two);
  expect(await take(me, shards(4, bot_id))).toEqual([]);
  for (const shard of two) await releaseLease(on.ctx.db, me.holder, shard, null);
  expect(await take(me, shards(4, bot_id))).toHaveLength(4);
});

test('what is handed over says where to go on, to the next one and for a moment only', async () => {
  const [shard] = shards(1);
  const [first, second] = [process(), process()];
  await take(first, [shard!]); // there is one
  const session = { resumeURL: 'ws://here', sequence: 7, sessionId: 'abc', shardCount: 1, shardId: 0 };
  await releaseLease(on.ctx.db, first.holder, shard!, session);
  // It was given back, so renewing does not take it again.
  expect(await renew(first)).toEqual([]);
  expect(await take(second, [shard!])).toMatchObject([{ session }]);
  await releaseLease(on.ctx.db, second.holder, shard!, null);
  expect(await take(second, [shard!])).toMatchObject([{ session: null }]);
});

test('of a process that died the next one knows up to where it had come', async () => {
  const [shard] = shards(1);
  const [first, second] = [process(), process()];
  await take(first, [shard!]); // there is one
  const session = { resumeURL: 'ws://here', sequence: 7, sessionId: 'abc', shardCount: 1, shardId: 0 };
  const places = [{ bot_id: shard!.bot_id, shard_id: 0, session }];
  await renewLeases(on.ctx.db, first.holder, { valid_ms, places });
  expect(await take(second, [shard!])).toEqual([]);
  await on.ctx.db.updateTable('gateway_leases').set({ until: sql`clock_timestamp()` }).execute();
  expect(await take(second, [shard!])).toMatchObject([{ session }]);
});

test('a process that somebody gave its shards takes them whatever its share is', async () => {
  const fixed = shards(4);
  const [me, other] = [process(), process()];
  await show(other);
  const none = { main: [], users: [], valid_ms };
  expect(await takeLeases(on.ctx.db, me, { ...none, fixed })).toHaveLength(4);
  expect(await takeLeases(on.ctx.db, other, { ...none, fixed: fixed.slice(2) })).toEqual([]);
});

test('others know of a process what it carries, while it looks', async () => {
  const [me, refused] = [process(7), { ...process(3), runsMain: false }];
  await show(me);
  await show(refused);
  const { holders } = await readLeases(on.ctx.db);
  expect(new Set(holders)).toEqual(new Set([me, refused]));
  await showHolder(on.ctx.db, me, 1);
  await show({ ...refused, runsMain: true });
  await sleep(20);
  expect((await readLeases(on.ctx.db)).holders).toEqual([{ ...refused, runsMain: true }]);
});

test('those that share a bucket identify one after another, in whichever process they are', async () => {
  const bot_id = randomId();
  const turn = (bucket: number) => identifyTurn(on.ctx.db, { bot_id, bucket, gap_ms: 5_000 });
  const waits = await Promise.all([turn(0), turn(0), turn(0), turn(1)]);
  const sorted = waits.slice(0, 3).sort((a, b) => a - b);
  expect(sorted[0]).toBeLessThan(100);
  expect(sorted[1]).toBeGreaterThan(4_500);
  expect(sorted[2]).toBeGreaterThan(9_500);
  expect(waits[3]).toBeLessThan(100);
});
