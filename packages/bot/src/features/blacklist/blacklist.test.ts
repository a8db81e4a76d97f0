import { updateMember } from '@tickets/discord-sim/world/members';
import { deleteRole } from '@tickets/discord-sim/world/roles';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

const blacklist = async (id: string, by = w.staff) =>
  saidIn(await by.goes(w.lobby).slash('blacklist', { user_or_role: id }));

/** A role that the bot has heard of, and that these people have. */
async function roleOf(...people: { id: string }[]) {
  const { world } = w.sim;
  const role = world.addRole({ guild_id: w.guild_id, name: 'Trolls' });
  for (const { id } of people) {
    const member = world.members.get(`${w.guild_id}:${id}`);
    if (!member) throw new Error('the member is gone');
    updateMember(world, member, { roles: [role.id] });
  }
  const heard = w.ctx.db.selectFrom('guild_roles').where('role_id', '=', role.id).select('name');
  await vi.waitFor(async () => expect(await heard.execute()).toHaveLength(1));
  return role;
}

describe('a person on the blacklist', () => {
  test('can use neither a panel nor a command, until the same command lets them back', async () => {
    const { message } = await w.panel();
    expect(await blacklist(w.member.id)).toContain(`<@${w.member.id}> has been blacklisted`);
    expect(await saidIn(await w.member.click(message, 'Get help'))).toContain('You are blacklisted');
    expect(await saidIn(await w.member.goes(w.lobby).slash('open'))).toContain('You are blacklisted');
    expect(await w.tickets()).toEqual([]);
    expect(await blacklist(w.member.id)).toContain(`<@${w.member.id}> has been unblacklisted`);
    await w.opened(await w.member.click(message, 'Get help'));
  });

  test('keeps the ticket that is open, but can do nothing in it with the bot', async () => {
    const { ticket, channel } = await w.openTicket();
    await blacklist(w.member.id);
    expect(await saidIn(await w.member.goes(channel).slash('close'))).toContain('You are blacklisted');
    expect(await w.ticket(ticket.ticket_id)).toMatchObject({ status: 'open' });
    expect(w.member.sees(channel)).toBe(true);
  });
});

test('a role on the blacklist keeps its members out, but not those who are staff', async () => {
  const { message } = await w.panel();
  const role = await roleOf(w.member, w.staff);
  expect(await blacklist(role.id)).toContain(`<@&${role.id}> has been blacklisted`);
  expect(await saidIn(await w.member.click(message, 'Get help'))).toContain('You are blacklisted');
  await w.opened(await w.staff.click(message, 'Get help'));
});

test('what is done by a command stands in the audit log, with who did it and that it was in Discord', async () => {
  await blacklist(w.member.id);
  await blacklist(w.member.id);
  const entries = await w.ctx.db
    .selectFrom('audit_entries')
    .where('guild_id', '=', w.guild_id)
    .select(['user_id', 'source', 'action', 'about_user_id'])
    .orderBy('entry_id')
    .execute();
  const done = { user_id: w.staff.id, source: 'discord', about_user_id: w.member.id };
  expect(entries).toEqual([
    { ...done, action: 80 },
    { ...done, action: 81 },
  ]);
});

describe('refusals', () => {
  test.each([
    ['oneself', () => w.staff.id, 'You cannot blacklist yourself.'],
    ['the bot itself', () => w.bot_id, 'You cannot blacklist the bot itself.'],
    ['staff', () => w.owner.id, 'You cannot blacklist staff members!'],
    ['@everyone', () => w.guild_id, 'You cannot blacklist @everyone.'],
  ])('%s', async (_, target, text) => {
    expect(await blacklist(target())).toContain(text);
    expect(await w.ctx.db.selectFrom('blacklisted_users').selectAll().execute()).toEqual([]);
    expect(await w.ctx.db.selectFrom('blacklisted_roles').selectAll().execute()).toEqual([]);
  });

  test('somebody who is not staff', async () => {
    expect(await blacklist(w.other.id, w.member)).toContain('Only support staff');
  });

  test('more people, and more roles, than fit, each counted for itself', async () => {
    const { guild_id } = w;
    const ids = (count: number) => Array.from({ length: count }, (_, index) => String(1000 + index));
    await w.ctx.db
      .insertInto('blacklisted_users')
      .values(ids(250).map((user_id) => ({ guild_id, user_id })))
      .execute();
    expect(await blacklist(w.member.id)).toContain('Blacklist limit (250) reached');
    const role = await roleOf();
    expect(await blacklist(role.id)).toContain('has been blacklisted');
    await w.ctx.db
      .insertInto('blacklisted_roles')
      .values(ids(49).map((role_id) => ({ guild_id, role_id })))
      .execute();
    expect(await blacklist(role.id)).toContain('has been unblacklisted');
    expect(await blacklist(role.id)).toContain('has been blacklisted');
  });
});

test('a role that is deleted stays on the list, to be seen there', async () => {
  const role = await roleOf();
  await blacklist(role.id);
  deleteRole(w.sim.world, role);
  const cached = w.ctx.db.selectFrom('guild_roles').where('role_id', '=', role.id).select('name');
  await vi.waitFor(async () => expect(await cached.execute()).toEqual([]));
  const rows = await w.ctx.db.selectFrom('blacklisted_roles').select('role_id').execute();
  expect(rows).toEqual([{ role_id: role.id }]);
});
