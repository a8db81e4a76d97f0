import { callAs } from '@tickets/testkit/access';
import { createTestContext } from '@tickets/testkit/context';
import { buildGuild, buildMember, buildTicket } from '@tickets/testkit/factories';
import { expect, test } from 'vitest';
import { listOpenTickets } from './list.ts';

test('a list names no ticket that closes while a claim hides it, and names it once it is closed', async () => {
  await using context = await createTestContext();
  const { ctx } = context;
  const { guild_id } = await buildGuild(ctx);
  const settings = { guild_id, support_can_view: false, support_can_type: false };
  await ctx.db.insertInto('guild_settings').values(settings).execute();
  const claimed_by = await buildMember(ctx, { guild_id, level: 1 });
  const other = await buildMember(ctx, { guild_id, level: 1 });
  const { ticket_id } = await buildTicket(ctx, { guild_id, claimed_by, status: 'closing' });
  const closed = async (user_id: string) =>
    (await listOpenTickets(await callAs({ ctx, guild_id }, user_id), guild_id)).closed;
  expect([await closed(claimed_by), await closed(other)]).toEqual([[ticket_id], []]);
  const end = { status: 'closed' as const, closed_at: ctx.clock.now() };
  await ctx.db.updateTable('tickets').set(end).where('guild_id', '=', guild_id).execute();
  expect([await closed(claimed_by), await closed(other)]).toEqual([[ticket_id], [ticket_id]]);
});
