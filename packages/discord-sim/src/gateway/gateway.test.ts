import { once } from 'node:events';
import { Client, GatewayDispatchEvents as Event } from '@discordjs/core';
import { CompressionMethod, WebSocketManager, WebSocketShardEvents } from '@discordjs/ws';
import { GatewayIntentBits as I } from 'discord-api-types/v10';
import { describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type Stage, stage } from '../testing.ts';
import { leaveGuild } from '../world/members.ts';

const INTENTS =
  I.Guilds | I.GuildMembers | I.GuildMessages | I.MessageContent | I.DirectMessages | I.GuildMessageReactions;

interface Bot extends AsyncDisposable {
  client: Client;
  gateway: WebSocketManager;
  heard: { t: string; d: unknown }[];
  of(t: string): Record<string, unknown>[];
}

async function connect(
  on: Stage,
  options: { intents?: number; compression?: CompressionMethod } = {},
): Promise<Bot> {
  const { intents = INTENTS, compression = null } = options;
  const gateway = new WebSocketManager({ token: on.app.bot_token, intents, rest: on.rest, compression });
  const client = new Client({ rest: on.rest, gateway });
  const heard: Bot['heard'] = [];
  gateway.on(WebSocketShardEvents.Dispatch, ({ t, d }) => heard.push({ t, d }));
  await gateway.connect();
  await vi.waitFor(() => expect(heard.some(({ t }) => t === Event.GuildCreate)).toBe(true));
  return {
    client,
    gateway,
    heard,
    of: (t) => heard.filter((event) => event.t === t).map((event) => event.d as Record<string, unknown>),
    [Symbol.asyncDispose]: async () => gateway.destroy(),
  };
}

describe('the real gateway library', () => {
  it('signs in and learns of its servers', async () => {
    await using on = await stage();
    await using bot = await connect(on);
    expect(bot.of(Event.Ready)[0]).toMatchObject({ v: 10, user: { id: on.app.bot_user_id, bot: true } });
    expect(bot.of(Event.GuildCreate)[0]).toMatchObject({
      name: on.guild.name,
      channels: [{ id: on.channel.id }],
    });
    expect(on.sim.gateway.isOnline(on.app.id)).toBe(true);
  });

  it('understands the compressed stream', async () => {
    await using on = await stage();
    await using bot = await connect(on, { compression: CompressionMethod.ZlibNative });
    on.sim.world.addMessage({ channel_id: on.channel.id, author_id: on.owner.id, content: 'x'.repeat(1900) });
    await vi.waitFor(() => expect(bot.of(Event.MessageCreate)[0]?.content).toHaveLength(1900));
  });

  it('misses nothing that happens while its connection is broken', async () => {
    await using on = await stage();
    await using bot = await connect(on);
    on.sim.gateway.drop({ resume: true });
    await vi.waitFor(() => expect(on.sim.gateway.connected).toBe(0));
    on.sim.world.addMessage({ channel_id: on.channel.id, author_id: on.owner.id, content: 'meanwhile' });
    await vi.waitFor(() => expect(bot.of(Event.Resumed)).toHaveLength(1), { timeout: 8000 });
    expect(bot.of(Event.MessageCreate).map((message) => message.content)).toEqual(['meanwhile']);
    expect(bot.of(Event.Ready)).toHaveLength(1);
  });

  it('starts anew when its session is gone', async () => {
    await using on = await stage();
    await using bot = await connect(on);
    on.sim.gateway.drop({ resume: false });
    await vi.waitFor(() => expect(bot.of(Event.Ready)).toHaveLength(2), { timeout: 15_000 });
    expect(bot.of(Event.Resumed)).toHaveLength(0);
  });

  it('comes back when asked to reconnect', async () => {
    await using on = await stage();
    await using bot = await connect(on);
    on.sim.gateway.reconnect();
    await vi.waitFor(() => expect(bot.of(Event.Resumed)).toHaveLength(1), { timeout: 8000 });
  });

  it('hears late, in order, what happened while the gateway was paused', async () => {
    await using on = await stage();
    await using bot = await connect(on);
    on.sim.gateway.pause();
    for (const content of ['one', 'two'])
      on.sim.world.addMessage({ channel_id: on.channel.id, author_id: on.owner.id, content });
    expect(bot.of(Event.MessageCreate)).toEqual([]);
    on.sim.gateway.resume();
    await vi.waitFor(() => expect(bot.of(Event.MessageCreate).map((m) => m.content)).toEqual(['one', 'two']));
  });

  it('is told of being thrown out, and of nothing there afterwards', async () => {
    await using on = await stage();
    await using bot = await connect(on);
    leaveGuild(on.sim.world, on.guild.id, on.app.bot_user_id);
    on.sim.world.addMessage({ channel_id: on.channel.id, author_id: on.owner.id, content: 'alone' });
    await vi.waitFor(() => expect(bot.of(Event.GuildDelete)).toEqual([{ id: on.guild.id }]));
    expect(bot.of(Event.MessageCreate)).toEqual([]);
  });

  it('can ask for members by the start of their names', async () => {
    await using on = await stage();
    const member = on.sim.world.addUser({ username: 'Annabel' });
    on.sim.world.addMember({ guild_id: on.guild.id, user_id: member.id });
    await using bot = await connect(on);
    const answer = await bot.client.requestGuildMembers({ guild_id: on.guild.id, query: 'anna', limit: 5 });
    expect(answer.members.map(({ user }) => user.username)).toEqual(['Annabel']);
  });

  it('shows its presence', async () => {
    await using on = await stage();
    await using bot = await connect(on);
    await bot.client.updatePresence(0, {
      status: 'idle' as never,
      activities: [{ name: 'tickets', type: 3 }],
      afk: false,
      since: null,
    });
    await vi.waitFor(() => {
      expect(on.sim.world.presences.get(on.app.bot_user_id)?.activities[0]?.name).toBe('tickets');
    });
  });
});

