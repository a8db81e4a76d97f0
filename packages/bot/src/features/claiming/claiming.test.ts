import { personOf } from '@tickets/discord-sim/control';
import { setOverwrite } from '@tickets/discord-sim/world/channels';
import type { SimChannel } from '@tickets/discord-sim/world/entities';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld, textOf } from '@tickets/testkit/worlds/bot-world';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

// What fails here on purpose is reported.
allowWarning(/"msg":"(Discord refused what it should follow)/);

let w: BotWorld;
let second: BotWorld['staff'];
beforeEach(async () => {
  w = await startBotWorld();
  second = w.addMember('sara');
  // Who joins comes as nobody, so the bot has to have heard of them before.
  await w.bot.settled();
  await w.ctx.db
    .insertInto('permissions')
    .values({ guild_id: w.guild_id, user_id: second.id, support: true })
    .execute();
});
afterEach(() => w[Symbol.asyncDispose]());

const said = (channel: SimChannel) => w.member.messages(channel).map(textOf);
const canWrite = async (person: BotWorld['staff'], channel: SimChannel) =>
  person.write(channel, 'hello').then(
    () => true,
    () => false,
  );

describe('claiming', () => {
  test('by the button or the command, is told to everybody, and the button becomes Unclaim', async () => {
    const { channel, welcome } = await w.openTicket();
    await saidIn(await w.staff.click(welcome, 'Claim'));
    expect(said(channel)).toContainEqual(`Claimed Ticket\nYour ticket will be handled by <@${w.staff.id}>`);
    expect(await w.ticket(1)).toMatchObject({ claimed_by: w.staff.id });
    await saidIn(await w.staff.click(welcome, 'Unclaim'));
    expect(await w.ticket(1)).toMatchObject({ claimed_by: null, claimed_at: null });
    await saidIn(await w.staff.goes(channel).slash('claim'));
    expect(await w.ticket(1)).toMatchObject({ claimed_by: w.staff.id });
  });

  test('by default lets the other staff read but not write; opener, claimer and admins write', async () => {
    const { channel, welcome } = await w.openTicket();
    await saidIn(await w.staff.click(welcome, 'Claim'));
    expect(second.sees(channel)).toBe(true);
    const people = [w.member, w.staff, w.owner, second];
    expect(await Promise.all(people.map((person) => canWrite(person, channel)))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  test('hides the ticket from the other staff where the settings say so, until it is unclaimed', async () => {
    await w.settings({ support_can_view: false });
    const { channel, welcome } = await w.openTicket();
    await saidIn(await w.staff.click(welcome, 'Claim'));
    expect([second.sees(channel), w.staff.sees(channel), w.member.sees(channel)]).toEqual([
      false,
      true,
      true,
    ]);
    await saidIn(await w.staff.goes(channel).slash('unclaim'));
    expect(second.sees(channel)).toBe(true);
  });

  test('keeps everything as it is where all staff may write', async () => {
    await w.settings({ support_can_view: true, support_can_type: true });
    const { channel, welcome } = await w.openTicket();
    await saidIn(await w.staff.click(welcome, 'Claim'));
    expect(w.sim.world.channels.get(channel.id)?.permission_overwrites).toEqual(
      channel.permission_overwrites,
    );
  });

  test('keeps the people and roles that were added', async () => {
    const { channel, welcome } = await w.openTicket();
    const role = w.sim.world.addRole({ guild_id: w.guild_id, name: 'Guests' });
    w.sim.world.addMember({ guild_id: w.guild_id, user_id: w.other.id, roles: [role.id] });
    const friend = w.addMember('fred');
    await w.bot.settled();
    await saidIn(await w.member.goes(channel).slash('add', { user_or_role: friend.id }));
    await saidIn(await w.member.goes(channel).slash('add', { user_or_role: role.id }));
    await saidIn(await w.staff.click(welcome, 'Claim'));
    expect([friend.sees(channel), w.other.sees(channel)]).toEqual([true, true]);
    await saidIn(await w.staff.goes(channel).slash('unclaim'));
    expect([friend.sees(channel), w.other.sees(channel)]).toEqual([true, true]);
  });

  test('by two at once is won by one, and the other is told by whom', async () => {
    const { channel } = await w.openTicket();
    const outcomes = await Promise.all(
      [w.staff, second].map((person) => person.goes(channel).slash('claim')),
    );
    // One answer is public and in its place, the other private and after it.
    const answers = await Promise.all(
      outcomes.map((outcome) => Promise.any([saidIn(outcome), outcome.followUp().then(textOf)])),
    );
    const ticket = await w.ticket(1);
    const winner = ticket?.claimed_by;
    expect([w.staff.id, second.id]).toContain(winner);
    expect(answers.filter((text) => text.includes(`handled by <@${winner}>`))).toHaveLength(1);
    expect(answers.filter((text) => text.includes(`is claimed by <@${winner}>`))).toHaveLength(1);
  });

  test('is not for members, nor for staff of another panel', async () => {
    const { channel, welcome } = await w.openTicket();
    expect(await saidIn(await w.member.click(welcome, 'Claim'))).toContain('Only support staff');
    const stranger = w.addMember('stan');
    const { team_id } = await w.ctx.db
      .insertInto('support_teams')
      .values({ guild_id: w.guild_id, name: 'Others' })
      .returning('team_id')
      .executeTakeFirstOrThrow();
    await w.ctx.db.insertInto('support_team_users').values({ team_id, user_id: stranger.id }).execute();
    w.sim.world.channels.put({ ...channel, permission_overwrites: [] });
    const outcome = await stranger.click(welcome, 'Claim');
    expect(textOf(await outcome.followUp())).toContain('You do not have permission');
  });

  test('is given back by the claimer or an admin only', async () => {
    const { channel, welcome } = await w.openTicket();
    await w.settings({ support_can_type: true });
    const early = await w.staff.goes(channel).slash('unclaim');
    expect(textOf(await early.followUp())).toContain('This ticket is not claimed.');
    await saidIn(await w.staff.click(welcome, 'Claim'));
    const refused = await second.goes(channel).slash('unclaim');
    expect(textOf(await refused.followUp())).toContain('Only the person who claimed the ticket');
    await saidIn(await w.owner.goes(channel).slash('unclaim'));
    expect(await w.ticket(1)).toMatchObject({ claimed_by: null });
  });

  test('is taken back when Discord does not allow it, with the permission that is missing', async () => {
    const { channel, welcome } = await w.openTicket();
    w.sim.faults.next({ method: 'PATCH', route: '/channels/:channel', kind: 500, times: 2 });
    const outcome = await w.staff.click(welcome, 'Claim');
    expect(textOf(await outcome.followUp())).toContain('Discord does not answer');
    expect(await w.ticket(1)).toMatchObject({ claimed_by: null });
    const permissions = String(BigInt(w.bot_role.permissions) & ~P.ManageRoles);
    w.sim.world.roles.put({ ...w.bot_role, permissions });
    await w.restart();
    const again = await w.staff.goes(channel).slash('claim');
    expect(textOf(await again.followUp())).toContain('Manage Roles');
    expect(await w.ticket(1)).toMatchObject({ claimed_by: null });
  });

  test('works where an administrator lets the bot manage permissions in the channel, and that stays', async () => {
    const { channel, welcome } = await w.openTicket();
    const now = () => w.sim.world.channels.get(channel.id) ?? channel;
    const ours = () => now().permission_overwrites.find(({ id }) => id === w.bot_role.id);
    const before = ours();
    if (!before) throw new Error('the bot is let in by its role');
    const given = { ...before, allow: String(BigInt(before.allow) | P.ManageRoles) };
    setOverwrite(w.sim.world, now(), given);
    await w.bot.settled();
    await saidIn(await w.staff.click(welcome, 'Claim'));
    expect(await w.ticket(1)).toMatchObject({ claimed_by: w.staff.id });
    expect(await canWrite(second, now())).toBe(false);
    await saidIn(await w.staff.goes(channel).slash('unclaim'));
    expect(await w.ticket(1)).toMatchObject({ claimed_by: null });
    expect(await canWrite(second, now())).toBe(true);
    expect(ours()).toEqual(given);
  });

  test('can be handed to another member of staff by its claimer or an admin only, and to nobody else', async () => {
    const { channel, welcome } = await w.openTicket();
    await saidIn(await w.staff.click(welcome, 'Claim'));
    const taken = await personOf(w.sim.world, second.id).goes(channel).slash('transfer', { user: second.id });
    expect(textOf(await taken.followUp())).toContain(`Only <@${w.staff.id}>, who claimed the ticket,`);
    expect(await w.ticket(1)).toMatchObject({ claimed_by: w.staff.id });
    await saidIn(await w.owner.goes(channel).slash('transfer', { user: second.id }));
    expect(await w.ticket(1)).toMatchObject({ claimed_by: second.id });
    expect(said(channel)).toContainEqual(`Claimed Ticket\nYour ticket will be handled by <@${second.id}>`);
    const again = await w.owner.slash('transfer', { user: second.id });
    expect(textOf(await again.followUp())).toContain('has this ticket already');
    for (const nobody of [w.member, w.other]) {
      const refused = await w.owner.slash('transfer', { user: nobody.id });
      expect(textOf(await refused.followUp())).toContain('Choose a member of staff');
    }
    expect(await w.ticket(1)).toMatchObject({ claimed_by: second.id });
  });
});
