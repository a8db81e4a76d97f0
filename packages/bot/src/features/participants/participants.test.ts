import { askForErasure } from '@tickets/core/personal-data/requests';
import { workOnRequest } from '@tickets/core/personal-data/work';
import { setOverwrite } from '@tickets/discord-sim/world/channels';
import { updateMember } from '@tickets/discord-sim/world/members';
import { addThreadMember, removeThreadMember } from '@tickets/discord-sim/world/threads';
import { type BotWorld, saidIn, startBotWorld, textOf } from '@tickets/testkit/worlds/bot-world';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

describe('adding and removing', () => {
  test('the opener lets somebody in and takes them out again', async () => {
    const { channel } = await w.openTicket();
    const added = await saidIn(await w.member.goes(channel).slash('add', { user_or_role: w.other.id }));
    expect(added).toContain(`<@${w.other.id}> has been added to <#${channel.id}>`);
    expect(w.other.sees(channel)).toBe(true);
    await saidIn(await w.member.goes(channel).slash('remove', { user_or_role: w.other.id }));
    expect(w.other.sees(channel)).toBe(false);
    expect(await w.ctx.db.selectFrom('ticket_members').selectAll().execute()).toEqual([]);
  });

  test('lets in and takes out also those whom an administrator lets manage permissions there, and that stays', async () => {
    const { channel } = await w.openTicket();
    const now = () => w.sim.world.channels.get(channel.id) ?? channel;
    const theirs = () => now().permission_overwrites.find(({ id }) => id === w.other.id);
    setOverwrite(w.sim.world, now(), { id: w.other.id, type: 1, allow: String(P.ManageRoles), deny: '0' });
    await w.bot.settled();
    await saidIn(await w.member.goes(channel).slash('add', { user_or_role: w.other.id }));
    expect(w.other.sees(channel)).toBe(true);
    await w.bot.settled();
    await saidIn(await w.member.goes(channel).slash('remove', { user_or_role: w.other.id }));
    expect(w.other.sees(channel)).toBe(false);
    expect(theirs()?.allow).toBe(String(P.ManageRoles));
  });

  test('an added person gets what the switches allow to members', async () => {
    await w.settings({ attach_files: false });
    const { channel } = await w.openTicket();
    await saidIn(await w.staff.goes(channel).slash('add', { user_or_role: w.other.id }));
    const overwrites = w.sim.world.channels.get(channel.id)?.permission_overwrites ?? [];
    const theirs = overwrites.find(({ id }) => id === w.other.id);
    expect(BigInt(theirs?.deny ?? 0)).toBe(P.AttachFiles);
  });

  test.each([
    ['@everyone', () => w.guild_id, 'You cannot add or remove @everyone'],
    ['staff', () => w.staff.id, 'You cannot remove support staff'],
    ['the owner', () => w.owner.id, 'You cannot remove support staff'],
    ['the bot', () => w.bot_id, 'You cannot remove support staff'],
    ['the opener', () => w.member.id, 'You cannot remove the person who opened the ticket'],
  ])('%s is not removed', async (_, target, text) => {
    const { channel } = await w.openTicket();
    const outcome = await w.member.goes(channel).slash('remove', { user_or_role: target() });
    expect(textOf(await outcome.followUp())).toContain(text);
  });

  describe('who is blacklisted', () => {
    const refusal = (who: string, entry: string) =>
      `${who} cannot be added: ${entry} is blacklisted in this server. Take ${entry} off the blacklist first, with /blacklist or in the dashboard.`;
    const blacklistUser = (user_id: string) =>
      w.ctx.db.insertInto('blacklisted_users').values({ guild_id: w.guild_id, user_id }).execute();
    const blacklistRole = (role_id: string) =>
      w.ctx.db.insertInto('blacklisted_roles').values({ guild_id: w.guild_id, role_id }).execute();
    const add = async (who: typeof w.member, user_or_role: string, channel: Parameters<typeof who.goes>[0]) =>
      textOf(await (await who.goes(channel).slash('add', { user_or_role })).followUp());

    test('is not let in, by name or by role, and staff are told what to take off the blacklist', async () => {
      const { channel } = await w.openTicket();
      const role = w.sim.world.addRole({ guild_id: w.guild_id, name: 'Trolls' });
      const friend = w.addMember('fred');
      await w.bot.settled();
      const member = w.sim.world.members.get(`${w.guild_id}:${friend.id}`);
      if (!member) throw new Error('nobody there');
      updateMember(w.sim.world, member, { roles: [role.id] });
      await w.bot.settled();
      await blacklistUser(w.other.id);
      await blacklistRole(role.id);
      const [other, fred, trolls] = [`<@${w.other.id}>`, `<@${friend.id}>`, `<@&${role.id}>`];
      expect(await add(w.staff, w.other.id, channel)).toContain(refusal(other, other));
      expect(await add(w.staff, friend.id, channel)).toContain(refusal(fred, trolls));
      expect(await add(w.staff, role.id, channel)).toContain(refusal(trolls, trolls));
      for (const { id } of [w.other, friend]) {
        const hidden = await add(w.member, id, channel);
        expect(hidden).toContain(`<@${id}> cannot be added to tickets of this server.`);
        expect(hidden).not.toContain('blacklist');
      }
      expect(w.other.sees(channel)).toBe(false);
      expect(await w.ctx.db.selectFrom('ticket_members').selectAll().execute()).toEqual([]);
    });

    test('is let in when they are staff by now, and stays where they were let in before', async () => {
      const { channel } = await w.openTicket();
      await saidIn(await w.staff.goes(channel).slash('add', { user_or_role: w.other.id }));
      await blacklistUser(w.other.id);
      await blacklistUser(w.staff.id);
      expect(w.other.sees(channel)).toBe(true);
      await saidIn(await w.member.goes(channel).slash('add', { user_or_role: w.staff.id }));
      await saidIn(await w.staff.goes(channel).slash('remove', { user_or_role: w.other.id }));
      expect(w.other.sees(channel)).toBe(false);
    });
  });

  test('who was taken out in Discord is let in again', async () => {
    const { channel } = await w.openTicket();
    const add = () => w.staff.goes(channel).slash('add', { user_or_role: w.other.id });
    await saidIn(await add());
    const live = w.sim.world.channels.get(channel.id);
    if (!live) throw new Error('the ticket has a channel');
    const others = live.permission_overwrites.filter(({ id }) => id !== w.other.id);
    w.sim.world.channels.put({ ...live, permission_overwrites: others });
    expect(await saidIn(await add())).toContain('has been added');
    expect(w.other.sees(channel)).toBe(true);
  });

  test('who left a thread is let in again, and who was brought into it by a mention is taken out', async () => {
    await w.settings({ use_threads: true, ticket_notification_channel: w.notices.id });
    const { channel } = await w.openTicket();
    const { world } = w.sim;
    const isIn = () => world.threadMembers.has(`${channel.id}:${w.other.id}`);
    const use = async (name: string) =>
      saidIn(await w.member.goes(channel).slash(name, { user_or_role: w.other.id }));
    await use('add');
    removeThreadMember(world, channel, w.other.id);
    expect(await use('add')).toContain('has been added');
    expect(isIn()).toBe(true);
    await use('remove');
    addThreadMember(world, channel, w.other.id);
    expect(await use('remove')).toContain('has been removed');
    expect(isIn()).toBe(false);
  });

  test('the opener who left their thread is let in again, and is not kept as a guest; who is in it is not added', async () => {
    await w.settings({ use_threads: true, ticket_notification_channel: w.notices.id });
    const { channel } = await w.openTicket();
    const add = () => w.owner.goes(channel).slash('add', { user_or_role: w.member.id });
    expect(textOf(await (await add()).followUp())).toContain('is in this ticket already');
    removeThreadMember(w.sim.world, channel, w.member.id);
    expect(await saidIn(await add())).toContain('has been added');
    expect(w.member.sees(channel)).toBe(true);
    expect(await w.ctx.db.selectFrom('ticket_members').selectAll().execute()).toEqual([]);
  });

  test('the opener who left the server is in their open threads again when they come back', async () => {
    await w.settings({ use_threads: true, ticket_notification_channel: w.notices.id });
    const { channel } = await w.openTicket();
    const isIn = () => w.sim.world.threadMembers.has(`${channel.id}:${w.member.id}`);
    await w.member.leave(w.guild_id);
    await w.bot.settled();
    expect(isIn()).toBe(false);
    w.member.join(w.guild_id);
    await w.bot.settled();
    await settleAll(w.ctx);
    expect(isIn()).toBe(true);
  });

  test('who sees the ticket by a role that was let in is taken out by name', async () => {
    const { channel } = await w.openTicket();
    const role = w.sim.world.addRole({ guild_id: w.guild_id, name: 'Bakers' });
    const member = w.sim.world.members.get(`${w.guild_id}:${w.other.id}`);
    if (!member) throw new Error('nobody there');
    updateMember(w.sim.world, member, { roles: [role.id] });
    await w.bot.settled();
    await saidIn(await w.staff.goes(channel).slash('add', { user_or_role: role.id }));
    expect(w.other.sees(channel)).toBe(true);
    const said = await saidIn(await w.staff.goes(channel).slash('remove', { user_or_role: w.other.id }));
    expect(said).toContain('has been removed');
    expect(w.other.sees(channel)).toBe(false);
  });

  describe('who was taken out by name while they see the ticket by a role that was added', () => {
    let channel: Awaited<ReturnType<BotWorld['openTicket']>>['channel'];
    let role: { id: string };
    const has = async (...roles: string[]) => {
      const member = w.sim.world.members.get(`${w.guild_id}:${w.other.id}`);
      if (!member) throw new Error('nobody there');
      updateMember(w.sim.world, member, { roles });
      await w.bot.settled();
    };
    const use = async (name: string, user_or_role: string) =>
      saidIn(await w.staff.goes(channel).slash(name, { user_or_role }));
    beforeEach(async () => {
      ({ channel } = await w.openTicket());
      role = w.sim.world.addRole({ guild_id: w.guild_id, name: 'Bakers' });
      await has(role.id);
      await use('add', role.id);
      await use('remove', w.other.id);
      expect(w.other.sees(channel)).toBe(false);
    });

    test('stays out when the ticket is claimed and unclaimed, and when it goes on in another channel', async () => {
      for (const name of ['claim', 'unclaim']) {
        await saidIn(await w.staff.goes(channel).slash(name));
        expect(w.other.sees(channel)).toBe(false);
      }
      await saidIn(await w.staff.goes(channel).slash('close'));
      await expect.poll(() => w.ticket(1), { timeout: 8_000 }).toMatchObject({ status: 'closed' });
      await w.bot.settled();
      await saidIn(await w.staff.goes(w.lobby).slash('reopen', { ticket_id: '#1' }));
      await settleAll(w.ctx);
      const [, next] = await w.tickets();
      const there = w.sim.world.channels.get(next?.channel_id ?? '');
      if (!there) throw new Error('it goes on nowhere');
      expect(there.permission_overwrites.map(({ id }) => id)).toContain(role.id);
      expect(w.other.sees(there)).toBe(false);
    });

    test('stays out when their data was erased, also where that brought about nothing else', async () => {
      await new Promise((resolve) => setTimeout(resolve, 50)); // Discord counts its ids by its own clock
      const { request_id } = await askForErasure(w.ctx, w.other.id, { now: true });
      await workOnRequest(w.ctx, { request_id });
      await saidIn(await w.staff.goes(channel).slash('claim'));
      await settleAll(w.ctx);
      expect(w.other.sees(channel)).toBe(false);
    });

    test('is let in again by name, and is in the ticket from then on', async () => {
      expect(await use('add', w.other.id)).toContain('has been added');
      await saidIn(await w.staff.goes(channel).slash('claim'));
      expect(w.other.sees(channel)).toBe(true);
    });

    test('is let in by the role as before when they left the server and came back', async () => {
      await w.other.leave(w.guild_id);
      await w.bot.settled();
      w.other.join(w.guild_id);
      await w.bot.settled();
      await settleAll(w.ctx);
      expect(w.other.sees(channel)).toBe(false);
      await has(role.id);
      expect(w.other.sees(channel)).toBe(true);
    });

    test('sees it as staff do once a role makes them staff of it', async () => {
      const team = w.sim.world.addRole({ guild_id: w.guild_id, name: 'Helpers' });
      await has(role.id, team.id);
      const named = { guild_id: w.guild_id, role_id: team.id, support: true };
      await w.ctx.db.insertInto('role_permissions').values(named).execute();
      await saidIn(await w.staff.goes(channel).slash('claim'));
      expect(w.other.sees(channel)).toBe(true);
    });
  });

  test('who leaves the server is in the ticket no more when they come back, until they are let in again', async () => {
    const { channel } = await w.openTicket();
    await saidIn(await w.staff.goes(channel).slash('add', { user_or_role: w.other.id }));
    expect(w.other.sees(channel)).toBe(true);
    await w.other.leave(w.guild_id);
    await w.bot.settled();
    await settleAll(w.ctx);
    w.other.join(w.guild_id);
    await w.bot.settled();
    expect(w.other.sees(channel)).toBe(false);
    expect(await w.ctx.db.selectFrom('ticket_members').selectAll().execute()).toEqual([]);
    expect(await saidIn(await w.staff.goes(channel).slash('add', { user_or_role: w.other.id }))).toContain(
      `<@${w.other.id}>`,
    );
    expect(w.other.sees(channel)).toBe(true);
  });

  test('somebody who was let in may not let others in', async () => {
    const { channel } = await w.openTicket();
    await saidIn(await w.member.goes(channel).slash('add', { user_or_role: w.other.id }));
    const friend = w.addMember('fred');
    const outcome = await w.other.goes(channel).slash('add', { user_or_role: friend.id });
    expect(textOf(await outcome.followUp())).toContain('Only the person who opened the ticket');
  });
});

test('staff who are added keep what staff may do', async () => {
  await w.settings({ attach_files: false });
  const { channel } = await w.openTicket();
  await saidIn(await w.member.goes(channel).slash('add', { user_or_role: w.staff.id }));
  const overwrites = w.sim.world.channels.get(channel.id)?.permission_overwrites ?? [];
  const theirs = overwrites.find(({ id }) => id === w.staff.id);
  expect(BigInt(theirs?.allow ?? 0) & P.AttachFiles).toBe(P.AttachFiles);
});
