import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { afterEach, beforeEach, expect, test } from 'vitest';

// What fails here on purpose is reported.
allowWarning(/"msg":"(a step of opening a ticket failed)/);

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
  // Discord takes words that it does not like out of names.
  w.sim.world.alterChannelName = (name) => name.replace('rude', '');
});
afterEach(() => w[Symbol.asyncDispose]());

test("a ticket's name is the one that Discord gave its channel, so another panel may still name it", async () => {
  const { message } = await w.panel({ naming_scheme: 'rude-help-%id%' });
  const { ticket, channel } = await w.opened(await w.member.click(message, 'Get help'));
  expect(ticket.channel_name).toBe('-help-1');
  const { row } = await w.panel({ title: 'Billing', naming_scheme: 'rude-billing-%id%' });
  const panel = String(row.panel_id);
  await saidIn(await w.owner.goes(channel).slash('switchpanel', { panel }));
  expect(w.sim.world.channels.get(channel.id)?.name).toBe('-billing-1');
  expect(await w.ticket(1)).toMatchObject({ channel_name: '-billing-1', named_by_hand: false });
});

test('a name given by /rename is kept and told as Discord has it', async () => {
  const { channel } = await w.openTicket();
  await saidIn(await w.staff.goes(channel).slash('rename', { name: 'rude-one' }));
  expect(await w.ticket(1)).toMatchObject({ channel_name: '-one' });
});

test('a channel whose making was not answered is found again under the name that Discord gave it', async () => {
  const { message } = await w.panel({ naming_scheme: 'rude-help-%id%' });
  w.sim.faults.next({ method: 'POST', route: '/guilds/:id/channels', kind: 500, afterEffect: true });
  await w.member.click(message, 'Get help');
  await w.restart();
  const made = w.sim.world.channels.in('guild', w.guild_id).filter(({ name }) => name === '-help-1');
  expect(made).toHaveLength(1);
  expect(await w.ticket(1)).toMatchObject({
    status: 'open',
    channel_id: made[0]?.id,
    channel_name: '-help-1',
  });
});

test('the welcome message is pinned by the current route', async () => {
  const seen = w.sim.faults.record();
  await w.openTicket();
  const pins = seen.filter(({ method, route }) => method === 'PUT' && route.includes('pins'));
  expect(pins).toEqual([{ method: 'PUT', route: '/channels/:id/messages/pins/:id' }]);
});