describe('message content', () => {
  it('is hidden without the intent, except from whom it is meant for', async () => {
    await using on = await stage();
    await using bot = await connect(on, { intents: I.Guilds | I.GuildMessages });
    const { world } = on.sim;
    const embeds = [{ title: 'secret' }];
    world.addMessage({ channel_id: on.channel.id, author_id: on.owner.id, content: 'hidden', embeds });
    const mentions = [on.app.bot_user_id];
    world.addMessage({ channel_id: on.channel.id, author_id: on.owner.id, content: 'for you', mentions });
    await vi.waitFor(() => expect(bot.of(Event.MessageCreate)).toHaveLength(2));
    expect(bot.of(Event.MessageCreate).map(({ content, embeds }) => ({ content, embeds }))).toEqual([
      { content: '', embeds: [] },
      { content: 'for you', embeds: [] },
    ]);
  });
});

describe('connections that are refused', () => {
  async function closedWith(on: Stage, query: string, identify?: object): Promise<number> {
    const socket = new WebSocket(`${on.sim.url.replace('http', 'ws')}/gateway?${query}`);
    socket.on('message', () => {
      if (identify) socket.send(JSON.stringify({ op: 2, d: { properties: {}, ...identify } }));
    });
    const [code] = await once(socket, 'close');
    return Number(code);
  }

  it('an unknown token closes with 4004', async () => {
    await using on = await stage();
    expect(await closedWith(on, 'v=10&encoding=json', { token: 'a.b.c', intents: 1 })).toBe(4004);
  });

  it('an intent that was not granted closes with 4014', async () => {
    await using on = await stage();
    on.sim.world.applications.put({ ...on.app, flags: 0 as never });
    expect(
      await closedWith(on, 'v=10&encoding=json', { token: on.app.bot_token, intents: I.GuildMembers }),
    ).toBe(4014);
  });

  it('an intent that does not exist closes with 4013', async () => {
    await using on = await stage();
    expect(await closedWith(on, 'v=10&encoding=json', { token: on.app.bot_token, intents: 1 << 30 })).toBe(
      4013,
    );
  });

  it('a compression that is not spoken here is refused at once', async () => {
    await using on = await stage();
    expect(await closedWith(on, 'v=10&encoding=json&compress=zstd-stream')).toBe(4002);
  });

  it('silence after the hello ends the connection', async () => {
    await using on = await stage();
    on.sim.gateway.heartbeatMs = 40;
    expect(await closedWith(on, 'v=10&encoding=json')).toBe(4009);
  });
});
