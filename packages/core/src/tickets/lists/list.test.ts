import { callAs } from '@tickets/testkit/data/access';
import { buildGuild, buildMember, buildMessage, buildTicket } from '@tickets/testkit/data/factories';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { expect, test } from 'vitest';
import { search } from '../../search/search.ts';
import { listOpenTickets, listWaitingTickets } from './list.ts';

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

test('while a claim hides a ticket from the team, whoever opened it has it as a member does: in no list, and in no search', async () => {
  await using context = await createTestContext();
  const { ctx } = context;
  const { guild_id } = await buildGuild(ctx);
  const [claimer, opener] = [
    await buildMember(ctx, { guild_id, level: 1 }),
    await buildMember(ctx, { guild_id, level: 1 }),
  ];
  const { ticket_id } = await buildTicket(ctx, { guild_id, claimed_by: claimer, opener_id: opener });
  const key = { guild_id, ticket_id };
  await buildMessage(ctx, { ...key, content: 'taken back', deleted_at: ctx.clock.now() });
  const anonymous = { author_name: 'Bakery', author_bot: true, sent_by: claimer, by_staff: true };
  await buildMessage(ctx, { ...key, ...anonymous, content: 'an answer' });
  const shown = async (support_can_view: boolean, user_id = opener) => {
    await ctx.db
      .insertInto('guild_settings')
      .values({ guild_id, support_can_view })
      .onConflict((oc) => oc.column('guild_id').doUpdateSet({ support_can_view }))
      .execute();
    const call = await callAs({ ctx, guild_id }, user_id);
    const found = await search(call, guild_id, { q: 'after:2020-01-01', tz: 'UTC' });
    const list = await listOpenTickets(call, guild_id);
    return {
      listed: list.tickets.map(({ id }) => id),
      waiting: await listWaitingTickets(call, guild_id),
      names_claimer: JSON.stringify(list.tickets).includes(claimer),
      found: found.results.map(({ snippet }) => snippet.map(({ text }) => text).join('')).sort(),
    };
  };
  expect(await shown(false)).toEqual({ listed: [], waiting: [], names_claimer: false, found: [] });
  const asStaff = { listed: [ticket_id], names_claimer: true, found: ['an answer', 'taken back'] };
  expect(await shown(true)).toMatchObject(asStaff);
  expect(await shown(false, claimer)).toMatchObject(asStaff);
});
