import { REST } from '@discordjs/rest';
import { WebSocketManager, WebSocketShardEvents } from '@discordjs/ws';
import { GatewayIntentBits as I } from 'discord-api-types/v10';
import { expect, it, vi } from 'vitest';
import { serverView } from '../people/server-view.ts';
import { type Stage, stage } from '../testing.ts';
import { installBot } from '../world/guilds.ts';

/** A second bot, whose life goes on whatever happens to the first. */
async function twoBots(on: Stage) {
  const other = on.sim.world.addApplication({ name: 'Other' });
  installBot(on.sim.world, { guildId: on.guild.id, applicationId: other.id });
  const connect = async (token: string) => {
    const rest = new REST({ api: `${on.sim.url}/api`, version: '10', retries: 0 }).setToken(token);
    const sessions = new Map();
    const gateway = new WebSocketManager({
      token,
      rest,
      intents: I.Guilds | I.GuildMembers,
      initialPresence: {
        status: 'online' as never,
        activities: [{ name: '/help', type: 2 }],
        since: null,
        afk: false,
      },
      retrieveSessionInfo: (id) => sessions.get(id) ?? null,
      updateSessionInfo: (id, info) => void (info ? sessions.set(id, info) : sessions.delete(id)),
    });
    const codes: number[] = [];
    gateway.on(WebSocketShardEvents.Closed, (code) => codes.push(code));
    gateway.on(WebSocketShardEvents.Error, () => undefined);
    gateway.on(WebSocketShardEvents.SocketError, () => undefined);
    await gateway.connect();
    return { gateway, codes };
  };
  const bots = { first: await connect(on.app.bot_token), second: await connect(other.bot_token) };
  return {
    ...bots,
    other,
    end: () => Promise.all([bots.first.gateway.destroy(), bots.second.gateway.destroy()]),
  };
}

const ask = (on: Stage, fault: string, body: object = {}) =>
  fetch(`${on.sim.url}/faults/applications/${on.app.id}/${fault}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

it('what happens to one bot leaves the others alone', async () => {
  await using on = await stage({ faultsOverHttp: true });
  const { first, second, other, end } = await twoBots(on);
  const { gateway, botFaults, world } = on.sim;

  await ask(on, 'cut-off');
  await vi.waitFor(() => expect(gateway.isOnline(on.app.id)).toBe(false));
  await ask(on, 'cut-off', { on: false });
  await vi.waitFor(() => expect(gateway.isOnline(on.app.id)).toBe(true), 5_000);

  await ask(on, 'leave-starts', { remaining: 3 });
  expect(world.sessionStarts.limitOf(on.app.id).remaining).toBe(3);
  expect(world.sessionStarts.limitOf(other.id).remaining).toBe(999);

  await ask(on, 'refuse-intents');
  await vi.waitFor(() => expect(first.codes).toContain(4014));
  botFaults.refuseIntents(on.app.id, false);
  expect(world.applications.get(on.app.id)?.flags).toBe(on.app.flags);

  const { token } = (await (await ask(on, 'reset-token')).json()) as { token: string };
  expect((await on.fetch('GET', '/users/@me')).status).toBe(401);
  expect((await on.fetch('GET', '/users/@me', { token: `Bot ${token}` })).status).toBe(200);

  expect(second.codes).toEqual([]);
  expect(gateway.isOnline(other.id)).toBe(true);
  expect(gateway.overlaps).toEqual([]);
  await end();
});

it('the member list shows what a bot does, and whether it is there', async () => {
  await using on = await stage();
  const { second, other, end } = await twoBots(on);
  const shown = () =>
    serverView(on.sim.world, on.guild, on.owner.id).members.find(({ id }) => id === other.bot_user_id);
  await vi.waitFor(() => expect(shown()).toMatchObject({ activity: 'Listening to /help', online: true }));
  await second.gateway.destroy();
  await vi.waitFor(() => expect(shown()).toMatchObject({ activity: null, online: false }));
  await end();
});

it('a shard that is connected twice at once is noticed', async () => {
  await using on = await stage();
  const { other, end } = await twoBots(on);
  const twice = await twoBots(on).catch(() => undefined);
  expect(on.sim.gateway.overlaps).toContainEqual({ applicationId: on.app.id, shard: [0, 1] });
  expect(on.sim.gateway.shardsOf(other.id)).toEqual([[0, 1]]);
  await twice?.end();
  await end();
});
