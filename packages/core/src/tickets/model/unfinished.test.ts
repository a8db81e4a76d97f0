import { buildGuild, buildTicket } from '@tickets/testkit/data/factories';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { unsettled } from '@tickets/testkit/worlds/effects';
import { expect, test } from 'vitest';
import { beginClosing, systemClosing } from './begin-closing.ts';
import { isContinued } from './unfinished.ts';

test('a close that begins while the last step of opening is under way is not forgotten with it', async () => {
  await using world = await createTestContext();
  const { ctx } = world;
  const { guild_id } = await buildGuild(ctx);
  const ticket = await buildTicket(ctx, { guild_id, welcome_message_id: '7' });
  await beginClosing(ctx, { ...systemClosing(ticket), reason: null, source: 'discord' });
  await isContinued(ctx.db, ticket); // of the opening
  expect(await unsettled(ctx)).toEqual([`ticket ${ticket.ticket_id}`]);
  await ctx.db.updateTable('tickets').set({ status: 'closed' }).execute();
  await isContinued(ctx.db, ticket);
  expect(await unsettled(ctx)).toEqual([]);
});
