import { changeSettings } from '@tickets/core/settings/change';
import {
  buildMember,
  buildPanel,
  buildSession,
  buildTeam,
  buildTicket,
  randomId,
} from '@tickets/testkit/data/factories';
import type { TestApp } from '@tickets/testkit/worlds/app';
import {
  type LiveDesk,
  type LiveReader,
  type LiveWorld,
  startLiveWorld,
} from '@tickets/testkit/worlds/live-world';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

/** The list of open tickets beside a ticket, over the ticket's own socket. */

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

async function read(token: string, list = true): Promise<LiveReader> {
  const reader = desk.openTicket();
  await reader.auth({ token, ...(list && { list }) });
  await reader.until(1);
  return reader;
}
const tell = (ticket_id: number) =>
  app.ctx.events.publish({ type: 'ticket.changed', guild_id: desk.guild_id, ticket_id });
/** Kinds of frames after the sign-in, each with the ticket that it is of. */
const heard = ({ frames }: LiveReader) =>
  frames.slice(1).map(({ type, data }) => [type, ...(data && 'ticket_id' in data ? [data.ticket_id] : [])]);

test('whoever reads a ticket and asks for the list hears of other tickets as far as they may see them', async () => {
  const { guild_id, token } = desk;
  const team_id = await buildTeam(app.ctx, { guild_id });
  const panel = await buildPanel(app.ctx, { guild_id, default_team: false, team_ids: [team_id] });
  const theirs = await buildTicket(app.ctx, { guild_id, panel_id: panel.panel_id });
  const ours = await buildTicket(app.ctx, { guild_id });
  const [support, admin] = [await read(token), await read(await desk.signIn(2))];
  tell(theirs.ticket_id);
  tell(ours.ticket_id);
  await admin.until(3);
  app.ctx.events.publish({ type: 'list.changed', guild_id });
  await Promise.all([admin.until(4), support.until(3)]);
  const changed = (ticket_id: number) => ['tickets_changed', ticket_id];
  expect(heard(admin)).toEqual([changed(theirs.ticket_id), changed(ours.ticket_id), ['list_changed']]);
  expect(heard(support)).toEqual([changed(ours.ticket_id), ['list_changed']]);
  expect(support.frames[1]).toMatchObject({ data: { ticket: { id: ours.ticket_id, claimed_by: null } } });
});

test('of a ticket of their own that a claim hides from the team, staff hear in the list only that it has left it', async () => {
  const { guild_id } = desk;
  const opener_id = await buildMember(app.ctx, { guild_id, level: 1 });
  const claimed_by = await buildMember(app.ctx, { guild_id, level: 1 });
  const { ticket_id } = await buildTicket(app.ctx, { guild_id, opener_id, claimed_by });
  const reader = await read(await buildSession(app.ctx, opener_id));
  const hear = async (support_can_view: boolean) => {
    await changeSettings(app.ctx.db, guild_id, { support_can_view });
    tell(ticket_id);
    return (await reader.until(reader.frames.length + 1)).at(-1);
  };
  expect(await hear(true)).toMatchObject({ data: { ticket: { id: ticket_id, claimed_by } } });
  const data = { ticket_id, ticket: null, closed: false, panel_title: null, users: {} };
  expect(await hear(false)).toEqual({ type: 'tickets_changed', data });
});

test('whoever does not ask for it hears of the ticket alone', async () => {
  const { guild_id, token } = desk;
  const other = await buildTicket(app.ctx, { guild_id });
  const [asking, reader] = [await read(token), await read(token, false)];
  tell(other.ticket_id);
  app.ctx.events.publish({ type: 'list.changed', guild_id });
  await asking.until(3);
  const { message_id } = await desk.say('mine');
  expect((await reader.until(2))[1]).toMatchObject({ type: 'message', data: { id: message_id } });
});

test('an opener without a level hears nothing of the list, whatever they ask for', async () => {
  const { guild_id, opener_id, token, ticket } = desk;
  await buildMember(app.ctx, { guild_id, user_id: opener_id });
  const other = await buildTicket(app.ctx, { guild_id });
  const [opener, staff] = [await read(await buildSession(app.ctx, opener_id)), await read(token)];
  tell(other.ticket_id);
  tell(ticket.ticket_id);
  app.ctx.events.publish({ type: 'list.changed', guild_id });
  await staff.until(4);
  const { message_id } = await desk.say('mine');
  expect((await opener.until(2))[1]).toMatchObject({ type: 'message', data: { id: message_id } });
});

test('what changed in the list while it was asked whether somebody may still listen is told after that', async () => {
  const { guild_id, token } = desk;
  const other = await buildTicket(app.ctx, { guild_id });
  const user_id = await buildMember(app.ctx, { guild_id, level: 1 });
  const [reader, colleague] = [await read(await buildSession(app.ctx, user_id)), await read(token)];
  const slow = await app.ctx.db.startTransaction().execute();
  try {
    await sql`lock table permissions`.execute(slow);
    app.ctx.events.publish({ type: 'access.changed', guild_id, user_id });
    tell(other.ticket_id);
    await colleague.until(2);
    expect(heard(reader)).toEqual([]);
  } finally {
    await slow.rollback().execute();
  }
  await reader.until(2);
  expect(heard(reader)).toEqual([['tickets_changed', other.ticket_id]]);
});

test('staff who lose a team, or get a role or another level, are told to read the list again', async () => {
  const { guild_id } = desk;
  const user_id = await buildMember(app.ctx, { guild_id, level: 1 });
  const team_id = await buildTeam(app.ctx, { guild_id, user_ids: [user_id] });
  const reader = await read(await buildSession(app.ctx, user_id));
  const changes = [
    app.ctx.db.deleteFrom('support_team_users').where('team_id', '=', team_id),
    app.ctx.db
      .updateTable('guild_members')
      .set({ role_ids: [randomId()] })
      .where('user_id', '=', user_id),
    app.ctx.db.updateTable('permissions').set({ admin: true, support: false }).where('user_id', '=', user_id),
  ];
  for (const [index, change] of changes.entries()) {
    await change.execute();
    app.ctx.events.publish({ type: 'access.changed', guild_id, user_id });
    await reader.until(2 + index);
    expect(heard(reader)).toEqual(Array.from({ length: 1 + index }, () => ['list_changed']));
  }
});
