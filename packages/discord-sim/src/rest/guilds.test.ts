import { API } from '@discordjs/core';
import { AuditLogEvent, ChannelType, OverwriteType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { type Stage, stage } from '../testing.ts';
import { auditReasons } from '../world/audit-log.ts';

const KEEPER = P.ViewChannel | P.SendMessages | P.ReadMessageHistory | P.ManageChannels | P.ManageRoles;

const post = (on: Stage, body: object) => on.fetch('POST', `/guilds/${on.guild.id}/channels`, { body });

describe('channels', () => {
  it('are made with the name Discord makes of the wish, and the reason stands in the audit log', async () => {
    await using on = await stage();
    const api = new API(on.rest);
    const made = await api.guilds.createChannel(
      on.guild.id,
      { name: 'Ticket 1: Hello!' },
      { reason: 'Ticket 1 opened by Ünal' },
    );
    expect(made).toMatchObject({
      name: 'ticket-1-hello',
      type: ChannelType.GuildText,
      guild_id: on.guild.id,
    });
    expect(auditReasons(on.sim.world, made.id)).toEqual(['Ticket 1 opened by Ünal']);
    const log = await api.guilds.getAuditLogs(on.guild.id, { action_type: AuditLogEvent.ChannelCreate });
    expect(log.audit_log_entries[0]).toMatchObject({ target_id: made.id, user_id: on.app.bot_user_id });
  });

  it('are refused past five hundred in a server', async () => {
    await using on = await stage();
    for (let n = on.sim.world.channels.countIn('guild', on.guild.id); n < 500; n += 1)
      on.sim.world.addChannel({ guild_id: on.guild.id, name: `c${n}` });
    expect(await post(on, { name: 'one more' })).toMatchObject({ status: 400, body: { code: 30013 } });
  });

  it('are refused past fifty in a category, at creation and on moving there', async () => {
    await using on = await stage();
    const { world } = on.sim;
    const category = world.addChannel({
      guild_id: on.guild.id,
      type: ChannelType.GuildCategory,
      name: 'Tickets',
    });
    for (let n = 0; n < 50; n += 1)
      world.addChannel({ guild_id: on.guild.id, name: `t${n}`, parent_id: category.id });
    const full = { errors: { parent_id: { _errors: [{ code: 'CHANNEL_PARENT_MAX_CHANNELS' }] } } };
    expect((await post(on, { name: 'x', parent_id: category.id })).body).toMatchObject(full);
    const move = await on.fetch('PATCH', `/channels/${on.channel.id}`, { body: { parent_id: category.id } });
    expect(move.body).toMatchObject(full);
  });

  it('need a category that exists and is one', async () => {
    await using on = await stage();
    const missing = await post(on, { name: 'x', parent_id: '123456789012345678' });
    expect(missing.body).toMatchObject({
      errors: { parent_id: { _errors: [{ code: 'CHANNEL_PARENT_INVALID' }] } },
    });
    const wrong = await post(on, { name: 'x', parent_id: on.channel.id });
    expect(wrong.body).toMatchObject({
      errors: { parent_id: { _errors: [{ code: 'CHANNEL_PARENT_INVALID_TYPE' }] } },
    });
  });

  it('take overwrites only of what the bot itself may do', async () => {
    await using on = await stage({ permissions: KEEPER });
    const overwrite = (allow: bigint) => [
      { id: on.owner.id, type: OverwriteType.Member, allow: String(allow), deny: '0' },
    ];
    expect((await post(on, { name: 'ok', permission_overwrites: overwrite(P.SendMessages) })).status).toBe(
      201,
    );
    expect(
      (await post(on, { name: 'no', permission_overwrites: overwrite(P.ManageWebhooks) })).body.code,
    ).toBe(50013);
    expect((await post(on, { name: 'no', permission_overwrites: overwrite(P.ManageRoles) })).body.code).toBe(
      50013,
    );
  });

  it('are made in a category, and moved there, only by those who may manage it', async () => {
    await using on = await stage({ permissions: KEEPER });
    const denied = (deny: bigint) =>
      on.sim.world.addChannel({
        guild_id: on.guild.id,
        type: ChannelType.GuildCategory,
        name: 'Tickets',
        permission_overwrites: [
          { id: on.app.bot_user_id, type: OverwriteType.Member, allow: '0', deny: String(deny) },
        ],
      }).id;
    for (const [deny, code] of [
      [P.ViewChannel, 50001],
      [P.ManageChannels, 50013],
      [P.AddReactions, undefined],
    ] as const) {
      const parent_id = denied(deny);
      expect((await post(on, { name: 'x', parent_id })).body.code).toBe(code);
      const moved = await on.fetch('PATCH', `/channels/${on.channel.id}`, { body: { parent_id } });
      expect(moved.body.code).toBe(code);
      const sorted = await on.fetch('PATCH', `/guilds/${on.guild.id}/channels`, {
        body: [{ id: on.channel.id, parent_id }],
      });
      expect(sorted.body.code).toBe(code);
    }
  });

  it('take in a category only overwrites of what the bot may do in it, allowed or denied', async () => {
    await using on = await stage({ permissions: KEEPER | P.AddReactions });
    const { id: parent_id } = on.sim.world.addChannel({
      guild_id: on.guild.id,
      type: ChannelType.GuildCategory,
      name: 'Tickets',
      permission_overwrites: [
        {
          id: on.app.bot_user_id,
          type: OverwriteType.Member,
          allow: String(P.ManageThreads),
          deny: String(P.AddReactions),
        },
      ],
    });
    const overwrite = (allow: bigint, deny: bigint) => [
      { id: on.owner.id, type: OverwriteType.Member, allow: String(allow), deny: String(deny) },
    ];
    const made = async (permission_overwrites: object[], more = {}) =>
      (await post(on, { name: 'x', permission_overwrites, ...more })).status;
    expect(await made(overwrite(P.AddReactions, 0n))).toBe(201);
    expect(await made(overwrite(0n, P.ManageThreads))).toBe(403);
    expect(await made(overwrite(P.ManageThreads, 0n), { parent_id })).toBe(201);
    expect(await made(overwrite(P.AddReactions, 0n), { parent_id })).toBe(403);
    expect(await made(overwrite(0n, P.AddReactions), { parent_id })).toBe(403);
    await on.fetch('PATCH', `/channels/${on.channel.id}`, { body: { parent_id } });
    const edited = await on.fetch('PUT', `/channels/${on.channel.id}/permissions/${on.owner.id}`, {
      body: { type: OverwriteType.Member, deny: String(P.AddReactions) },
    });
    expect(edited.body.code).toBe(50013);
  });

  it('cannot be made, changed or deleted without the right', async () => {
    await using on = await stage({ permissions: P.ViewChannel });
    expect((await post(on, { name: 'x' })).body.code).toBe(50013);
    expect((await on.fetch('PATCH', `/channels/${on.channel.id}`, { body: { name: 'x' } })).body.code).toBe(
      50013,
    );
    expect((await on.fetch('DELETE', `/channels/${on.channel.id}`)).body.code).toBe(50013);
  });

  it('shut out whom a single overwrite denies', async () => {
    await using on = await stage();
    const member = on.sim.world.addUser();
    on.sim.world.addMember({ guild_id: on.guild.id, user_id: member.id });
    const path = `/channels/${on.channel.id}`;
    expect((await on.fetch('GET', path, { token: member.client_token })).status).toBe(200);
    await new API(on.rest).channels.editPermissionOverwrite(on.channel.id, member.id, {
      type: OverwriteType.Member,
      deny: String(P.ViewChannel),
    });
    expect((await on.fetch('GET', path, { token: member.client_token })).body.code).toBe(50001);
    await new API(on.rest).channels.deletePermissionOverwrite(on.channel.id, member.id);
    expect((await on.fetch('GET', path, { token: member.client_token })).status).toBe(200);
  });

  it('take their messages, webhooks and threads with them; the children of a category stay', async () => {
    await using on = await stage();
    const { world } = on.sim;
    const category = world.addChannel({ guild_id: on.guild.id, type: ChannelType.GuildCategory });
    const child = world.addChannel({ guild_id: on.guild.id, parent_id: category.id });
    const thread = world.addChannel({
      guild_id: on.guild.id,
      type: ChannelType.PrivateThread,
      parent_id: child.id,
    });
    const message = world.addMessage({ channel_id: thread.id, author_id: on.owner.id });
    await new API(on.rest).channels.delete(category.id);
    expect(world.channels.get(child.id)?.parent_id).toBeNull();
    await new API(on.rest).channels.delete(child.id);
    expect([world.channels.has(thread.id), world.messages.has(message.id)]).toEqual([false, false]);
  });
});

describe('threads', () => {
  async function ticketThread(on: Stage) {
    const thread = await new API(on.rest).channels.createThread(on.channel.id, {
      name: 'ticket-1',
      type: ChannelType.PrivateThread,
      invitable: false,
      auto_archive_duration: 10080,
    });
    return { thread, path: `/channels/${thread.id}` };
  }

  it('a private one lets in whom the bot adds, and whom it mentions', async () => {
    await using on = await stage();
    const { world } = on.sim;
    const [added, mentioned] = [world.addUser(), world.addUser()];
    for (const user of [added, mentioned]) world.addMember({ guild_id: on.guild.id, user_id: user.id });
    const { thread, path } = await ticketThread(on);
    expect((await on.fetch('GET', path, { token: added.client_token })).body.code).toBe(50001);
    await new API(on.rest).threads.addMember(thread.id, added.id);
    await on.fetch('POST', `${path}/messages`, { body: { content: `<@${mentioned.id}>` } });
    for (const user of [added, mentioned]) {
      expect((await on.fetch('GET', path, { token: user.client_token })).status).toBe(200);
    }
    const members = await new API(on.rest).threads.getAllMembers(thread.id);
    expect(members.map((member) => member.user_id).sort()).toEqual(
      [on.app.bot_user_id, added.id, mentioned.id].sort(),
    );
  });

  it('somebody who cannot see the channel cannot be brought into its threads', async () => {
    await using on = await stage();
    const { world } = on.sim;
    const blind = world.addUser();
    world.addMember({ guild_id: on.guild.id, user_id: blind.id });
    const overwrite = { id: blind.id, type: OverwriteType.Member, allow: '0', deny: String(P.ViewChannel) };
    world.channels.put({ ...on.channel, permission_overwrites: [overwrite] });
    const { path } = await ticketThread(on);
    expect((await on.fetch('PUT', `${path}/thread-members/${blind.id}`)).body.code).toBe(50001);
  });

  it('an archived and locked one takes no words from members and no changes from anybody', async () => {
    await using on = await stage();
    const member = on.sim.world.addUser();
    on.sim.world.addMember({ guild_id: on.guild.id, user_id: member.id });
    const { thread, path } = await ticketThread(on);
    await new API(on.rest).threads.addMember(thread.id, member.id);
    await new API(on.rest).channels.edit(thread.id, { archived: true, locked: true });
    const words = { token: member.client_token, body: { content: 'x' } };
    expect((await on.fetch('POST', `${path}/messages`, words)).body.code).toBe(50083);
    expect((await on.fetch('PATCH', path, { body: { name: 'other' } })).body.code).toBe(50083);
    const opened = await on.fetch('PATCH', path, { body: { archived: false, locked: false } });
    expect(opened.body).toMatchObject({ thread_metadata: { archived: false, locked: false } });
    expect((await on.fetch('POST', `${path}/messages`, words)).status).toBe(200);
  });

  it('the lists of active and archived ones tell them apart', async () => {
    await using on = await stage();
    const { thread } = await ticketThread(on);
    const active = () => on.fetch('GET', `/guilds/${on.guild.id}/threads/active`);
    const archived = () => on.fetch('GET', `/channels/${on.channel.id}/threads/archived/private`);
    expect((await active()).body.threads).toMatchObject([{ id: thread.id }]);
    await new API(on.rest).channels.edit(thread.id, { archived: true });
    expect((await active()).body.threads).toEqual([]);
    expect((await archived()).body).toMatchObject({ threads: [{ id: thread.id }], has_more: false });
  });
});

describe('members and roles', () => {
  it('a bot gives roles below its own, and no others', async () => {
    await using on = await stage({ permissions: P.ManageRoles });
    const { world } = on.sim;
    const above = world.addRole({ guild_id: on.guild.id, name: 'above' });
    const below = await new API(on.rest).guilds.createRole(on.guild.id, { name: 'below' });
    const give = (id: string) => on.fetch('PUT', `/guilds/${on.guild.id}/members/${on.owner.id}/roles/${id}`);
    expect((await give(above.id)).body.code).toBe(50013);
    expect((await give(below.id)).status).toBe(204);
    expect(world.members.get(`${on.guild.id}:${on.owner.id}`)?.roles).toEqual([below.id]);
    expect((await give('123456789012345678')).body.code).toBe(10011);
  });

  it('a deleted role is gone from members and overwrites', async () => {
    await using on = await stage();
    const { world } = on.sim;
    const role = await new API(on.rest).guilds.createRole(on.guild.id, { name: 'short-lived' });
    await on.fetch('PUT', `/guilds/${on.guild.id}/members/${on.owner.id}/roles/${role.id}`);
    const overwrite = { id: role.id, type: OverwriteType.Role, allow: '0', deny: '0' };
    world.channels.put({ ...on.channel, permission_overwrites: [overwrite] });
    await new API(on.rest).guilds.deleteRole(on.guild.id, role.id);
    expect(world.members.get(`${on.guild.id}:${on.owner.id}`)?.roles).toEqual([]);
    expect(world.channels.get(on.channel.id)?.permission_overwrites).toEqual([]);
  });

  it('are found by the start of any of their names', async () => {
    await using on = await stage();
    const user = on.sim.world.addUser({ username: 'grace', global_name: 'Amazing' });
    on.sim.world.addMember({ guild_id: on.guild.id, user_id: user.id, nick: 'Hopper' });
    for (const query of ['gra', 'AMAZ', 'hop']) {
      const found = await new API(on.rest).guilds.searchForMembers(on.guild.id, { query, limit: 10 });
      expect(found.map((member) => member.user.id)).toEqual([user.id]);
    }
  });

  it('who is not there: unknown member, unknown user, unknown server', async () => {
    await using on = await stage();
    const stranger = on.sim.world.addUser();
    const get = async (path: string) => (await on.fetch('GET', path)).body.code;
    expect(await get(`/guilds/${on.guild.id}/members/${stranger.id}`)).toBe(10007);
    expect(await get(`/guilds/${on.guild.id}/members/123456789012345678`)).toBe(10013);
    expect(await get(`/guilds/123456789012345678/channels`)).toBe(10004);
  });

  it('a banned member leaves, and the owner cannot be banned', async () => {
    await using on = await stage();
    const member = on.sim.world.addUser();
    on.sim.world.addMember({ guild_id: on.guild.id, user_id: member.id });
    const ban = (id: string) => on.fetch('PUT', `/guilds/${on.guild.id}/bans/${id}`, { body: {} });
    expect((await ban(member.id)).status).toBe(204);
    expect(on.sim.world.members.has(`${on.guild.id}:${member.id}`)).toBe(false);
    expect((await ban(on.owner.id)).body.code).toBe(50013);
  });

  it('a person sees their servers and what they may do in them', async () => {
    await using on = await stage();
    const answer = await on.fetch('GET', '/users/@me/guilds', { token: on.owner.client_token });
    expect(answer.body).toMatchObject([{ id: on.guild.id, owner: true }]);
  });
});
