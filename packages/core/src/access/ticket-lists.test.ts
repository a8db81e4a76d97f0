import { buildAccessWorld } from '@tickets/testkit/access-worlds';
import { createTestContext } from '@tickets/testkit/context';
import { seededRandom } from '@tickets/testkit/random';
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
