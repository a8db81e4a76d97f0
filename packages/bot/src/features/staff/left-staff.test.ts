import { loadAccess } from '@tickets/core/access/load';
import { effects } from '@tickets/core/composition/effects';
import { settleDue } from '@tickets/core/platform/effects/following';
import { addMember } from '@tickets/discord-sim/world/build';
import {
  banMember,
  joinGuild,
  leaveGuild,
  unbanMember,
  updateMember,
} from '@tickets/discord-sim/world/members';
import { buildTeam } from '@tickets/testkit/data/factories';
import { type BotWorld, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let w: BotWorld;
/** Max is an administrator and of two teams, each by name. */
beforeEach(async () => {
  w = await startBotWorld();
  const { guild_id } = w;
  await buildTeam(w.ctx, { guild_id, name: 'Billing', user_ids: [w.other.id] });
  await w.ctx.db
    .insertInto('permissions')
    .values({ guild_id, user_id: w.other.id, admin: true, support: true })
    .execute();
});
afterEach(() => w[Symbol.asyncDispose]());

const key = () => `${w.guild_id}:${w.other.id}`;
function max() {
  const member = w.sim.world.members.get(key());
  if (!member) throw new Error('Max is gone');
  return member;
}
const levelOf = async (user_id = w.other.id) => (await loadAccess(w.ctx, w.guild_id, user_id))?.level;
const entries = () =>
  w.ctx.db
    .selectFrom('audit_entries')
    .where('about_user_id', '=', w.other.id)
    .select(['source', 'because', 'before'])
    .orderBy('entry_id')
    .execute();

async function comesBack(member = max()) {
  await w.bot.settled();
  joinGuild(w.sim.world, { ...member, roles: [] });
  await w.bot.settled();
}

describe('an administrator who is named, also in a team, comes back as nobody', () => {
  test.each<[how: string, leaves: () => unknown]>([
    ['after leaving', () => leaveGuild(w.sim.world, w.guild_id, w.other.id)],
    [
      'after a kick',
      () => leaveGuild(w.sim.world, w.guild_id, w.other.id, { userId: w.owner.id, reason: 'x' }),
    ],
    [
      'after a ban',
      () => {
        banMember(w.sim.world, { guildId: w.guild_id, userId: w.other.id });
        unbanMember(w.sim.world, w.guild_id, w.other.id);
      },
    ],
  ])('%s', async (_how, leaves) => {
    expect(await levelOf()).toBe(2);
    const before = max();
    await leaves();
    await comesBack(before);
    expect(await loadAccess(w.ctx, w.guild_id, w.other.id)).toMatchObject({
      level: 0,
      is_member: true,
      team_ids: [],
      is_default_team: false,
    });
    const told = { source: 'system', because: 'they left the server' };
    expect(await entries()).toEqual(
      ['Administrators', 'Default', 'Billing'].map((team) => ({ ...told, before: { kind: 'user', team } })),
    );
  });
});

test('who left sees at once no ticket in Discord when they come back, although its channel still names them', async () => {
  const { channel } = await w.openTicket();
  const overwrites = () => w.sim.world.channels.get(channel.id)?.permission_overwrites.map(({ id }) => id);
  await w.ctx.discord.api.channels.editPermissionOverwrite(channel.id, w.other.id, {
    type: 1,
    allow: '1024',
    deny: '0',
  });
  expect(overwrites()).toContain(w.other.id);
  const before = max();
  leaveGuild(w.sim.world, w.guild_id, w.other.id);
  await comesBack(before);
  await settleDue(w.ctx, effects);
  expect(overwrites()).not.toContain(w.other.id);
});

test('who was named right after joining stays, although their joining is heard of later', async () => {
  const before = max();
  leaveGuild(w.sim.world, w.guild_id, w.other.id);
  await w.bot.settled();
  w.sim.world.members.put(before);
  await w.ctx.db.deleteFrom('guild_members').where('user_id', '=', w.other.id).execute();
  expect(await levelOf()).toBe(0);
  await w.ctx.db
    .insertInto('permissions')
    .values({ guild_id: w.guild_id, user_id: w.other.id, admin: true })
    .execute();
  joinGuild(w.sim.world, before);
  await w.bot.settled();
  expect(await levelOf()).toBe(2);
});

test('who left and came back while the bot was away is taken off the staff, and sees at once no ticket in Discord any more', async () => {
  const { channel } = await w.openTicket();
  const overwrites = () => w.sim.world.channels.get(channel.id)?.permission_overwrites.map(({ id }) => id);
  expect(overwrites()).toContain(w.other.id);
  w.sim.world.members.put({ ...max(), roles: [], joined_at: new Date(Date.now() + 3_600_000).toISOString() });
  await w.restart();
  await w.bot.settled();
  await settleDue(w.ctx, effects);
  expect(await levelOf()).toBe(0);
  expect(overwrites()).not.toContain(w.other.id);
  const told = { source: 'system', because: 'they left the server and came back' };
  expect(await entries()).toEqual(
    ['Administrators', 'Default', 'Billing'].map((team) => ({ ...told, before: { kind: 'user', team } })),
  );
});

test('who left and came back while the bot was away, and no ticket was open, is not let into the next one', async () => {
  w.sim.world.members.put({ ...max(), roles: [], joined_at: new Date(Date.now() + 3_600_000).toISOString() });
  await w.restart();
  await w.bot.settled();
  const { channel } = await w.openTicket();
  const let_in = w.sim.world.channels.get(channel.id)?.permission_overwrites.map(({ id }) => id);
  expect(let_in).not.toContain(w.other.id);
  await settleDue(w.ctx, effects);
  expect(await levelOf()).toBe(0);
});

test('who left unheard is nobody when their joining is heard', async () => {
  const before = max();
  w.sim.world.members.delete(key());
  joinGuild(w.sim.world, { ...before, joined_at: new Date(Date.now() + 3_600_000).toISOString() });
  await w.bot.settled();
  expect(await levelOf()).toBe(0);
  await settleAll(w.ctx);
  expect(await entries()).toHaveLength(3);
});

test('what somebody is by a role, they are again once Discord gives them the role', async () => {
  const { guild_id } = w;
  const role = w.sim.world.addRole({ guild_id, name: 'Helpers' });
  await w.ctx.db
    .insertInto('role_permissions')
    .values({ guild_id, role_id: role.id, support: true })
    .execute();
  updateMember(w.sim.world, max(), { roles: [role.id] });
  await w.bot.settled();
  const before = max();
  leaveGuild(w.sim.world, guild_id, w.other.id);
  await comesBack(before);
  expect(await levelOf()).toBe(0);
  updateMember(w.sim.world, max(), { roles: [role.id] });
  await w.bot.settled();
  expect(await levelOf()).toBe(1);
});

test('the staff stays when the bot is kicked and added again, and when it was away', async () => {
  const { world } = w.sim;
  const bot = world.members.get(`${w.guild_id}:${w.bot_id}`);
  if (!bot) throw new Error('the bot is gone');
  leaveGuild(world, w.guild_id, w.bot_id);
  await w.bot.settled();
  expect(await levelOf()).toBeUndefined();
  joinGuild(world, bot);
  await w.bot.settled();
  expect([await levelOf(), await levelOf(w.staff.id), await levelOf(w.owner.id)]).toEqual([2, 1, 2]);
  await w.restart();
  await w.bot.settled();
  expect([await levelOf(), await levelOf(w.staff.id), await entries()]).toEqual([2, 1, []]);
});

test('somebody else who comes or goes takes nothing from anyone', async () => {
  addMember(w.sim.world, { guild_id: w.guild_id, user_id: w.sim.world.addUser().id });
  leaveGuild(w.sim.world, w.guild_id, w.member.id);
  await w.bot.settled();
  expect([await levelOf(), await levelOf(w.staff.id), await entries()]).toEqual([2, 1, []]);
});
