import { SettingsInput } from '@tickets/contract/settings/settings';
import { changeSettings } from '@tickets/core/settings/change';
import { saveSettings } from '@tickets/core/settings/save';
import { callOf } from '@tickets/testkit/data/access';
import {
  buildGuild,
  buildMember,
  buildPanel,
  buildSession,
  buildTeam,
  buildTicket,
} from '@tickets/testkit/data/factories';
import type { TestApp } from '@tickets/testkit/worlds/app';
import { type LiveDesk, type LiveWorld, startLiveWorld } from '@tickets/testkit/worlds/live-world';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let world: LiveWorld;
let app: TestApp;
let desk: LiveDesk;

beforeAll(async () => {
  world = await startLiveWorld();
  ({ app } = world);
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.hangUp();
  desk = await world.addDesk();
});

test('the list socket tells administrators of changed tickets, and staff only of those of their teams', async () => {
  const { guild_id, ticket, token } = desk;
  const user_id = await buildMember(app.ctx, { guild_id });
  const team_id = await buildTeam(app.ctx, { guild_id, user_ids: [user_id] });
  const panel = await buildPanel(app.ctx, { guild_id, default_team: false, team_ids: [team_id] });
  const own = await buildTicket(app.ctx, { guild_id, panel_id: panel.panel_id });
  const everything = desk.openList();
  const [team, support, nobody] = [desk.openList(), desk.openList(), desk.openList()];
  await everything.auth({ token: await desk.signIn(2) });
  await support.auth({ token });
  await team.auth({ token: await buildSession(app.ctx, user_id) });
  await nobody.auth({ token: await desk.signIn(0) });
  await nobody.untilRefused('You do not have permission to view this server');
  await Promise.all([everything.until(1), team.until(1), support.until(1)]);
  for (const ticket_id of [ticket.ticket_id, own.ticket_id])
    app.ctx.events.publish({ type: 'ticket.changed', guild_id, ticket_id });
  const told = (ticket_id: number) => ({
    type: 'tickets_changed',
    data: { ticket_id, ticket: { id: ticket_id } },
  });
  const ours = told(ticket.ticket_id);
  expect((await everything.until(3)).slice(1)).toMatchObject([ours, told(own.ticket_id)]);
  expect((await support.until(2)).slice(1)).toMatchObject([ours]);
  expect((await team.until(2)).slice(1)).toMatchObject([told(own.ticket_id)]);
});

test('the list socket tells how the line of a changed ticket stands now, and of one that is closed that it is', async () => {
  const { guild_id, opener_id, ticket, token } = desk;
  const list = desk.openList();
  await list.auth({ token });
  await list.until(1);
  await desk.change({ claimed_by: opener_id, last_message_is_staff: true });
  await list.until(2);
  const { body } = await app.call('tickets.list', { params: { guild_id }, token });
  await desk.change({ status: 'closing' });
  const frames = await list.until(3);
  expect(frames.slice(1)).toEqual([
    {
      type: 'tickets_changed',
      data: {
        ticket_id: ticket.ticket_id,
        ticket: body.tickets[0],
        closed: false,
        panel_title: null,
        users: body.resolved_users,
      },
    },
    {
      type: 'tickets_changed',
      data: expect.objectContaining({ ticket_id: ticket.ticket_id, ticket: null, closed: true }),
    },
  ]);
});

test('a claim that hides a ticket ends its sockets for other staff and takes it from their list once, until it is free', async () => {
  const { guild_id, ticket, token } = desk;
  await changeSettings(app.ctx.db, guild_id, { support_can_view: false });
  const claimer = await buildMember(app.ctx, { guild_id, level: 1 });
  const admin = await buildMember(app.ctx, { guild_id, level: 2 });
  const [view, kept] = [desk.openTicket(), desk.openTicket()];
  const [list, adminList] = [desk.openList(), desk.openList()];
  await Promise.all([view.auth({ token }), list.auth({ token })]);
  await kept.auth({ token: await buildSession(app.ctx, claimer) });
  await adminList.auth({ token: await buildSession(app.ctx, admin) });
  await Promise.all([view, kept, list, adminList].map((reader) => reader.until(1)));
  await desk.change({ claimed_by: claimer });
  await view.untilRefused('You do not have permission to view this ticket');
  await Promise.all([list.until(2), kept.until(2), adminList.until(2)]);
  app.ctx.events.publish({ type: 'ticket.changed', ...ticket });
  await adminList.until(3);
  await desk.change({ claimed_by: null });
  const { ticket_id } = ticket;
  const gone = { ticket_id, ticket: null, closed: false, panel_title: null, users: {} };
  expect((await list.until(3)).slice(1)).toMatchObject([
    { type: 'tickets_changed', data: gone },
    { type: 'tickets_changed', data: { ticket_id, ticket: { id: ticket_id, claimed_by: null } } },
  ]);
  expect(list.frames[1]?.data).toEqual(gone);
  expect(kept.isClosed()).toBe(false);

  await desk.change({ claimed_by: claimer });
  await list.until(4);
  const late = desk.openTicket();
  await late.auth({ token, since: 0 });
  await late.untilRefused('You do not have permission to view this ticket');
});

