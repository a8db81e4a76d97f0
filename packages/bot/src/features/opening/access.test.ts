import type { AccessRule } from '@tickets/contract/panels/access-rules';
import { updateMember } from '@tickets/discord-sim/world/members';
import { deleteRole } from '@tickets/discord-sim/world/roles';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

let w: BotWorld;
let roles: Record<'friend' | 'guest' | 'gone', string>;
beforeAll(async () => {
  w = await startBotWorld();
  const role = (name: string) => w.sim.world.addRole({ guild_id: w.guild_id, name }).id;
  roles = { friend: role('Friend'), guest: role('Guest'), gone: role('Gone') };
});
afterAll(() => w[Symbol.asyncDispose]());

const allow = (role_id: string): AccessRule => ({ role_id, action: 'allow' });
const deny = (role_id: string): AccessRule => ({ role_id, action: 'deny' });

/** What a new member with these roles is told by a panel with these rules. */
async function pressed(rules: AccessRule[], held: string[], { staff = false } = {}): Promise<string> {
  const { row, message } = await w.panel();
  const { panel_id } = row;
  await w.ctx.db.deleteFrom('panel_access_rules').where('panel_id', '=', panel_id).execute();
  if (rules.length)
    await w.ctx.db
      .insertInto('panel_access_rules')
      .values(rules.map((rule, i) => ({ panel_id, position: i + 1, ...rule })))
      .execute();
  const person = w.addMember(`guest${panel_id}`);
  const member = w.sim.world.members.get(`${w.guild_id}:${person.id}`);
  if (!member) throw new Error('nobody there');
  updateMember(w.sim.world, member, { roles: held });
  await vi.waitFor(async () => {
    const known = w.ctx.db.selectFrom('guild_members').where('user_id', '=', person.id).select('role_ids');
    expect((await known.executeTakeFirst())?.role_ids).toEqual(held);
  });
  if (staff)
    await w.ctx.db
      .insertInto('permissions')
      .values({ guild_id: w.guild_id, user_id: person.id, admin: true })
      .execute();
  return saidIn(await person.click(message, 'Get help'));
}

describe('the access list of a panel', () => {
  test('the first rule from the top that fits decides', async () => {
    const { friend, guest } = roles;
    const everyone = allow(w.guild_id);
    expect(await pressed([deny(friend), allow(guest), everyone], [friend, guest])).toContain(
      `because you have the role <@&${friend}>`,
    );
    expect(await pressed([allow(guest), deny(friend), everyone], [friend, guest])).toContain(
      'Opened a new ticket',
    );
  });

  test('lets in who has a role that is allowed above a refusal of everyone', async () => {
    const list = [allow(roles.friend), deny(w.guild_id)];
    expect(await pressed(list, [roles.friend])).toContain('Opened a new ticket');
    expect(await pressed(list, [])).toBe(
      `Error\nYou need the role <@&${roles.friend}> to open this type of ticket. Ask the team for it.`,
    );
  });

  test('names the roles that would help, and those only', async () => {
    const { friend, guest, gone } = roles;
    const role = w.sim.world.roles.get(gone);
    if (role) deleteRole(w.sim.world, role);
    await vi.waitFor(async () => {
      const known = w.ctx.db.selectFrom('guild_roles').where('role_id', '=', gone).select('role_id');
      expect(await known.execute()).toEqual([]);
    });
    const list = [allow(friend), allow(gone), allow(guest), deny(w.guild_id)];
    expect(await pressed(list, [])).toBe(
      `Error\nYou need one of these roles to open this type of ticket: <@&${friend}>, <@&${guest}>. Ask the team for it.`,
    );
    // Below the rule that decides, a role helps nobody.
    expect(await pressed([deny(w.guild_id), allow(friend)], [friend])).toContain('for all roles');
  });

  test('can keep everyone out, staff and administrators too', async () => {
    const closed =
      'Error\nThe server administrators have disabled opening this type of ticket for all roles. Use another panel, or ask the team.';
    expect(await pressed([deny(w.guild_id)], [roles.friend])).toBe(closed);
    expect(await pressed([deny(w.guild_id)], [], { staff: true })).toBe(closed);
  });

  test('is for everyone where none was saved', async () => {
    expect(await pressed([], [])).toContain('Opened a new ticket');
  });
});
