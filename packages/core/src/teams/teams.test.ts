import { callAs } from '@tickets/testkit/data/access';
import { buildPanel, buildTeam } from '@tickets/testkit/data/factories';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { startTicketWorld, type TestTicket, type TicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addToTeam, removeFromTeam } from './members.ts';
import { removeTeam } from './teams.ts';

let w: TicketWorld;
/** A ticket of a panel that the team alone answers, and one that the default team answers. */
let ours: TestTicket;
let theirs: TestTicket;
let team: number;

beforeEach(async () => {
  w = await startTicketWorld();
  const { ctx, guild_id } = w;
  team = await buildTeam(ctx, { guild_id });
  const { panel_id } = await buildPanel(ctx, { guild_id, default_team: false, team_ids: [team] });
  ours = await w.openTicket({ panel_id });
  theirs = await w.openTicket();
});
afterEach(() => w[Symbol.asyncDispose]());

const byOwner = () => callAs(w, w.owner.id);
const entriesOf = (ticket: TestTicket) =>
  (w.sim.world.channels.get(ticket.channel_id)?.permission_overwrites ?? []).map(({ id }) => id);
const newcomer = () => {
  const { id } = w.sim.world.addUser({ username: 'nora' });
  w.sim.world.addMember({ guild_id: w.guild_id, user_id: id });
  return { guild_id: w.guild_id, kind: 'user' as const, id };
};
async function newRole() {
  const { id } = w.sim.world.addRole({ guild_id: w.guild_id, name: 'Helpers' });
  await w.ctx.db
    .insertInto('guild_roles')
    .values({ guild_id: w.guild_id, role_id: id, name: 'Helpers' })
    .execute();
  return { guild_id: w.guild_id, kind: 'role' as const, id };
}

test.each([
  ['a person', async () => newcomer()],
  ['a role', newRole],
])(
  '%s of a team sees the open tickets of its panels, and no others, until they leave it',
  async (_, make) => {
    const target = await make();
    await addToTeam(await byOwner(), team, target);
    await settleAll(w.ctx, 'staff');
    expect([entriesOf(ours).includes(target.id), entriesOf(theirs).includes(target.id)]).toEqual([
      true,
      false,
    ]);
    await removeFromTeam(await byOwner(), team, target);
    await settleAll(w.ctx, 'staff');
    expect(entriesOf(ours)).not.toContain(target.id);
  },
);

test('who was in a deleted team sees its tickets no more, unless another team of theirs answers them', async () => {
  const { ctx, guild_id } = w;
  const [both, one] = [newcomer(), await newRole()];
  const second = await buildTeam(ctx, { guild_id, user_ids: [both.id] });
  await ctx.db
    .insertInto('panel_teams')
    .values({ panel_id: ours.panel_id ?? 0, team_id: second })
    .execute();
  for (const target of [both, one]) await addToTeam(await byOwner(), team, target);
  await settleAll(ctx, 'staff');
  expect(entriesOf(ours)).toEqual(expect.arrayContaining([both.id, one.id]));
  await removeTeam(await byOwner(), guild_id, team);
  await settleAll(ctx, 'staff');
  expect([entriesOf(ours).includes(both.id), entriesOf(ours).includes(one.id)]).toEqual([true, false]);
});

test('the claim of who is in no team of the ticket any more ends', async () => {
  const target = newcomer();
  await addToTeam(await byOwner(), team, target);
  await w.ctx.db
    .updateTable('tickets')
    .set({ claimed_by: target.id })
    .where('ticket_id', '=', ours.ticket_id)
    .execute();
  await removeFromTeam(await byOwner(), team, target);
  await settleAll(w.ctx, 'staff');
  const { claimed_by } = await w.ctx.db
    .selectFrom('tickets')
    .where('ticket_id', '=', ours.ticket_id)
    .select('claimed_by')
    .executeTakeFirstOrThrow();
  expect(claimed_by).toBeNull();
});
