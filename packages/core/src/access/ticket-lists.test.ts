import { buildGuild, buildMember, buildTicket } from '@tickets/testkit/data/factories';
import { seededRandom } from '@tickets/testkit/data/random';
import { buildAccessWorld } from '@tickets/testkit/worlds/access-worlds';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { expect, test } from 'vitest';
import { callBy } from './caller.ts';
import { can } from './can.ts';
import { loadAccess } from './load.ts';
import { findTicketFacts } from './ticket-access.ts';
import { notHiddenFrom, visibleTo } from './ticket-lists.ts';

test.each([1, 2, 3, 4, 5, 6])(
  'a list holds what can() allows, in a server made at random (seed %i)',
  async (seed) => {
    await using context = await createTestContext();
    const { ctx } = context;
    const { guild_id, people, open: tickets } = await buildAccessWorld(ctx, seededRandom(seed));
    let seen = 0;
    for (const user_id of people) {
      const access = await loadAccess(ctx, guild_id, user_id);
      if (!access) throw new Error('the server is there');
      const { caller } = callBy(ctx, access, 'dashboard');
      const allowed: number[] = [];
      for (const ticket_id of tickets) {
        const ticket = await findTicketFacts(ctx.db, { guild_id, ticket_id });
        if (ticket && can(caller, 'ticket.work', { guild_id, ticket }).allowed) allowed.push(ticket_id);
      }
      const listed = await ctx.db
        .selectFrom('tickets')
        .where('tickets.guild_id', '=', guild_id)
        .where(visibleTo(access))
        .where(notHiddenFrom(access))
        .orderBy('ticket_id')
        .select('ticket_id')
        .execute();
      expect(listed.map(({ ticket_id }) => ticket_id)).toEqual(allowed);
      seen += allowed.length;
    }
    // A server in which nobody may anything would prove nothing.
    expect(seen).toBeGreaterThan(0);
    expect(seen).toBeLessThan(people.length * tickets.length);
  },
);

test('staff who left the server and came back since they were added to a claimed ticket see it as little as their team', async () => {
  await using context = await createTestContext();
  const { ctx } = context;
  const { guild_id } = await buildGuild(ctx);
  await ctx.db.insertInto('guild_settings').values({ guild_id, support_can_view: false }).execute();
  const user_id = await buildMember(ctx, { guild_id, level: 1 });
  const claimed_by = await buildMember(ctx, { guild_id, level: 1 });
  const { ticket_id } = await buildTicket(ctx, { guild_id, claimed_by });
  await ctx.db
    .insertInto('ticket_members')
    .values({ guild_id, ticket_id, member_id: user_id, kind: 'user', added_at: new Date('2026-03-01') })
    .execute();
  const joined = async (joined_at: string) => {
    await ctx.db
      .updateTable('guild_members')
      .set({ joined_at: new Date(joined_at) })
      .where('guild_id', '=', guild_id)
      .where('user_id', '=', user_id)
      .execute();
    const access = await loadAccess(ctx, guild_id, user_id);
    const ticket = await findTicketFacts(ctx.db, { guild_id, ticket_id });
    if (!access || !ticket) throw new Error('both are there');
    const listed = await ctx.db
      .selectFrom('tickets')
      .where('tickets.guild_id', '=', guild_id)
      .where(visibleTo(access))
      .where(notHiddenFrom(access))
      .select('ticket_id')
      .execute();
    const { caller } = callBy(ctx, access, 'dashboard');
    return [can(caller, 'ticket.work', { guild_id, ticket }).allowed, listed.length > 0];
  };
  expect(await joined('2026-02-01')).toEqual([true, true]);
  expect(await joined('2026-03-02')).toEqual([false, false]);
});
