import { AppError } from '@tickets/contract/platform/errors';
import { callAs } from '@tickets/testkit/data/access';
import { buildGuild, buildMember, buildUser } from '@tickets/testkit/data/factories';
import { buildIntegration } from '@tickets/testkit/data/integrations';
import { loseKeys } from '@tickets/testkit/data/lost-keys';
import { type Receiver, startReceiver } from '@tickets/testkit/outside/receiver';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { UserCall } from '../access/caller.ts';
import type { Context } from '../platform/context.ts';
import {
  addIntegration,
  isAdded,
  listAvailable,
  listPlaceholders,
  readAddedState,
  removeIntegration,
  saveSecrets,
} from './added.ts';

let context: TestContext;
let ctx: Context;
let receiver: Receiver;
let guild_id: string;
let owner: string;
let admin: UserCall;

beforeAll(async () => {
  receiver = await startReceiver();
  context = await createTestContext({ config: { trusted_bases: [receiver.url] } });
  ctx = context.ctx;
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await context.close();
});
beforeEach(async () => {
  ({ guild_id } = await buildGuild(ctx));
  owner = (await buildUser(ctx)).user_id;
  admin = await callAs({ ctx, guild_id }, await buildMember(ctx, { guild_id, level: 2 }));
  receiver.received.length = 0;
  receiver.answers({});
});

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof AppError ? error : undefined),
  );
const codeOf = async (work: Promise<unknown>) => (await errorOf(work))?.code ?? 'done';
const secrets = [{ name: 'key' }, { name: 'realm' }];
const filled = { key: 'k 1', realm: 'eu' };

test('an integration is added with exactly its secrets, and goes with them', async () => {
  const integration_id = await buildIntegration(ctx, { owner_id: owner, review: 'approved' });
  const withSecrets = await buildIntegration(ctx, { owner_id: owner, review: 'approved', secrets });
  const key = { guild_id, integration_id: withSecrets };
  const wrongs: Record<string, string>[] = [
    {},
    { key: 'k' },
    { ...filled, more: 'x' },
    { key: 'k', other: 'x' },
  ];
  for (const wrong of wrongs)
    expect(await codeOf(addIntegration(admin, { ...key, secrets: wrong }))).toBe(
      'integration.secrets_invalid',
    );
  expect(await isAdded(admin, key)).toBe(false);
  await addIntegration(admin, { ...key, secrets: filled });
  expect(await isAdded(admin, key)).toBe(true);
  const rows = await ctx.db
    .selectFrom('guild_integration_secrets')
    .selectAll()
    .where('guild_id', '=', guild_id)
    .execute();
  expect(rows.map(({ value }) => value.toString('latin1').includes('k 1'))).toEqual([false, false]);
  // Again, with others: the last ones count.
  await addIntegration(admin, { ...key, secrets: { ...filled, key: 'k 2' } });
  await addIntegration(admin, { guild_id, integration_id, secrets: {} });

  await removeIntegration(admin, key);
  await removeIntegration(admin, key);
  expect(await isAdded(admin, key)).toBe(false);
  const left = await ctx.db
    .selectFrom('guild_integration_secrets')
    .selectAll()
    .where('guild_id', '=', guild_id)
    .execute();
  expect(left).toEqual([]);
});

test('what is not public is added by its creator alone', async () => {
  const { user_id } = admin.caller;
  const theirs = await buildIntegration(ctx, { owner_id: user_id });
  const waiting = await buildIntegration(ctx, { owner_id: owner, review: 'waiting' });
  expect(await codeOf(addIntegration(admin, { guild_id, integration_id: theirs, secrets: {} }))).toBe('done');
  expect(await codeOf(addIntegration(admin, { guild_id, integration_id: waiting, secrets: {} }))).toBe(
    'integration.add_denied',
  );
  expect(await codeOf(addIntegration(admin, { guild_id, integration_id: 999_999, secrets: {} }))).toBe(
    'integration.not_found',
  );
});

