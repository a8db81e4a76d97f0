import { routes } from '@tickets/contract/routes';
import { eventsMissed } from '@tickets/core/servers/members';
import { personOf } from '@tickets/discord-sim/control';
import { buildPanel, buildSession, buildTeam, buildTicket, buildUser } from '@tickets/testkit/data/factories';
import { type PanelDesk, type PanelWorld, startPanelWorld } from '@tickets/testkit/worlds/panel-world';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

let world: PanelWorld;
let desk: PanelDesk;
/** Works the panel's tickets, beside the default team. */
let team_id: number;
let ticket: { guild_id: string; ticket_id: number };

beforeAll(async () => {
  world = await startPanelWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  const { ctx } = world.app;
  desk = await world.addDesk({ premium: true });
  const { guild_id } = desk;
  team_id = await buildTeam(ctx, { guild_id });
  const { panel_id } = await buildPanel(ctx, { guild_id, default_team: true, team_ids: [team_id] });
  const { user_id: opener_id } = await buildUser(ctx);
  const { ticket_id } = await buildTicket(ctx, { guild_id, opener_id, panel_id });
  ticket = { guild_id, ticket_id };
});

/** A member of the server in Discord. */
function addMember(username: string, { roles = [] as string[], bot = false } = {}): string {
  const { id } = world.app.sim.world.addUser({ username, bot });
  world.app.sim.world.addMember({ guild_id: desk.guild_id, user_id: id, roles });
  return id;
}

async function addSupport(username: string): Promise<string> {
  const user_id = addMember(username);
  const { guild_id } = desk;
  await world.app.ctx.db.insertInto('permissions').values({ guild_id, user_id, support: true }).execute();
  return user_id;
}

/** A role that is known to the product. */
async function addRole(permissions?: bigint): Promise<string> {
  const { id } = world.app.sim.world.addRole({
    guild_id: desk.guild_id,
    ...(permissions && { permissions }),
  });
  const { db } = world.app.ctx;
  await vi.waitFor(() =>
    db.selectFrom('guild_roles').where('role_id', '=', id).select('role_id').executeTakeFirstOrThrow(),
  );
  return id;
}

async function ask(who: string, query = '', params = ticket) {
  const token = await buildSession(world.app.ctx, who);
  return world.app.call('tickets.transfer_targets', { params, query: { query }, token });
}

async function offered(who: string, query = ''): Promise<string[]> {
  const { status, body } = await ask(who, query);
  expect(status).toBe(200);
  const { people } = routes['tickets.transfer_targets'].answers[200].parse(body);
  return people.map(({ username }) => username);
}

test('a ticket can be transferred to those who work its panel and to administrators: first the caller, then by name', async () => {
  const { ctx } = world.app;
  const asker = await addSupport('sage');
  const [admin, teamRole] = [await addRole(8n), await addRole()];
  await ctx.db.insertInto('support_team_roles').values({ team_id, role_id: teamRole }).execute();
  await ctx.db
    .insertInto('support_team_users')
    .values({ team_id, user_id: addMember('dill') })
    .execute();
  addMember('chive', { roles: [teamRole] });
  addMember('anise', { roles: [admin] });
  addMember('maple');
  addMember('helper_bot', { roles: [admin], bot: true });
  await buildTeam(ctx, { guild_id: desk.guild_id, user_ids: [addMember('borage')] });
  await buildTeam(ctx, { guild_id: desk.guild_id, role_ids: [desk.role] });
  addMember('basil', { roles: [desk.role] });
  const gone = await addSupport('caraway');
  await personOf(world.app.sim.world, gone).leave(desk.guild_id);
  await vi.waitFor(() =>
    ctx.db
      .selectFrom('guild_members')
      .where('user_id', '=', gone)
      .where('present', '=', false)
      .select('user_id')
      .executeTakeFirstOrThrow(),
  );
  const names = await offered(asker);
  expect(names.filter((name) => !name.startsWith('user_'))).toEqual(['sage', 'anise', 'chive', 'dill']);
  // And to the owner.
  expect(names).toHaveLength(5);
});

