import {
  buildMember,
  buildMessage,
  buildPanel,
  buildSession,
  buildTeam,
  buildTicket,
} from '@tickets/testkit/data/factories';
import type { TestApp } from '@tickets/testkit/worlds/app';
import { type LiveDesk, type LiveWorld, startLiveWorld } from '@tickets/testkit/worlds/live-world';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

/** What somebody has seen of the tickets of a server, and which of them wait. */

let world: LiveWorld;
let app: TestApp;
let desk: LiveDesk;
let message_id: string;

beforeAll(async () => {
  world = await startLiveWorld();
  ({ app } = world);
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.hangUp();
  desk = await world.addDesk();
  ({ message_id } = await desk.say('Hello?'));
});

const mark = (token: string, id: string, ticket_id = desk.ticket.ticket_id) =>
  app.call('tickets.mark_read', {
    params: { guild_id: desk.guild_id, ticket_id },
    body: { message_id: id },
    token,
  });
async function readOf(token: string) {
  const { body } = await app.call('tickets.list', { params: { guild_id: desk.guild_id }, token });
  return body.read;
}

test('what somebody has seen is noted for them alone, as far as there are messages, and never goes back', async () => {
  const { token, ticket } = desk;
  const colleague = await desk.signIn(1);
  expect(await readOf(token)).toEqual({});
  expect(await mark(token, '99999999999999999')).toMatchObject({ status: 204 });
  expect(await readOf(token)).toEqual({});
  const later = await buildMessage(app.ctx, { ...ticket, message_id: String(BigInt(message_id) + 1n) });
  await mark(token, '9223372036854775807');
  expect(await readOf(token)).toEqual({ [ticket.ticket_id]: later.message_id });
  await mark(token, message_id);
  expect(await readOf(token)).toEqual({ [ticket.ticket_id]: later.message_id });
  expect(await readOf(colleague)).toEqual({});
});

test('the other windows of the same person hear of it once, and nobody else does', async () => {
  const { guild_id, ticket } = desk;
  const user_id = await buildMember(app.ctx, { guild_id, level: 1 });
  const token = await buildSession(app.ctx, user_id);
  const [own, ticketPage, other] = [desk.openList(), desk.openTicket(), desk.openList()];
  await own.auth({ token });
  await ticketPage.auth({ token, list: true });
  await other.auth({ token: desk.token });
  await Promise.all([own, ticketPage, other].map((reader) => reader.until(1)));
  await mark(token, message_id);
  await mark(token, message_id);
  const frame = { type: 'ticket_read', data: { ticket_id: ticket.ticket_id, message_id } };
  expect((await own.until(2)).slice(1)).toEqual([frame]);
  expect((await ticketPage.until(2)).slice(1)).toEqual([frame]);
  await desk.change({ claimed_by: user_id });
  expect((await other.until(2)).slice(1)).toMatchObject([{ type: 'tickets_changed' }]);
  expect((await own.until(3)).slice(1)).toMatchObject([frame, { type: 'tickets_changed' }]);
});

test('a ticket that was closed a moment before is marked no more, and that is no fault of whoever looks at it', async () => {
  await desk.change({ status: 'closed', closed_at: new Date() });
  expect((await mark(desk.token, message_id)).status).toBe(204);
  const marks = app.ctx.db.selectFrom('ticket_reads').where('guild_id', '=', desk.guild_id).selectAll();
  expect(await marks.execute()).toEqual([]);
});

test('nobody can mark a ticket that they may not see, and its text, its waiting and its mark stay out of their list', async () => {
  const { guild_id, token } = desk;
  const team_id = await buildTeam(app.ctx, { guild_id });
  const panel = await buildPanel(app.ctx, { guild_id, default_team: false, team_ids: [team_id] });
  const hidden = await buildTicket(app.ctx, { guild_id, panel_id: panel.panel_id });
  const claimed = await buildTicket(app.ctx, {
    guild_id,
    claimed_by: await buildMember(app.ctx, { guild_id, level: 1 }),
  });
  await app.ctx.db
    .insertInto('guild_settings')
    .values({ guild_id, support_can_view: false })
    .onConflict((oc) => oc.column('guild_id').doUpdateSet({ support_can_view: false }))
    .execute();
  for (const { ticket_id } of [hidden, claimed])
    await buildMessage(app.ctx, {
      guild_id,
      ticket_id,
      message_id: String(BigInt(message_id) + BigInt(ticket_id)),
    });
  expect((await mark(token, message_id, hidden.ticket_id)).status).toBe(403);
  expect((await mark(token, message_id, claimed.ticket_id)).status).toBe(403);
  expect((await mark(token, message_id, 999)).status).toBe(404);
  const { body } = await app.call('tickets.waiting', { params: { guild_id }, token });
  expect(body.waiting).toEqual([desk.ticket.ticket_id]);
  const admin = await app.call('tickets.waiting', { params: { guild_id }, token: await desk.signIn(2) });
  expect(admin.body.waiting).toEqual([claimed.ticket_id, hidden.ticket_id, desk.ticket.ticket_id]);
});

test('a line that comes live tells the last words, their files and since when the ticket waits', async () => {
  const { guild_id, ticket, opener_id, token } = desk;
  const reader = desk.openList();
  await reader.auth({ token });
  await reader.until(1);
  await app.ctx.db
    .insertInto('ticket_attachments')
    .values({
      ...ticket,
      message_id,
      attachment_id: message_id,
      filename: 'a.png',
      size: 1,
      url: 'https://x.test/a',
    })
    .execute();
  const created_at = new Date('2026-01-02T03:04:05Z');
  await desk.change({
    last_message_id: message_id,
    last_message_at: created_at,
    last_message_by: opener_id,
    last_message_is_staff: false,
    answered_at: new Date('2030-01-01T00:00:00Z'),
    unanswered_at: created_at,
  });
  const [, frame] = await reader.until(2);
  const line = {
    waiting_since: created_at.toISOString(),
    last_message: { id: message_id, author_id: opener_id, text: 'Hello?', files: 1 },
  };
  expect(frame).toMatchObject({ type: 'tickets_changed', data: { ticket: line } });
  const { body } = await app.call('tickets.list', { params: { guild_id }, token });
  expect(body.tickets).toMatchObject([line]);
  expect(body.resolved_users).toHaveProperty(opener_id);
});
