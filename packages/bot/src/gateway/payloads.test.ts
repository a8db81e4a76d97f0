import * as payloads from '@tickets/discord-sim/shapes/payloads';
import { differences, type Shape } from '@tickets/discord-sim/shapes/shape';
import { saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { GatewayDispatchEvents as E } from 'discord-api-types/v10';
import { expect, it, vi } from 'vitest';
import { startBot } from '../bot.ts';

const shapes: Partial<Record<string, (data: object) => Shape>> = {
  [E.InteractionCreate]: () => payloads.interaction,
  [E.MessageCreate]: () => payloads.messageEvent,
  [E.MessageUpdate]: () => payloads.messageEvent,
  [E.ChannelCreate]: payloads.channel,
  [E.ChannelUpdate]: payloads.channel,
};

it('the bot hears nothing in the life of a ticket that Discord would not send', async () => {
  await using w = await startBotWorld();
  const found: string[] = [];
  const heard = new Set<string>();
  const stop = w.sim.world.listenAs(
    { userId: w.bot_id, applicationId: w.ctx.discord.application_id },
    ({ t, d }) => {
      const data: object = JSON.parse(JSON.stringify(d));
      const shape = shapes[t]?.(data);
      if (!shape) return;
      heard.add(t);
      found.push(...differences(shape, data, t));
    },
  );
  const { channel, welcome } = await w.openTicket();
  await w.member.write(channel, 'The oven is cold');
  await w.staff.goes(channel).slash('rename', { name: 'cold-oven' });
  await w.staff.click(welcome, 'Claim');
  await w.staff.click(welcome, 'Close With Reason');
  await w.staff.submitModal({ Reason: 'It is warm again' });
  await vi.waitFor(() => expect(w.sim.world.channels.has(channel.id)).toBe(false), { timeout: 10_000 });
  stop();
  expect([...new Set(found)]).toEqual([]);
  expect([...heard].sort()).toEqual(Object.keys(shapes).sort());
});

it('a bot of several shards serves the servers of all of them', async () => {
  await using w = await startBotWorld();
  await w.bot.stop();
  w.sim.world.sessionStarts.maxConcurrency = 2;
  const bot = await startBot(w.ctx, { shards: { ids: [0, 1], count: 2 } });
  await bot.settled();
  expect(w.sim.gateway.connected).toBe(2);
  // Ids count milliseconds from an even one on, and so do shards.
  for (const shard of [0, 1]) {
    const created_at = Date.UTC(2025, 0, 1) + shard;
    const guild = w.sim.world.addGuild({ owner_id: w.owner.id, name: `Shard ${shard}`, created_at });
    w.sim.world.addMember({ guild_id: guild.id, user_id: w.bot_id });
    const channel = w.sim.world.addChannel({ guild_id: guild.id });
    // The server is known once the bot has written down what it heard of it.
    await vi.waitFor(async () =>
      expect(await saidIn(await w.owner.goes(channel).slash('help'))).toContain('/open'),
    );
  }
  await bot.stop();
});
