import { createTestContext } from '@tickets/testkit/context';
import {
  buildGuild,
  buildMember,
  buildPanel,
  buildRole,
  buildTeam,
  buildTicket,
} from '@tickets/testkit/factories';
import { type Random, seededRandom } from '@tickets/testkit/random';
import { expect, test } from 'vitest';
import type { Context } from '../platform/context.ts';
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
    const { guild_id, people, tickets } = await buildServer(ctx, seededRandom(seed));
    let seen = 0;
    for (const user_id of people) {
      const access = await loadAccess(ctx, guild_id, user_id);
      if (!access) throw new Error('the server is there');
      const { caller } = callBy(ctx, access);
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

const some = <T>(random: Random, list: readonly T[], probability: number) =>
  list.filter(() => random.chance(probability));

/** Levels by name, by role and by team; panels of all kinds; tickets with and without panel, claimed, with people let in. */
async function buildServer(ctx: Context, random: Random) {
  const { guild_id } = await buildGuild(ctx);
  await ctx.db
    .insertInto('guild_settings')
    .values({ guild_id, support_can_view: random.chance(0.4), support_can_type: random.chance(0.5) })
    .execute();
  const roles: string[] = [];
  for (let n = 0; n < 4; n += 1) roles.push(await buildRole(ctx, { guild_id }));
  const people: string[] = [];
  for (let n = 0; n < 9; n += 1)
    people.push(
      await buildMember(ctx, {
        guild_id,
        role_ids: some(random, roles, 0.3),
        level: random.pick([0, 0, 1, 1, 2] as const),
        present: random.chance(0.9),
      }),
    );
  const [supportRole] = roles;
  if (supportRole)
    await ctx.db
      .insertInto('role_permissions')
      .values({ guild_id, role_id: supportRole, support: true })
      .execute();
  // Some of the product's own team, who need not be members, while the server lets them in, or no longer does.
  for (let n = 0; n < 2; n += 1)
    people.push(await buildMember(ctx, { guild_id, present: random.chance(0.5) }));
  const botStaff = some(random, people, 0.3);
  if (botStaff.length)
    await ctx.db
      .insertInto('bot_staff')
      .values(botStaff.map((user_id) => ({ user_id })))
      .execute();
  if (random.chance(0.7))
    await ctx.db
      .insertInto('staff_overrides')
      .values({ guild_id, expires_at: new Date(Date.now() + (random.chance(0.6) ? 1 : -1) * 3_600_000) })
      .execute();
  const teams: number[] = [];
  for (let n = 0; n < 3; n += 1)
    teams.push(
      await buildTeam(ctx, {
        guild_id,
        user_ids: some(random, people, 0.2),
        role_ids: some(random, roles, 0.3),
      }),
    );
  const panels: number[] = [];
  for (let n = 0; n < 4; n += 1) {
    const { panel_id } = await buildPanel(ctx, {
      guild_id,
      default_team: random.chance(0.5),
      team_ids: some(random, teams, 0.4),
    });
    panels.push(panel_id);
  }
  const tickets: number[] = [];
  for (let n = 0; n < 14; n += 1) {
    const { ticket_id } = await buildTicket(ctx, {
      guild_id,
      opener_id: random.pick(people),
      panel_id: random.pick([null, ...panels]),
      claimed_by: random.chance(0.6) ? random.pick(people) : null,
      status: 'open',
    });
    tickets.push(ticket_id);
    for (const member_id of some(random, [...people, ...roles], 0.05))
      await ctx.db
        .insertInto('ticket_members')
        .values({ guild_id, ticket_id, member_id, kind: people.includes(member_id) ? 'user' : 'role' })
        .execute();
  }
  return { guild_id, people, tickets };
}
