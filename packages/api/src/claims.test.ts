import { changeSettings } from '@tickets/core/settings/change';
import { personOf } from '@tickets/discord-sim/control';
import { buildPanel, buildSession, buildTicket } from '@tickets/testkit/data/factories';
import { type PanelDesk, type PanelWorld, startPanelWorld } from '@tickets/testkit/worlds/panel-world';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

let world: PanelWorld;
let desk: PanelDesk;
let ticket: { ticket_id: number; channel_id: string };
const staff = { sage: { user_id: '', token: '' }, basil: { user_id: '', token: '' } };

beforeAll(async () => {
  world = await startPanelWorld();
  desk = await world.addDesk({ premium: true });
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

test('a ticket is claimed, transferred and given back from the dashboard, and its channel is told', async () => {
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
  expect(await claim('PUT', 'basil', { user_id: basil.user_id })).toEqual({
    status: 403,
    error: 'Only sage, who claimed the ticket, or an administrator can transfer it.',
  });
  expect(await claimer()).toBe(sage.user_id);

  expect(await claim('PUT', 'sage', { user_id: basil.user_id })).toMatchObject({ status: 200 });
  expect([await claimer(), lastSaid()]).toEqual([
    basil.user_id,
    `Your ticket will be handled by <@${basil.user_id}>`,
  ]);
  expect(await claim('PUT', 'basil', { user_id: '77' })).toMatchObject({ status: 400 });

  expect(await claim('DELETE', 'basil')).toMatchObject({ status: 200 });
  expect([await claimer(), lastSaid()]).toEqual([null, 'All support representatives can now respond']);
});

describe('what the settings leave to other staff while somebody has a ticket', () => {
  const call = async (method: string, path: string, token: string, body?: object) => {
    const response = await fetch(`${world.app.url}/api/${desk.guild_id}${path}`, {
      method,
      headers: {
        'x-tickets': 'true',
        authorization: token,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = JSON.parse((await response.text()) || '{}') as Record<string, unknown>;
    return { status: response.status, answer };
  };
  const openTicket = async (values: object) => {
    const { guild_id } = desk;
    const channel_id = await desk.addChannel();
    return buildTicket(world.app.ctx, { guild_id, channel_id, ...values });
  };
  const settings = (support_can_view: boolean, support_can_type: boolean) =>
    changeSettings(world.app.ctx.db, desk.guild_id, { support_can_view, support_can_type });
  const may = async (token: string, ticket_id: number) => {
    const list = await call('GET', '/tickets', token);
    const view = await call('GET', `/tickets/${ticket_id}`, token);
    const reply = await call('POST', `/tickets/${ticket_id}`, token, { message: { content: 'Hello' } });
    const tag = await call('POST', `/tickets/${ticket_id}/tag`, token, { tag_id: 'hours' });
    const tickets = list.answer.tickets as { id: number }[];
    return {
      listed: tickets.some(({ id }) => id === ticket_id),
      view: view.status,
      may_write: view.answer.may_write,
      reply: reply.status,
      tag: tag.status,
      why: reply.answer.error,
      hidden: view.answer.error,
    };
  };
  const everything = {
    listed: true,
    view: 200,
    may_write: true,
    reply: 200,
    tag: 200,
    why: undefined,
    hidden: undefined,
  };
  const hidden =
    'Only sage, who claimed this ticket, and administrators can see it. Ask them to unclaim or transfer it.';
  const nothing = { listed: false, view: 403, may_write: undefined, reply: 403, tag: 403, hidden };

  beforeAll(async () => {
    await call('PUT', '/tags', desk.token, {
      id: 'hours',
      content: 'Nine to five',
      use_guild_command: false,
    });
  });

  test('without viewing it is neither listed, read, answered nor closed by them', async () => {
    await settings(false, false);
    const { sage, basil } = staff;
    const { ticket_id } = await openTicket({ claimed_by: sage.user_id });
    expect(await may(basil.token, ticket_id)).toMatchObject(nothing);
    for (const method of ['DELETE', 'POST', 'PUT'])
      expect(
        await call(
          method,
          `/tickets/${ticket_id}/claim`,
          basil.token,
          method === 'PUT' ? { user_id: basil.user_id } : undefined,
        ),
      ).toMatchObject({ status: 403 });
    expect(await call('DELETE', `/tickets/${ticket_id}`, basil.token, {})).toMatchObject({ status: 403 });
    expect(await may(sage.token, ticket_id)).toEqual(everything);
    expect(await may(desk.token, ticket_id)).toEqual(everything);
  });

  test('staff who do not work the panel are not told whether anybody has it', async () => {
    await settings(false, false);
    const { sage, basil } = staff;
    const { panel_id } = await buildPanel(world.app.ctx, { guild_id: desk.guild_id, default_team: false });
    const { ticket_id } = await openTicket({ claimed_by: sage.user_id, panel_id });
    const refused = { status: 403, answer: { code: 'permission.denied' } };
    expect(await call('GET', `/tickets/${ticket_id}`, basil.token)).toMatchObject(refused);
    expect(await call('DELETE', `/tickets/${ticket_id}/claim`, basil.token)).toMatchObject(refused);
    const unclaimed = await openTicket({ panel_id });
    expect(await call('DELETE', `/tickets/${unclaimed.ticket_id}/claim`, basil.token)).toMatchObject(refused);
  });

  test('who has a ticket gives it back also after they left its panel’s team', async () => {
    await settings(false, false);
    const { sage, basil } = staff;
    const { panel_id } = await buildPanel(world.app.ctx, { guild_id: desk.guild_id, default_team: false });
    const ticket = { claimed_by: basil.user_id, opener_id: sage.user_id, panel_id };
    const { ticket_id } = await openTicket(ticket);
    expect(await call('DELETE', `/tickets/${ticket_id}/claim`, basil.token)).toMatchObject({ status: 200 });
  });

  test('its opener reads it as a member does, and staff who were added to it have it as before', async () => {
    await settings(false, false);
    const { sage, basil } = staff;
    const own = await openTicket({ claimed_by: sage.user_id, opener_id: basil.user_id });
    const asMember = { listed: false, view: 200, may_write: false, reply: 403, tag: 403 };
    expect(await may(basil.token, own.ticket_id)).toMatchObject(asMember);
    const { guild_id, ticket_id } = await openTicket({ claimed_by: sage.user_id });
    const member = { guild_id, ticket_id, member_id: basil.user_id, kind: 'user' as const };
    await world.app.ctx.db.insertInto('ticket_members').values(member).execute();
    expect(await may(basil.token, ticket_id)).toEqual(everything);
  });

  test('staff of another team who opened it read it, and speak in it neither as staff nor as the server', async () => {
    await settings(true, true);
    const { sage } = staff;
    const { panel_id } = await buildPanel(world.app.ctx, { guild_id: desk.guild_id, default_team: false });
    const { ticket_id } = await openTicket({ opener_id: sage.user_id, panel_id });
    expect(await may(sage.token, ticket_id)).toMatchObject({
      listed: false,
      view: 200,
      may_write: false,
      reply: 403,
      tag: 403,
    });
    const { panel_id: own } = await buildPanel(world.app.ctx, { guild_id: desk.guild_id });
    const mine = await openTicket({ opener_id: sage.user_id, panel_id: own });
    expect(await may(sage.token, mine.ticket_id)).toEqual(everything);
  });

  test('without typing, staff who opened it are told that they write in it as a member', async () => {
    await settings(true, false);
    const { sage, basil } = staff;
    const { ticket_id } = await openTicket({ claimed_by: sage.user_id, opener_id: basil.user_id });
    expect(await may(basil.token, ticket_id)).toMatchObject({
      listed: true,
      may_write: false,
      reply: 403,
      tag: 403,
      why: 'You opened this ticket yourself. While it is claimed by sage, you take part in it as a member, not as staff.',
    });
  });

  test('without typing they read it, are told who has it, and may close it', async () => {
    await settings(true, false);
    const { sage, basil } = staff;
    const { ticket_id } = await openTicket({ claimed_by: sage.user_id });
    expect(await may(basil.token, ticket_id)).toEqual({
      listed: true,
      view: 200,
      may_write: false,
      reply: 403,
      tag: 403,
      why: 'Only sage, who claimed this ticket, and administrators can write in it. Ask them to unclaim or transfer it.',
      hidden: undefined,
    });
    expect(await may(sage.token, ticket_id)).toEqual(everything);
    expect(await call('DELETE', `/tickets/${ticket_id}`, basil.token, {})).toMatchObject({ status: 200 });
  });

  test('what is closed is read by all who work its panel', async () => {
    await settings(false, false);
    const { sage, basil } = staff;
    const closed = { status: 'closed' as const, closed_at: new Date(), has_transcript: true };
    const { ticket_id } = await openTicket({ claimed_by: sage.user_id, ...closed });
    const { status } = await call('GET', `/transcripts/${ticket_id}/render`, basil.token);
    expect(status).toBe(200);
  });
});
