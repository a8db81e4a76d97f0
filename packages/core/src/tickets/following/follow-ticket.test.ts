import { createTestContext, type TestContext } from '@tickets/testkit/context';
import { unsettled } from '@tickets/testkit/effects';
import { buildGuild, buildTicket } from '@tickets/testkit/factories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { followLater, isFollowed } from './follow-ticket.ts';

let world: TestContext;
beforeAll(async () => {
  world = await createTestContext();
});
afterAll(() => world.close());

const left = async () => (await unsettled(world.ctx)).length;

test('anyone who is done with one person leaves what others have begun in the same ticket', async () => {
  const { ctx } = world;
  const { guild_id } = await buildGuild(ctx);
  const ticket = await buildTicket(ctx, { guild_id });
  const claim = { what: 'permissions' } as const;
  const added = { what: 'permissions', of: '7' } as const;
  await followLater(ctx.db, ticket, claim);
  await followLater(ctx.db, ticket, added);
  expect(await left()).toBe(2);
  await isFollowed(ctx, ticket, added);
  expect(await left()).toBe(1);
  await isFollowed(ctx, ticket, claim);
  expect(await left()).toBe(0);
});