test('while it is asked whether somebody is still staff they hear nothing of the list, and all of it once they are', async () => {
  const { guild_id, ticket, token } = desk;
  const [staying, leaving] = [
    await buildMember(app.ctx, { guild_id, level: 1 }),
    await buildMember(app.ctx, { guild_id, level: 1 }),
  ];
  const [list, last, other] = [desk.openList(), desk.openList(), desk.openList()];
  await list.auth({ token: await buildSession(app.ctx, staying) });
  await last.auth({ token: await buildSession(app.ctx, leaving) });
  await other.auth({ token });
  await Promise.all([list.until(1), last.until(1), other.until(1)]);
  await app.ctx.db.deleteFrom('permissions').where('user_id', '=', leaving).execute();
  const slow = await app.ctx.db.startTransaction().execute();
  try {
    await sql`lock table permissions`.execute(slow);
    for (const user_id of [staying, leaving])
      app.ctx.events.publish({ type: 'access.changed', guild_id, user_id });
    app.ctx.events.publish({ type: 'ticket.changed', ...ticket });
    await other.until(2);
    expect([list.frames.length, last.frames.length]).toEqual([1, 1]);
  } finally {
    await slow.rollback().execute();
  }
  expect((await list.until(2))[1]?.type).toBe('tickets_changed');
  await last.untilRefused('You do not have permission to view this server');
  expect(last.frames).toHaveLength(2);
});

test('when the settings begin to hide claimed tickets, those who read one are shown out and lists are read again', async () => {
  const { guild_id, token } = desk;
  const claimer = await buildMember(app.ctx, { guild_id, level: 1 });
  await desk.change({ claimed_by: claimer });
  const [view, list] = [desk.openTicket(), desk.openList()];
  await Promise.all([view.auth({ token }), list.auth({ token })]);
  await Promise.all([view.until(1), list.until(1)]);
  const admin = await buildMember(app.ctx, { guild_id, level: 2 });
  const { body } = await app.call('settings.get', {
    params: { guild_id },
    token: await buildSession(app.ctx, admin),
  });
  const saved = { ...body, claim_settings: { support_can_view: false, support_can_type: false } };
  await saveSettings(callOf(app.ctx), guild_id, SettingsInput.parse(saved));
  await view.untilRefused('You do not have permission to view this ticket');
  expect((await list.until(2))[1]).toEqual({ type: 'list_changed' });
});

test('that a list may hold other tickets now is told to the readers of that server alone', async () => {
  const { guild_id, ticket, token } = desk;
  const list = desk.openList();
  await list.auth({ token });
  await list.until(1);
  const { guild_id: elsewhere } = await buildGuild(app.ctx);
  app.ctx.events.publish({ type: 'list.changed', guild_id: elsewhere });
  app.ctx.events.publish({ type: 'list.changed', guild_id });
  app.ctx.events.publish({ type: 'ticket.changed', ...ticket });
  expect((await list.until(3)).slice(1).map(({ type }) => type)).toEqual(['list_changed', 'tickets_changed']);
});

test('names that became known are told to the readers of that server alone', async () => {
  const { guild_id, ticket, token } = desk;
  const list = desk.openList();
  const view = desk.openTicket();
  for (const reader of [list, view]) {
    await reader.auth({ token });
    await reader.until(1);
  }
  const { guild_id: elsewhere } = await buildGuild(app.ctx);
  app.ctx.events.publish({ type: 'names.learned', guild_id: elsewhere });
  app.ctx.events.publish({ type: 'names.learned', guild_id });
  app.ctx.events.publish({ type: 'ticket.changed', ...ticket });
  expect((await list.until(3)).slice(1).map(({ type }) => type)).toEqual([
    'names_learned',
    'tickets_changed',
  ]);
  expect((await view.until(2)).slice(1).map(({ type }) => type)).toEqual(['names_learned']);
});
