import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { markPlayable } from '../people/playable.ts';
import { startDiscord } from '../start.ts';
import { deleteChannel } from '../world/channels.ts';
import { addThreadMember } from '../world/threads.ts';

interface Shown {
  servers: { id: string; channels: { name: string; can_write: boolean }[] }[];
  me: { id: string };
}

interface Kickable {
  members: { id: string; can_kick: boolean }[];
}

interface Managed {
  can_manage_channels: boolean;
  can_manage_roles: boolean;
  can_add_emojis: boolean;
  can_manage_emojis: boolean;
  roles: { name: string; member_count: number; can_manage: boolean }[];
  emojis: { added_by: string | null; can_delete: boolean }[];
}

async function scene() {
  const sim = await startDiscord();
  const { world } = sim;
  const owner = world.addUser({ username: 'owner' });
  const alice = world.addUser({ username: 'alice' });
  const bot = world.addUser({ username: 'machine', bot: true });
  const guild = world.addGuild({ owner_id: owner.id });
  world.addMember({ guild_id: guild.id, user_id: alice.id });
  const channel = world.addChannel({ guild_id: guild.id, name: 'general' });
  const ask = async <T>(personId: string, path: string, method = 'GET', body?: object) => {
    const response = await fetch(`${sim.url}/client-api${path}`, {
      method,
      headers: { 'x-person': personId, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body ? JSON.stringify(body) : undefined,
    });
    const text = await response.text();
    return { status: response.status, body: (text ? JSON.parse(text) : undefined) as T };
  };
  return { sim, world, owner, alice, bot, guild, channel, ask, [Symbol.asyncDispose]: () => sim.close() };
}

/** Reads server-sent events until one of a kind arrives. */
async function nextEvent(body: ReadableStream<Uint8Array>, kind: string): Promise<unknown> {
  let text = '';
  for await (const bytes of body) {
    text += Buffer.from(bytes).toString();
    const found = new RegExp(`event: ${kind}\\ndata: (.*)\\n`).exec(text);
    if (found?.[1]) return JSON.parse(found[1]);
  }
  throw new Error(`the stream ended without ${kind}; it said ${text}`);
}

describe('the client page', () => {
  it('lists only the people who see a channel, and who is in a private thread', async () => {
    await using s = await scene();
    const { world, guild, channel, owner, alice, ask } = s;
    const guest = world.addUser({ username: 'guest' });
    world.addMember({ guild_id: guild.id, user_id: guest.id });
    const hidden = [
      { id: guild.id, type: 0 as const, allow: '0', deny: String(P.ViewChannel) },
      { id: alice.id, type: 1 as const, allow: String(P.ViewChannel), deny: '0' },
    ];
    const ticket = world.addChannel({ guild_id: guild.id, name: 'ticket', permission_overwrites: hidden });
    const thread = world.addChannel({
      guild_id: guild.id,
      type: 12,
      parent_id: channel.id,
      name: 'thread',
      members: [alice.id],
    });
    const viewers = async (id: string) =>
      (await ask<{ ids: string[] }>(alice.id, `/channels/${id}/viewers`)).body.ids.toSorted();
    expect(await viewers(channel.id)).toEqual([owner.id, alice.id, guest.id].toSorted());
    expect(await viewers(ticket.id)).toEqual([owner.id, alice.id].toSorted());
    expect(await viewers(thread.id)).toEqual([alice.id]);
    expect((await ask(guest.id, `/channels/${ticket.id}/viewers`)).body).toEqual({ ids: [] });
  });

  it('names who was added to a thread, and keeps an archived thread readable for them', async () => {
    await using s = await scene();
    const { sim, world, guild, channel, alice, ask } = s;
    const thread = world.addChannel({
      guild_id: guild.id,
      type: 12,
      parent_id: channel.id,
      name: 'thread',
      members: [s.owner.id],
    });
    const answer = await fetch(`${sim.url}/api/v10/channels/${thread.id}/thread-members/${alice.id}`, {
      method: 'PUT',
      headers: { authorization: s.owner.client_token },
    });
    expect(answer.status).toBe(204);
    const { body } = await ask<{ messages: { type: number; mentioned: string[] }[] }>(
      alice.id,
      `/channels/${thread.id}/messages`,
    );
    expect(body.messages).toMatchObject([{ type: 1, mentioned: ['alice'] }]);
    const row = world.channels.get(thread.id);
    if (!row?.thread_metadata) throw new Error('the thread has no state');
    world.channels.put({ ...row, thread_metadata: { ...row.thread_metadata, archived: true, locked: true } });
    expect((await ask(alice.id, `/channels/${thread.id}`)).body).toMatchObject({
      channel: { archived: true, locked: true, can_view: true, can_write: false },
    });
  });

  it('shows a person only the channels that they may see', async () => {
    await using s = await scene();
    const { id } = s.guild;
    s.world.addChannel({
      guild_id: id,
      name: 'secret',
      permission_overwrites: [{ id, type: 0, allow: '0', deny: String(P.ViewChannel) }],
    });
    const thread = s.world.addChannel({
      guild_id: id,
      type: 12,
      name: 'private-thread',
      parent_id: s.channel.id,
    });
    const names = async (personId: string) =>
      (await s.ask<Shown>(personId, '/me')).body.servers[0]?.channels.map((channel) => channel.name);
    expect(await names(s.owner.id)).toEqual(['general', 'secret', 'private-thread']);
    expect(await names(s.alice.id)).toEqual(['general']);
    addThreadMember(s.world, thread, s.alice.id);
    expect(await names(s.alice.id)).toEqual(['general', 'private-thread']);
  });

  it('answers nobody for somebody who is not chosen, and never for a bot', async () => {
    await using s = await scene();
    expect((await fetch(`${s.sim.url}/client-api/me`)).status).toBe(401);
    expect((await s.ask(s.bot.id, '/me')).status).toBe(401);
    expect((await s.ask(s.alice.id, '/as', 'POST', { user_id: s.bot.id })).status).toBe(404);
  });

  it('remembers by cookie whom one became', async () => {
    await using s = await scene();
    const response = await fetch(`${s.sim.url}/client-api/as`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_id: s.alice.id }),
    });
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
    const me = (await (await fetch(`${s.sim.url}/client-api/me`, { headers: { cookie } })).json()) as Shown;
    expect(me.me.id).toBe(s.alice.id);
  });

  it('offers the people who are marked, and everybody while nobody is', async () => {
    await using s = await scene();
    const ids = async () =>
      (await s.ask<{ people: { id: string }[] }>(s.alice.id, '/people')).body.people.map(({ id }) => id);
    expect(await ids()).toEqual([s.owner.id, s.alice.id]);
    markPlayable(s.world, s.alice.id, 'A member');
    expect(await ids()).toEqual([s.alice.id]);
  });

  it('refuses an interaction that is not well formed, with the reason', async () => {
    await using s = await scene();
    const sent = await s.ask<{ message: string }>(s.alice.id, '/interactions', 'POST', {
      kind: 'component',
      channel_id: 'x',
    });
    expect(sent).toMatchObject({ status: 400, body: { message: 'Invalid Form Body: channel_id is an id' } });
  });

  it('tells the names of everyone and everything that the texts of a message mention', async () => {
    await using s = await scene();
    const role = s.world.addRole({ guild_id: s.guild.id, name: 'crew', color: 0x2ecc71 });
    s.world.addMessage({
      channel_id: s.channel.id,
      author_id: s.owner.id,
      content: `**Hi** <@${s.alice.id}> and <@999999999999999999>`,
      mentions: [s.alice.id],
      embeds: [
        {
          title: `<@${s.owner.id}>`,
          description: `<@&${role.id}>`,
          fields: [{ name: 'Where', value: `<#${s.channel.id}>` }],
        },
      ],
    });
    const { body } = await s.ask<{ messages: object[] }>(s.alice.id, `/channels/${s.channel.id}/messages`);
    expect(body.messages).toMatchObject([
      {
        mentions_me: true,
        mine: false,
        content: `**Hi** <@${s.alice.id}> and <@999999999999999999>`,
      },
    ]);
    // The title of an embed mentions nobody.
    expect(body.messages[0]).toHaveProperty('names', {
      users: { [s.alice.id]: 'alice' },
      roles: { [role.id]: { name: 'crew', color: 0x2ecc71 } },
      channels: { [s.channel.id]: 'general' },
    });
  });

  it('tells of an answer what it answers, with the names in it', async () => {
    await using s = await scene();
    const asked = s.world.addMessage({
      channel_id: s.channel.id,
      author_id: s.owner.id,
      content: `Where is <@${s.alice.id}>?`,
    });
    await s.sim.app.inject({
      method: 'POST',
      url: `/api/v10/channels/${s.channel.id}/messages`,
      payload: { content: 'Here', message_reference: { message_id: asked.id } },
      headers: { authorization: s.alice.client_token },
    });
    const { body } = await s.ask<{ messages: object[] }>(s.owner.id, `/channels/${s.channel.id}/messages`);
    expect(body.messages[1]).toMatchObject({
      reply: { id: asked.id, author: { name: 'owner' }, content: asked.content, has_attachments: false },
      names: { users: { [s.alice.id]: 'alice' } },
    });
  });

  it('pages back through a long channel without losing or repeating a message', async () => {
    await using s = await scene();
    for (let i = 0; i < 120; i++)
      s.world.addMessage({ channel_id: s.channel.id, author_id: s.owner.id, content: String(i) });
    const seen: string[] = [];
    let before = '';
    for (let more = true; more; ) {
      const { body } = await s.ask<{ messages: { id: string; content: string }[]; more: boolean }>(
        s.alice.id,
        `/channels/${s.channel.id}/messages${before}`,
      );
      seen.unshift(...body.messages.map(({ content }) => content));
      before = `?before=${body.messages[0]?.id}`;
      more = body.more;
    }
    expect(seen).toEqual(Array.from({ length: 120 }, (_, i) => String(i)));
  });

  it('hears at once what happens, and nothing of what it may not see', async () => {
    await using s = await scene();
    const live = await fetch(`${s.sim.url}/client-api/live?as=${s.alice.id}`);
    if (!live.body) throw new Error('the stream has no body');
    const { id } = s.guild;
    const secret = s.world.addChannel({
      guild_id: id,
      permission_overwrites: [{ id, type: 0, allow: '0', deny: String(P.ViewChannel) }],
    });
    const heard = nextEvent(live.body, 'message');
    await s.sim.as(s.owner.id).write(secret, 'not for you');
    await s.sim.as(s.owner.id).write(s.channel, 'for all');
    expect(await heard).toMatchObject({ fresh: true, message: { content: 'for all' } });
  });

  it('offers a person what they may change in a server, role by role, and nothing to others', async () => {
    await using s = await scene();
    const { world, guild } = s;
    const [low, keeper, high] = ['low', 'keeper', 'high'].map((name) =>
      world.addRole({ guild_id: guild.id, name, permissions: name === 'keeper' ? P.ManageRoles : 0n }),
    );
    if (!low || !keeper || !high) throw new Error('three roles were asked for');
    const manager = world.addUser();
    world.addMember({ guild_id: guild.id, user_id: manager.id, roles: [low.id, keeper.id] });
    const seenBy = async (id: string) => {
      const [server] = (await s.ask<{ servers: Managed[] }>(id, '/me')).body.servers;
      if (!server) throw new Error('the person is in no server');
      const { can_manage_channels, can_manage_roles, can_add_emojis, can_manage_emojis } = server;
      return {
        rights: [can_manage_channels, can_manage_roles, can_add_emojis, can_manage_emojis],
        roles: server.roles.filter((role) => role.can_manage).map((role) => role.name),
        counts: server.roles.map((role) => role.member_count),
      };
    };
    const counts = [3, 1, 1, 0];
    expect(await seenBy(s.owner.id)).toEqual({
      rights: [true, true, true, true],
      roles: ['low', 'keeper', 'high'],
      counts,
    });
    expect(await seenBy(manager.id)).toEqual({ rights: [false, true, false, false], roles: ['low'], counts });
    expect(await seenBy(s.alice.id)).toEqual({ rights: [false, false, false, false], roles: [], counts });
  });

  it('says whom a person may kick: who stands below them, and never the owner or themselves', async () => {
    await using s = await scene();
    const { world, guild } = s;
    const role = world.addRole({ guild_id: guild.id, permissions: P.KickMembers });
    const moderator = world.addUser();
    world.addMember({ guild_id: guild.id, user_id: moderator.id, roles: [role.id] });
    const kickable = async (id: string) => {
      const { servers } = (await s.ask<{ servers: Kickable[] }>(id, '/me')).body;
      return servers[0]?.members.filter(({ can_kick }) => can_kick).map((member) => member.id);
    };
    expect(await kickable(s.alice.id)).toEqual([]);
    expect(await kickable(moderator.id)).toContain(s.alice.id);
    expect(await kickable(moderator.id)).not.toContain(s.owner.id);
    const owners = await kickable(s.owner.id);
    expect(owners).toContain(moderator.id);
    expect(owners).not.toContain(s.owner.id);
  });

  it('lets who added an emoji delete it, and names them to nobody who does not deal with emojis', async () => {
    await using s = await scene();
    const { world, guild } = s;
    world.addEmoji({ guild_id: guild.id, name: 'wave', creator_id: s.alice.id });
    const role = world.addRole({ guild_id: guild.id, permissions: P.CreateGuildExpressions });
    const shown = async (id: string) =>
      (await s.ask<{ servers: Managed[] }>(id, '/me')).body.servers[0]?.emojis[0];
    expect(await shown(s.alice.id)).toMatchObject({ added_by: null, can_delete: false });
    await s.sim.app.inject({
      method: 'PUT',
      url: `/api/v10/guilds/${guild.id}/members/${s.alice.id}/roles/${role.id}`,
      headers: { authorization: s.owner.client_token },
    });
    expect(await shown(s.alice.id)).toMatchObject({ added_by: 'alice', can_delete: true });
  });

  it('shows a second window at once what a manager changed', async () => {
    await using s = await scene();
    const { world, guild } = s;
    const live = await fetch(`${s.sim.url}/client-api/live?as=${s.alice.id}`);
    if (!live.body) throw new Error('the stream has no body');
    const heard = nextEvent(live.body, 'server');
    const asOwner = (method: 'POST' | 'PUT', url: string, payload = {}) =>
      s.sim.app.inject({
        method,
        url: `/api/v10/guilds/${guild.id}${url}`,
        payload,
        headers: { authorization: s.owner.client_token },
      });
    const role = (await asOwner('POST', '/roles', { name: 'crew' })).json();
    await asOwner('PUT', `/members/${s.alice.id}/roles/${role.id}`);
    await asOwner('POST', '/channels', { name: 'new here' });
    deleteChannel(world, s.channel);
    expect(await heard).toMatchObject({
      server: {
        channels: [{ name: 'new-here' }],
        roles: [{ name: '@everyone' }, { name: 'crew', member_count: 1 }],
        members: [{ id: s.owner.id }, { id: s.alice.id, role_ids: [role.id] }],
      },
    });
  });
});

