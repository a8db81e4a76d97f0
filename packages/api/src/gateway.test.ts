import { updateMember } from '@tickets/discord-sim/world/members';
import { buildSession, buildTicket } from '@tickets/testkit/data/factories';
import { type SimParts, startTestApp, type TestApp } from '@tickets/testkit/worlds/app';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

let app: TestApp & SimParts;
let guild_id: string;
let owner: string;

beforeAll(async () => {
  app = await startTestApp({ sim: true });
  const { world } = app.sim;
  const guild = world.addGuild({ name: 'Desk' });
  guild_id = guild.id;
  world.addMember({ guild_id, user_id: app.application.bot_user_id });
  owner = await buildSession(app.ctx, guild.owner_id);
  await app.startBot();
});
afterAll(() => app.close());

test('what changes in Discord shows in the next call: a level taken away, a channel made', async () => {
  const { world } = app.sim;
  const role = world.addRole({ guild_id, permissions: 8n });
  const user = world.addUser();
  const member = world.addMember({ guild_id, user_id: user.id, roles: [role.id] });
  const token = await buildSession(app.ctx, user.id);
  const status = async () => (await app.call('settings.get', { params: { guild_id }, token })).status;
  await vi.waitFor(async () => expect(await status()).toBe(200));
  const heard = new Promise<void>((resolve) => {
    const stop = app.ctx.events.subscribe((event) => {
      if (event.type !== 'access.changed' || event.user_id !== user.id) return;
      stop();
      resolve();
    });
  });
  updateMember(world, member, { roles: [] });
  await heard;
  expect(await status()).toBe(403);

  const channel = world.addChannel({ guild_id, name: 'fresh' });
  await vi.waitFor(async () => {
    const { body } = await app.call('guild.channels', { params: { guild_id }, query: {}, token: owner });
    expect(body.map(({ id }) => id)).toContain(channel.id);
  });
});

test('the list of channels says which of them belong to tickets that are not closed', async () => {
  const { world } = app.sim;
  const [open, done, plain] = ['ticket-1', 'ticket-2', 'plain'].map((name) =>
    world.addChannel({ guild_id, name }),
  );
  const opener_id = world.addUser().id;
  await buildTicket(app.ctx, { guild_id, opener_id, channel_id: open?.id ?? null });
  await buildTicket(app.ctx, { guild_id, opener_id, channel_id: done?.id ?? null, status: 'closed' });
  await vi.waitFor(async () => {
    const { body } = await app.call('guild.channels', { params: { guild_id }, query: {}, token: owner });
    const flags = new Map(body.map(({ id, is_ticket }) => [id, is_ticket]));
    expect([open, done, plain].map((channel) => flags.get(channel?.id ?? ''))).toEqual([true, false, false]);
  });
});