test('a named ticket of a panel that only a team works is not offered to the default team', async () => {
  const { ctx } = world.app;
  await addSupport('sage');
  const dill = addMember('dill');
  await ctx.db.insertInto('support_team_users').values({ team_id, user_id: dill }).execute();
  await ctx.db
    .updateTable('panels')
    .set({ default_team: false })
    .where('guild_id', '=', desk.guild_id)
    .execute();
  expect(await offered(dill, 's')).toEqual([]);
  expect(await offered(dill, 'd')).toEqual(['dill']);
});

test('staff are found by the beginning of their name, also those of whom nothing was known yet', async () => {
  const { ctx } = world.app;
  const asker = await addSupport('sage');
  const role_id = await addRole();
  await ctx.db.insertInto('support_team_roles').values({ team_id, role_id }).execute();
  const known = addMember('cherry', { roles: [role_id] });
  addMember('chive', { roles: [role_id] });
  addMember('chestnut');
  await ctx.db
    .deleteFrom('guild_members')
    .where('guild_id', '=', desk.guild_id)
    .where('user_id', '!=', known)
    .execute();
  expect(await offered(asker, 'CH')).toEqual(['cherry', 'chive']);
  expect(await offered(asker, 'ive')).toEqual([]);
});

test('staff of a large server are offered before anybody types', async () => {
  const asker = await addSupport('sage');
  for (let n = 0; n < 110; n++) addMember(`member_${n}`);
  await addSupport('tarragon');
  expect(await offered(asker)).toContain('tarragon');
});

test('whoever is staff by a role of a large server, and took tickets lately, is offered also after a restart', async () => {
  const { ctx } = world.app;
  const { guild_id } = desk;
  const asker = await addSupport('sage');
  for (let n = 0; n < 110; n++) addMember(`member_${n}`);
  const role_id = await addRole();
  await ctx.db.insertInto('support_team_roles').values({ team_id, role_id }).execute();
  const [tansy, former] = [addMember('tansy', { roles: [role_id] }), addMember('teasel')];
  for (const claimed_by of [tansy, former])
    await buildTicket(ctx, { guild_id, opener_id: asker, claimed_by, status: 'closed' });
  await vi.waitFor(() =>
    ctx.db
      .selectFrom('guild_members')
      .where('user_id', '=', former)
      .select('user_id')
      .executeTakeFirstOrThrow(),
  );
  await eventsMissed(ctx, [guild_id]);
  const names = await offered(asker);
  expect(names).toContain('tansy');
  expect(names).not.toContain('teasel');
});

test('anyone who may not transfer a ticket learns nobody’s name', async () => {
  const { ctx } = world.app;
  const sage = await addSupport('sage');
  const basil = await addSupport('basil');
  const member = addMember('maple');
  const elsewhere = addMember('borage');
  await buildTeam(ctx, { guild_id: desk.guild_id, user_ids: [elsewhere] });
  const { user_id: stranger } = await buildUser(ctx);
  const codes = async (who: string, params = ticket) => {
    const { status, error } = await ask(who, '', params);
    return [status, error.code];
  };
  expect(await codes(member)).toEqual([403, 'permission.denied']);
  expect(await codes(elsewhere)).toEqual([403, 'permission.denied']);
  expect(await codes(stranger)).toEqual([404, 'guild.not_found']);
  const other = await world.addDesk();
  expect(await codes(sage, { ...ticket, guild_id: other.guild_id })).toEqual([404, 'guild.not_found']);
  expect(await codes(sage, { ...ticket, ticket_id: 999 })).toEqual([404, 'ticket.not_found']);

  const change = (set: object) =>
    ctx.db.updateTable('tickets').set(set).where('guild_id', '=', desk.guild_id).execute();
  await change({ claimed_by: basil });
  expect(await codes(sage)).toEqual([403, 'ticket.transfer_denied']);
  expect((await ask(basil)).status).toBe(200);
  await change({ claimed_by: null, is_thread: true });
  expect((await codes(sage))[1]).toBe('ticket.claim_in_thread');
  await change({ is_thread: false, status: 'closed', closed_at: new Date() });
  expect((await codes(sage))[1]).toBe('ticket.not_open');
});
