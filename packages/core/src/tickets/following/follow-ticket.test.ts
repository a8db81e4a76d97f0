import { RateLimitError } from '@discordjs/rest';
import { createTestContext, type TestContext } from '@tickets/testkit/context';
import { unsettled } from '@tickets/testkit/effects';
import { buildGuild, buildTicket } from '@tickets/testkit/factories';
import { startTicketWorld } from '@tickets/testkit/ticket-world';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Peace } from '../../platform/effects/peace.ts';
import { followLater, followTicket, isFollowed } from './follow-ticket.ts';

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

test('what a limit on one message keeps from following says nothing about the bot', async () => {
  await using w = await startTicketWorld();
  const { id } = await w.ctx.discord.api.channels.createMessage((await w.openTicket()).channel_id, {
    content: 'Hi',
  });
  const ticket = await w.openTicket({ is_thread: true, welcome_message_id: id });
  w.sim.faults.next({
    method: 'GET',
    route: '/channels/:channel/messages/:message',
    kind: 429,
    retryAfterSeconds: 3_600,
    times: 9,
  });
  const peace = new Peace();
  for (const guild_id of ['1', '2', '3']) {
    const error = await followTicket(w.ctx, ticket, { what: 'panel' }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RateLimitError);
    peace.failed({ guild_id, bot: w.bot_id }, error);
  }
  expect(peace.now().bots).toEqual([]);
});