test('a server has at most five, also when they are added at once', async () => {
  const makers = await Promise.all([buildUser(ctx), buildUser(ctx)]);
  const ids: number[] = [];
  for (const { user_id } of makers)
    for (let n = 0; n < 4; n += 1)
      ids.push(await buildIntegration(ctx, { owner_id: user_id, review: 'approved' }));
  const all = await Promise.all(
    ids.map((integration_id) => codeOf(addIntegration(admin, { guild_id, integration_id, secrets: {} }))),
  );
  expect(all.filter((code) => code === 'done')).toHaveLength(5);
  expect(all.filter((code) => code === 'integration.active_limit')).toHaveLength(3);
});

describe('whoever checks the secrets', () => {
  const build = () =>
    buildIntegration(ctx, {
      owner_id: owner,
      review: 'approved',
      webhook_url: `${receiver.url}/facts`,
      validation_url: `${receiver.url}/check/%realm%?server=%guild_id%`,
      headers: [{ name: 'X-Key', value: '%key% of %user_id%' }],
      secrets,
    });

  test('is sent them when they are added and when they are changed', async () => {
    const key = { guild_id, integration_id: await build() };
    receiver.answers({ status: 204, body: '' });
    await addIntegration(admin, { ...key, secrets: filled });
    await saveSecrets(admin, { ...key, secrets: { ...filled, key: 'k2' } });
    const { user_id } = admin.caller;
    expect(receiver.received).toMatchObject([
      {
        method: 'POST',
        path: `/check/eu?server=${guild_id}`,
        headers: { 'x-key': `k 1 of ${user_id}`, 'content-type': 'application/json' },
      },
      { headers: { 'x-key': `k2 of ${user_id}` } },
    ]);
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual({ ...filled, guild_id, user_id });
  });

  test('refuses them with any other status, in the author’s words, and nothing is kept', async () => {
    const key = { guild_id, integration_id: await build() };
    receiver.answers({ status: 403, body: JSON.stringify({ error: `Wrong key. ${'x'.repeat(300)}` }) });
    const refused = await errorOf(addIntegration(admin, { ...key, secrets: filled }));
    expect(refused?.code).toBe('integration.secrets_rejected');
    expect(refused?.details?.client_error).toHaveLength(255);
    expect(refused?.details?.client_error).toMatch(/^Wrong key\./);
    expect(await isAdded(admin, key)).toBe(false);
    receiver.answers({ status: 302, headers: { location: '/elsewhere' } });
    expect(await codeOf(addIntegration(admin, { ...key, secrets: filled }))).toBe(
      'integration.secrets_rejected',
    );
    expect(receiver.received).toHaveLength(2);
  });

  test('who is silent is said to be so', async () => {
    const key = { guild_id, integration_id: await build() };
    receiver.answers({ hangs: true });
    expect(await codeOf(addIntegration(admin, { ...key, secrets: filled }))).toBe(
      'integration.validation_timeout',
    );
  });

  test('is not called on an address of this machine', async () => {
    const integration_id = await buildIntegration(ctx, {
      owner_id: owner,
      review: 'approved',
      webhook_url: 'http://127.0.0.1:9/facts',
      validation_url: 'http://127.0.0.1:9/check',
    });
    expect(await codeOf(addIntegration(admin, { guild_id, integration_id, secrets: {} }))).toBe(
      'integration.validation_failed',
    );
  });
});

test('the placeholders of what a server has are told, and no others', async () => {
  const placeholders = [
    { name: 'rank', json_path: 'a' },
    { name: 'level', json_path: 'b' },
  ];
  const integration_id = await buildIntegration(ctx, { owner_id: owner, review: 'approved', placeholders });
  await buildIntegration(ctx, { owner_id: owner, review: 'approved', placeholders });
  expect(await listPlaceholders(admin, guild_id)).toEqual([]);
  await addIntegration(admin, { guild_id, integration_id, secrets: {} });
  expect(await listPlaceholders(admin, guild_id)).toEqual([
    { name: 'rank', integration: 'Game facts' },
    { name: 'level', integration: 'Game facts' },
  ]);
});

