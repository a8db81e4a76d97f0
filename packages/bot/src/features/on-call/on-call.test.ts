import { requiredPermissions } from '@tickets/core/platform/discord/bot-permissions';
import { deleteRole, updateRole } from '@tickets/discord-sim/world/roles';
import { buildTeam } from '@tickets/testkit/data/factories';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
  await w.settings({ use_threads: true, ticket_notification_channel: w.notices.id });
});
afterEach(() => w[Symbol.asyncDispose]());

const toggle = async (by = w.staff) => saidIn(await by.goes(w.lobby).slash('on-call'));
const role = (name: string) => w.sim.world.roles.all().find((one) => one.name === name);
const rolesOf = ({ id }: { id: string }) =>
  (w.sim.world.members.get(`${w.guild_id}:${id}`)?.roles ?? []).map(
    (one) => w.sim.world.roles.get(one)?.name,
  );
const rows = () => w.ctx.db.selectFrom('on_call').select('user_id').execute();

const team = (name: string) => buildTeam(w.ctx, { guild_id: w.guild_id, name, user_ids: [w.staff.id] });

async function mentionOf(overrides = {}) {
  const { message } = await w.panel(overrides);
  const { channel } = await w.opened(await w.member.click(message, 'Get help'));
  return w.sim.world.messages.in('channel', channel.id).find(({ content }) => content.startsWith('-# ||'));
}

describe('/on-call', () => {
  test('gives a role for each team, and takes them again', async () => {
    await team('Bakers');
    expect(await toggle()).toContain('You are on call now');
    expect(rolesOf(w.staff)).toEqual(['On Call', 'On Call - Bakers']);
    expect(role('On Call')).toMatchObject({ permissions: '0', hoist: false });
    expect(await rows()).toEqual([{ user_id: w.staff.id }]);
    expect(await toggle()).toContain('You are no longer on call');
    expect(rolesOf(w.staff)).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  test('uses one role for all of a team, and makes one that was deleted anew', async () => {
    await toggle();
    await toggle(w.owner);
    expect(w.sim.world.roles.all().filter(({ name }) => name === 'On Call')).toHaveLength(1);
    const first = role('On Call')!; // just made
    deleteRole(w.sim.world, first);
    await toggle();
    await toggle();
    expect(rolesOf(w.staff)).toEqual(['On Call']);
    expect(role('On Call')?.id).not.toBe(first.id);
  });

  test('leaves somebody what they were when the bot may not give roles', async () => {
    const own = w.sim.world.roles.get(w.bot_role.id)!; // the bot has it
    const permissions = String(requiredPermissions & ~P.ManageRoles);
    updateRole(w.sim.world, own, { permissions });
    const cached = w.ctx.db.selectFrom('guild_roles').where('role_id', '=', own.id).select('permissions');
    await vi.waitFor(async () => expect(await cached.execute()).toEqual([{ permissions }]));
    expect(await toggle()).toContain('Manage Roles');
    expect(await rows()).toEqual([]);
  });

  test('takes the roles that were given again when Discord refuses another', async () => {
    await team('Bakers');
    const [method, route] = ['PUT', '/guilds/:guild_id/members/:user_id/roles/:role_id'];
    w.sim.faults.next({ method, route, kind: 403, skip: 1 });
    await toggle();
    expect(role('On Call - Bakers')).toBeDefined();
    expect([rolesOf(w.staff), await rows()]).toEqual([[], []]);
  });

  test('ends also where tickets are no longer threads', async () => {
    await toggle();
    await w.settings({ use_threads: false, ticket_notification_channel: null });
    expect(await toggle()).toContain('You are no longer on call');
    expect([rolesOf(w.staff), await rows()]).toEqual([[], []]);
    expect(await toggle()).toContain('On call is for tickets that are threads.');
  });

  test('ends when somebody is no longer staff', async () => {
    await toggle();
    await saidIn(await w.owner.goes(w.lobby).slash('removesupport', { user_or_role: w.staff.id }));
    await vi.waitFor(async () => expect(await rows()).toEqual([]));
    expect(rolesOf(w.staff)).toEqual([]);
  });

  test('puts nobody on call whom an override alone lets in, so new threads do not take them in for good', async () => {
    await w.ctx.db.insertInto('bot_staff').values({ user_id: w.other.id }).execute();
    await w.ctx.db
      .insertInto('staff_overrides')
      .values({ guild_id: w.guild_id, expires_at: new Date(Date.now() + 3_600_000) })
      .execute();
    expect(await toggle(w.other)).toContain('this server let you in for some time');
    expect(rolesOf(w.other)).toEqual([]);
    await toggle();
    const { message } = await w.panel();
    const { channel } = await w.opened(await w.member.click(message, 'Get help'));
    await w.bot.settled();
    expect(w.staff.sees(channel)).toBe(true);
    expect(w.other.sees(channel)).toBe(false);
  });

  test('is for staff, where tickets are threads', async () => {
    expect(await toggle(w.member)).toContain('Only support staff');
    await w.settings({ use_threads: false, ticket_notification_channel: null });
    expect(await toggle()).toContain('On call is for tickets that are threads.');
    expect(await rows()).toEqual([]);
  });
});

describe('a new ticket in a thread', () => {
  test('calls the default team, without any mention of its panel', async () => {
    await toggle();
    expect(await mentionOf()).toMatchObject({
      mention_roles: [role('On Call')?.id],
      mention_everyone: false,
    });
  });

  test('calls only the teams of its panel, before whom the panel names', async () => {
    const team_id = await team('Bakers');
    await toggle();
    const { message, row } = await w.panel({ default_team: false, mentions: ['user'] });
    await w.ctx.db.insertInto('panel_teams').values({ panel_id: row.panel_id, team_id }).execute();
    const { channel } = await w.opened(await w.member.click(message, 'Get help'));
    const contents = w.sim.world.messages.in('channel', channel.id).map(({ content }) => content);
    expect(contents).toContain(`-# ||<@&${role('On Call - Bakers')?.id}><@${w.member.id}>||`);
  });

  test('calls a role once that its panel names, too', async () => {
    await toggle();
    const id = role('On Call')?.id ?? '';
    expect(await mentionOf({ mentions: ['user', id] })).toMatchObject({
      content: `-# ||<@&${id}><@${w.member.id}>||`,
      mention_roles: [id],
      mentions: [w.member.id],
    });
  });

  test('a ticket that is a channel calls nobody', async () => {
    await toggle();
    await w.settings({ use_threads: false, ticket_notification_channel: null });
    expect(await mentionOf()).toBeUndefined();
  });
});
