import { personOf } from '@tickets/discord-sim/control';
import { buildSession } from '@tickets/testkit/factories';
import { type PanelDesk, type PanelWorld, startPanelWorld } from '@tickets/testkit/panel-world';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

let world: PanelWorld;
let desk: PanelDesk;
let ticket: { ticket_id: number; channel_id: string };
const staff = { sage: { user_id: '', token: '' }, basil: { user_id: '', token: '' } };

beforeAll(async () => {
  world = await startPanelWorld();
  desk = await world.addDesk();
  const { ctx, sim } = world.app;
  const { panel_id } = await desk.create({ channel_id: desk.lobby, button_label: 'Open' });
  for (const name of ['sage', 'basil'] as const) {
    const user = sim.world.addUser({ username: name });
    sim.world.addMember({ guild_id: desk.guild_id, user_id: user.id });
    await ctx.db
      .insertInto('permissions')
      .values({ guild_id: desk.guild_id, user_id: user.id, support: true })
      .execute();
    staff[name] = { user_id: user.id, token: await buildSession(ctx, user.id) };
  }
  const member = sim.world.addUser({ username: 'maple' });
  sim.world.addMember({ guild_id: desk.guild_id, user_id: member.id });
  const [message] = desk.messagesIn(desk.lobby);
  if (!message) throw new Error('the panel has no message');
  await personOf(sim.world, member.id).click(message, 'Open');
  ticket = await vi.waitFor(
    async () => {
      const row = await ctx.db
        .selectFrom('tickets')
        .where('panel_id', '=', panel_id)
        .where('welcome_message_id', 'is not', null)
        .select(['ticket_id', 'channel_id'])
        .executeTakeFirstOrThrow();
      return { ticket_id: row.ticket_id, channel_id: String(row.channel_id) };
    },
    { timeout: 10_000 },
  );
});
afterAll(() => world[Symbol.asyncDispose]());

async function claim(method: 'POST' | 'DELETE' | 'PUT', who: keyof typeof staff, body?: object) {
  const response = await fetch(`${world.app.url}/api/${desk.guild_id}/tickets/${ticket.ticket_id}/claim`, {
    method,
    headers: {
      'x-tickets': 'true',
      authorization: staff[who].token,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { error = '' } = (await response.json()) as { error?: string };
  return { status: response.status, error };
}

const claimer = async () =>
  (
    await world.app.ctx.db
      .selectFrom('tickets')
      .where('guild_id', '=', desk.guild_id)
      .where('ticket_id', '=', ticket.ticket_id)
      .select('claimed_by')
      .executeTakeFirstOrThrow()
  ).claimed_by;
const lastSaid = () => desk.messagesIn(ticket.channel_id).at(-1)?.embeds[0]?.description;

test('a ticket is claimed, handed on and given back from the dashboard, and its channel is told', async () => {
  const { sage, basil } = staff;
  expect(await claim('POST', 'sage')).toMatchObject({ status: 200 });
  expect([await claimer(), lastSaid()]).toEqual([
    sage.user_id,
    `Your ticket will be handled by <@${sage.user_id}>`,
  ]);
  // A mention is a number outside of Discord.
  expect(await claim('POST', 'basil')).toEqual({
    status: 409,
    error: expect.stringContaining('This ticket is claimed by sage.'),
  });
  expect(await claim('DELETE', 'basil')).toMatchObject({ status: 403 });

  expect(await claim('PUT', 'sage', { user_id: basil.user_id })).toMatchObject({ status: 200 });
  expect([await claimer(), lastSaid()]).toEqual([
    basil.user_id,
    `Your ticket will be handled by <@${basil.user_id}>`,
  ]);
  expect(await claim('PUT', 'sage', { user_id: '77' })).toMatchObject({ status: 400 });

  expect(await claim('DELETE', 'basil')).toMatchObject({ status: 200 });
  expect([await claimer(), lastSaid()]).toEqual([null, 'All support representatives can now respond']);
});
