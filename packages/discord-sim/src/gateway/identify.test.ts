import { once } from 'node:events';
import { WebSocketManager, WebSocketShardEvents } from '@discordjs/ws';
import { GatewayIntentBits as I, GatewayOpcodes as Op } from 'discord-api-types/v10';
import { describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { personOf } from '../control.ts';
import { ready } from '../shapes/payloads.ts';
import { differences } from '../shapes/shape.ts';
import { type Stage, stage } from '../testing.ts';
import { openDirectChannel } from '../world/channels.ts';
import { ManualClock } from '../world/clock.ts';
import type { SimGuild } from '../world/entities.ts';

const INTENTS = I.Guilds | I.GuildMessages | I.DirectMessages;

interface Frame {
  op: number;
  t: string | null;
  d: Record<string, unknown>;
  s: number | null;
}

interface Line {
  socket: WebSocket;
  frames: Frame[];
  say(op: number, d?: unknown): void;
  heard(t: string): Record<string, unknown>[];
  closed: Promise<number>;
}

/** A bare connection, which identifies itself at once unless told not to. */
async function connect(on: Stage, identify: object | null = {}): Promise<Line> {
  const socket = new WebSocket(`${on.sim.url.replace('http', 'ws')}/gateway?v=10&encoding=json`);
  const frames: Frame[] = [];
  socket.on('message', (text) => frames.push(JSON.parse(String(text))));
  const closed = once(socket, 'close').then(([code]) => Number(code));
  const say = (op: number, d: unknown = null) => socket.send(JSON.stringify({ op, d }));
  await vi.waitFor(() => expect(frames).toHaveLength(1));
  const base = { token: on.app.bot_token, intents: INTENTS, properties: {} };
  if (identify) say(Op.Identify, { ...base, ...identify });
  const heard = (t: string) => frames.filter((frame) => frame.t === t).map((frame) => frame.d);
  return { socket, frames, say, heard, closed };
}

async function isIn(line: Line): Promise<void> {
  await vi.waitFor(() => expect(line.heard('READY')).toHaveLength(1));
}

async function isTurnedAway(line: Line): Promise<void> {
  await vi.waitFor(() => expect(line.frames.at(-1)).toMatchObject({ op: Op.InvalidSession, d: false }));
}

async function limits(on: Stage) {
  return (await on.fetch('GET', '/gateway/bot')).body;
}

/** Two servers with the bot in them, one for each of two shards. */
function serversOfTwoShards(on: Stage): [SimGuild, SimGuild] {
  const { world } = on.sim;
  const made = [0, 1].map((shard) => {
    // Ids count milliseconds from an even one on.
    const guild = world.addGuild({ owner_id: on.owner.id, created_at: Date.UTC(2025, 0, 1) + shard });
    world.addMember({ guild_id: guild.id, user_id: on.app.bot_user_id });
    return guild;
  });
  return made as [SimGuild, SimGuild];
}

describe('session starts', () => {
  it('count down, and are told for a day', async () => {
    const clock = new ManualClock();
    await using on = await stage({ clock });
    expect(await limits(on)).toMatchObject({
      shards: 1,
      session_start_limit: { total: 1000, remaining: 1000, max_concurrency: 1 },
    });
    await isIn(await connect(on));
    clock.advance(3_600_000);
    expect(await limits(on)).toMatchObject({
      session_start_limit: { remaining: 999, reset_after: 23 * 3_600_000 },
    });
    clock.advance(23 * 3_600_000);
    expect(await limits(on)).toMatchObject({ session_start_limit: { remaining: 1000 } });
  });

  it('come one in five seconds for each rate limit key; who is too fast is told that the session is invalid', async () => {
    const clock = new ManualClock();
    await using on = await stage({ clock, limits: 'real' });
    on.sim.world.sessionStarts.maxConcurrency = 2;
    await isIn(await connect(on, { shard: [0, 4] }));
    await isIn(await connect(on, { shard: [1, 4] }));
    await isTurnedAway(await connect(on, { shard: [2, 4] }));
    clock.advance(5_000);
    await isIn(await connect(on, { shard: [2, 4] }));
  });

  it('lead to a new token once they are used up, and end every session', async () => {
    await using on = await stage({ limits: 'real' });
    on.sim.world.sessionStarts.total = 1;
    const first = await connect(on);
    await isIn(first);
    const second = await connect(on);
    expect(await Promise.all([first.closed, second.closed])).toEqual([4004, 4004]);
    expect(on.sim.world.applications.get(on.app.id)?.bot_token).not.toBe(on.app.bot_token);
  });
});

describe('connections that are closed', () => {
  it('with 4008 after more than 120 messages in a minute', async () => {
    await using on = await stage({ limits: 'real' });
    const line = await connect(on);
    for (let n = 0; n < 120; n += 1) line.say(Op.Heartbeat);
    expect(await line.closed).toBe(4008);
  });

  it('with 4007 for a sequence that was never reached', async () => {
    await using on = await stage();
    const line = await connect(on);
    await isIn(line);
    const session_id = line.heard('READY')[0]?.session_id;
    line.socket.terminate();
    const again = await connect(on, null);
    again.say(Op.Resume, { token: on.app.bot_token, session_id, seq: 5_000 });
    expect(await again.closed).toBe(4007);
  });

  it.each([[[2, 2]], [[0.5, 2]], [['x', 2]], [[-1, 2]], [[0]]])(
    'with 4010 for the shard %j',
    async (shard) => {
      await using on = await stage();
      expect(await (await connect(on, { shard })).closed).toBe(4010);
    },
  );

  it('with 4010 for a number of shards that does not fit what Discord assigned', async () => {
    await using on = await stage();
    on.sim.world.sessionStarts.assignedShards = 4;
    expect(await limits(on)).toMatchObject({ shards: 4 });
    expect(await (await connect(on, { shard: [0, 6] })).closed).toBe(4010);
    await isIn(await connect(on, { shard: [0, 8] }));
  });

  it('with 4011 for a session of too many servers', async () => {
    await using on = await stage();
    serversOfTwoShards(on);
    on.sim.world.sessionStarts.guildsPerSession = 2;
    expect(await (await connect(on)).closed).toBe(4011);
    await isIn(await connect(on, { shard: [0, 2] }));
  });
});

describe('several shards', () => {
  it('each hear of their own servers, and the first one of direct messages', async () => {
    await using on = await stage();
    const { world } = on.sim;
    const guilds = serversOfTwoShards(on);
    const lines = await Promise.all([0, 1].map((id) => connect(on, { shard: [id, 2] })));
    await Promise.all(lines.map(isIn));
    for (const [id, line] of lines.entries()) {
      const [hello] = line.heard('READY');
      expect(differences(ready, hello, 'READY')).toEqual([]);
      expect(hello?.shard).toEqual([id, 2]);
      const told = JSON.stringify(hello?.guilds);
      expect(told).toContain(guilds[id]?.id);
      expect(told).not.toContain(guilds[1 - id]?.id);
    }
    const direct = openDirectChannel(world, on.app.bot_user_id, on.owner.id);
    const author_id = on.owner.id;
    world.addMessage({ channel_id: direct.id, author_id, content: 'direct' });
    for (const [id, guild] of guilds.entries()) {
      const { id: channel_id } = world.addChannel({ guild_id: guild.id });
      world.addMessage({ channel_id, author_id, content: `shard ${id}` });
    }
    const said = () => lines.map((line) => line.heard('MESSAGE_CREATE').map(({ content }) => content));
    await vi.waitFor(() => expect(said()).toEqual([['direct', ''], ['']]));
  });

  it('each take the interactions of their own servers', async () => {
    await using on = await stage();
    const { world } = on.sim;
    const lines = await Promise.all([0, 1].map((id) => connect(on, { shard: [id, 2] })));
    await Promise.all(lines.map(isIn));
    await on.fetch('POST', `/applications/${on.app.id}/commands`, {
      body: { name: 'help', description: 'Helps' },
    });
    for (const guild of serversOfTwoShards(on)) {
      const channel = world.addChannel({ guild_id: guild.id });
      void personOf(world, on.owner.id).goes(channel).slash('help');
    }
    const taken = () => lines.map((line) => line.heard('INTERACTION_CREATE').length);
    await vi.waitFor(() => expect(taken()).toEqual([1, 1]));
  });

  it('are run by the real library as many as are recommended', async () => {
    await using on = await stage();
    on.sim.world.sessionStarts.assignedShards = 2;
    on.sim.world.sessionStarts.maxConcurrency = 2;
    const gateway = new WebSocketManager({ token: on.app.bot_token, intents: INTENTS, rest: on.rest });
    const arrived: number[] = [];
    gateway.on(WebSocketShardEvents.Ready, (_, shardId) => arrived.push(shardId));
    await gateway.connect();
    expect(arrived.sort()).toEqual([0, 1]);
    expect(on.sim.gateway.connected).toBe(2);
    await gateway.destroy();
  });
});

describe('a server in an outage', () => {
  it('goes, is not heard of, and comes back whole', async () => {
    await using on = await stage();
    const line = await connect(on);
    await isIn(line);
    const recover = on.sim.loseGuild(on.guild.id);
    await vi.waitFor(() =>
      expect(line.heard('GUILD_DELETE')).toEqual([{ id: on.guild.id, unavailable: true }]),
    );
    on.sim.world.addMessage({ channel_id: on.channel.id, author_id: on.owner.id, content: 'Anyone?' });
    recover();
    await vi.waitFor(() => expect(line.heard('GUILD_CREATE')).toHaveLength(2));
    expect(line.heard('GUILD_CREATE')[1]).toMatchObject({ name: on.guild.name, unavailable: false });
    expect(line.heard('MESSAGE_CREATE')).toEqual([]);
  });

  it('is no more than its id to whoever connects or joins meanwhile', async () => {
    await using on = await stage();
    const { world } = on.sim;
    on.sim.loseGuild(on.guild.id);
    const line = await connect(on);
    const stub = (id: string) => ({ id, unavailable: true });
    await vi.waitFor(() => expect(line.heard('GUILD_CREATE')).toEqual([stub(on.guild.id)]));
    const other = world.addGuild({ owner_id: on.owner.id });
    on.sim.loseGuild(other.id);
    world.addMember({ guild_id: other.id, user_id: on.app.bot_user_id });
    await vi.waitFor(() => expect(line.heard('GUILD_CREATE')[1]).toEqual(stub(other.id)));
  });
});
