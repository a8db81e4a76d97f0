import { createTestContext, type TestContext } from '@tickets/testkit/context';
import { buildGuild, buildTicket } from '@tickets/testkit/factories';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSynced, syncTicketLater } from './sync-later.ts';

let world: TestContext;
beforeAll(async () => {
  world = await createTestContext();
});
afterAll(() => world.close());

const jobs = async () => {
  const { rows } = await sql<{ key: string }>`
    select key from graphile_worker.jobs where task_identifier = 'ticket.sync'`.execute(world.ctx.db);
  return rows.length;
};

test('whoever is done with one person leaves what others have begun in the same ticket', async () => {
  const { ctx } = world;
  const { guild_id } = await buildGuild(ctx);
  const ticket = await buildTicket(ctx, { guild_id });
  const claim = { what: 'permissions' } as const;
  const added = { what: 'permissions', of: '7' } as const;
  await syncTicketLater(ctx.db, ticket, claim);
  await syncTicketLater(ctx.db, ticket, added);
  expect(await jobs()).toBe(2);
  await isSynced(ctx, ticket, added);
  expect(await jobs()).toBe(1);
  await isSynced(ctx, ticket, claim);
  expect(await jobs()).toBe(0);
});