test('secrets are changed only where an integration is', async () => {
  const integration_id = await buildIntegration(ctx, { owner_id: owner, review: 'approved' });
  expect(await codeOf(saveSecrets(admin, { guild_id, integration_id, secrets: {} }))).toBe(
    'integration.not_active',
  );
});

test('the pages of the marketplace have each integration once: the server’s own first, then what most servers have', async () => {
  const before = new Set<number>();
  for (let page = 1; ; page += 1) {
    const found = await listAvailable(admin, guild_id, page);
    for (const { id } of found) before.add(id);
    if (found.length < 20) break;
  }
  const made: number[] = [];
  for (let n = 0; n < 9; n += 1) {
    const { user_id } = await buildUser(ctx);
    for (let m = 0; m < 5; m += 1)
      made.push(await buildIntegration(ctx, { owner_id: user_id, review: 'approved' }));
  }
  const hidden = await buildIntegration(ctx, { owner_id: owner, review: 'waiting' });
  const [here, liked] = [made[40] ?? 0, made[30] ?? 0];
  await addIntegration(admin, { guild_id, integration_id: here, secrets: {} });
  for (let n = 0; n < 3; n += 1) {
    const elsewhere = await buildGuild(ctx);
    await ctx.db
      .insertInto('guild_integrations')
      .values({ guild_id: elsewhere.guild_id, integration_id: liked, added_by: owner })
      .execute();
  }
  const pages = [];
  for (let page = 1; page <= 6; page += 1) pages.push(await listAvailable(admin, guild_id, page));
  const all = pages.flat().map(({ id }) => id);
  expect(all.slice(0, 2)).toEqual([here, liked]);
  expect(pages.flat()[0]).toMatchObject({ added: true, guild_count: 1 });
  expect(new Set(all).size).toBe(all.length);
  expect(new Set(all)).toEqual(new Set([...before, ...made]));
  expect(all).not.toContain(hidden);
  expect(Math.max(...pages.map((page) => page.length))).toBe(20);
});

test('a server is told which secret its creator has asked for since, until it is entered', async () => {
  const id = await buildIntegration(ctx, { owner_id: owner, review: 'approved', secrets });
  const key = { guild_id, integration_id: id };
  expect(await readAddedState(admin, key)).toEqual({ active: false });
  await addIntegration(admin, { ...key, secrets: filled });
  const listed = async () => (await listAvailable(admin, guild_id, 1)).find((one) => one.id === id);
  expect(await readAddedState(admin, key)).toEqual({ active: true });
  expect(await listed()).toMatchObject({ added: true, needs_secrets: false });
  await ctx.db.insertInto('integration_secrets').values({ integration_id: id, name: 'shop' }).execute();
  expect(await readAddedState(admin, key)).toEqual({ active: true, missing_secrets: ['shop'] });
  expect(await listed()).toMatchObject({ added: true, needs_secrets: true });
  await saveSecrets(admin, { ...key, secrets: { ...filled, shop: 's' } });
  expect(await readAddedState(admin, key)).toEqual({ active: true });
});

test('a server is told which secrets cannot be opened any more, until they are entered again', async () => {
  const id = await buildIntegration(ctx, { owner_id: owner, review: 'approved', secrets });
  const key = { guild_id, integration_id: id };
  await addIntegration(admin, { ...key, secrets: filled });
  const listed = async () => (await listAvailable(admin, guild_id, 1)).find((one) => one.id === id);
  await loseKeys(ctx.db);
  expect(await readAddedState(admin, key)).toEqual({ active: true, lost_secrets: Object.keys(filled) });
  expect(await listed()).toMatchObject({ needs_secrets: true });
  await saveSecrets(admin, { ...key, secrets: filled });
  expect(await readAddedState(admin, key)).toEqual({ active: true });
  expect(await listed()).toMatchObject({ needs_secrets: false });
});
