import { deleteChannel } from '@tickets/discord-sim/world/channels';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { ChannelType } from 'discord-api-types/v10';
import { afterEach, beforeEach, expect, test } from 'vitest';

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

test('a ticket whose channel was deleted before anybody knew it as one is closed, and its opener is told and can open another', async () => {
  await w.settings({ ticket_limit: 1 });
  const { message } = await w.panel();
  w.sim.faults.next({
    method: 'POST',
    route: '/guilds/:guild/channels',
    afterEffect: true,
    kind: 'delay',
    delayMs: 500,
  });
  const pressed = w.member.click(message, 'Get help');
  const isTicket = ({ name, type }: { name: string | null; type: ChannelType }) =>
    type === ChannelType.GuildText && name?.startsWith('ticket-');
  const made = () => w.sim.world.channels.in('guild', w.guild_id).find(isTicket);
  deleteChannel(w.sim.world, await w.owner.eventually(made, 'the channel'));
  await w.bot.settled();
  expect(await saidIn(await pressed)).toContain('Ticket #1 has no channel in Discord.');
  await settleAll(w.ctx);
  expect(await w.ticket(1)).toMatchObject({ status: 'closed', close_source: 'channel_deleted' });
  await w.opened(await w.member.click(message, 'Get help'));
});