describe('the first page', () => {
  const join = (url: string, fields: Record<string, string>) =>
    fetch(`${url}/people`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

  it('adds a new person, who is in the server of their choice and can be chosen like the others', async () => {
    await using s = await scene();
    const response = await join(s.sim.url, { name: ' Puffin <b> ', guild_id: s.guild.id });
    expect(response.status).toBe(303);
    const id = /^\/app\?as=(\d+)$/.exec(response.headers.get('location') ?? '')?.[1] ?? '';
    expect(s.world.members.has(`${s.guild.id}:${id}`)).toBe(true);
    const { body } = await s.ask<{ people: { id: string; name: string }[] }>(id, '/me');
    expect(body.people.map(({ name }) => name)).toEqual(expect.arrayContaining(['alice', 'Puffin <b>']));
    expect(await (await fetch(s.sim.url)).text()).toContain('Puffin &lt;b&gt;');
  });

  it('gives everybody a username of their own', async () => {
    await using s = await scene();
    for (let times = 0; times < 2; times += 1) await join(s.sim.url, { name: 'Grey Puffin' });
    const usernames = s.world.users.all().map(({ username }) => username);
    expect(usernames).toEqual(expect.arrayContaining(['grey_puffin', 'grey_puffin2']));
  });

  it('says what is wrong with a name instead of adding somebody', async () => {
    await using s = await scene();
    const before = s.world.users.size;
    for (const name of ['', '   ', 'x'.repeat(33)]) {
      const response = await join(s.sim.url, { name, guild_id: s.guild.id });
      expect(response.status).toBe(400);
      expect(await response.text()).toMatch(/role="alert">(Say what|A name has at most)/);
    }
    expect(s.world.users.size).toBe(before);
  });
});
