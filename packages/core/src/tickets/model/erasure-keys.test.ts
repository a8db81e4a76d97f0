import { randomId } from '@tickets/testkit/data/factories';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Context } from '../../platform/context.ts';
import { createSealer } from '../../platform/crypto/seal.ts';
import { erasedSince, noteErased } from './erased-people.ts';
import { erasureKeys, fingerprintWith } from './erasure-keys.ts';

let context: TestContext;
beforeEach(async () => {
  context = await createTestContext();
});
afterEach(() => context.close());

/** What another process has of the same database. */
const elsewhere = (change: Partial<Context> = {}): Context => ({
  ...context.ctx,
  db: context.ctx.db.withoutPlugins(),
  ...change,
});
const erased_at = new Date('2026-02-03T04:05:06.000Z');
const isKnown = async (ctx: Context, user_id: string) =>
  (await erasedSince(ctx, [user_id], erased_at)).length === 1;

test('whoever one process erases is known to the others, also when all begin at once', async () => {
  const people = Array.from({ length: 4 }, randomId);
  const processes = people.map(() => elsewhere());
  await Promise.all(processes.map((ctx, n) => noteErased(ctx, { user_id: people[n] ?? '', erased_at })));
  for (const ctx of processes) expect(await erasedSince(ctx, people, erased_at)).toHaveLength(4);
  expect(await isKnown(elsewhere(), randomId())).toBe(false);
});

test('whoever an earlier version noted stays known, also when the secret that it used is changed after the upgrade', async () => {
  const user_id = randomId();
  const { config, db } = context.ctx;
  const fingerprint = fingerprintWith(config.token_secret, user_id);
  await db.insertInto('erased_people').values({ fingerprint, erased_at }).execute();
  expect(await isKnown(elsewhere(), user_id)).toBe(true);
  const changed = elsewhere({ config: { ...config, token_secret: 'y'.repeat(40) } });
  expect(await isKnown(changed, user_id)).toBe(true);
});

test('a key that nobody was erased with is replaced in silence when it is lost', async () => {
  expect(await erasureKeys(elsewhere())).toHaveLength(1);
  const sealer = createSealer(['z'.repeat(40)]);
  expect(await erasureKeys(elsewhere({ sealer }))).toHaveLength(1);
  expect(await context.ctx.db.selectFrom('erasure_keys').select('key_id').execute()).toHaveLength(1);
});

test('where the key is lost that is said, and whoever is erased from then on is known', async () => {
  allowWarning(/The key by which erased people are recognised is lost/);
  const [before, after] = [randomId(), randomId()];
  await noteErased(elsewhere(), { user_id: before, erased_at });
  const sealer = createSealer(['z'.repeat(40)]);
  await noteErased(elsewhere({ sealer }), { user_id: after, erased_at });
  const ctx = elsewhere({ sealer });
  expect([await isKnown(ctx, before), await isKnown(ctx, after)]).toEqual([false, true]);
});
