import { callAs } from '@tickets/testkit/data/access';
import { buildAnswers, buildMessage } from '@tickets/testkit/data/factories';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { startTicketWorld, type TestTicket, type TicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { expect, test } from 'vitest';
import { closeTicket } from '../tickets/closing/close.ts';
import { compareServers } from '../tickets/recovery/compare.ts';
import { renderTranscript } from './render.ts';

const close = async (world: TicketWorld, ticket: TestTicket, user_id = world.staff.id) =>
  closeTicket(await callAs(world, user_id), { ...ticket, reason: 'Resolved', source: 'discord' });

const read = async (world: TicketWorld, ticket: TestTicket, user_id = world.staff.id) =>
  renderTranscript(await callAs(world, user_id), { ...ticket, deleted: true });

const completeness = async (...args: Parameters<typeof read>) => (await read(...args)).ticket.completeness;

const whole = { unheard: 0, erased: 0, files_not_kept: 0, read_until: null };

test('a ticket that was closed while the bot listened is there as a whole', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  for (const text of ['one', 'two', 'three']) await world.member.write(ticket.channel_id, text);
  await world.settled();
  await close(world, ticket);
  expect(await completeness(world, ticket)).toEqual({ ...whole, shown: 3, total: 3 });
});

test('what was written while the bot was down is there, because the channel is read at its end', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  await world.member.write(ticket.channel_id, 'heard');
  await world.settled();
  world.hear(false);
  for (const text of ['missed', 'missed too']) await world.member.write(ticket.channel_id, text);
  world.hear(true);
  await close(world, ticket);
  expect(await completeness(world, ticket)).toEqual({ ...whole, shown: 3, total: 3 });
});

test('a channel that was deleted by hand while the bot was down says until when it was read', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  const heard = await world.member.write(ticket.channel_id, 'heard');
  await world.settled();
  world.hear(false);
  await world.member.write(ticket.channel_id, 'lost');
  await world.owner.deleteChannel(ticket.channel_id);
  world.hear(true);
  await compareServers(world.ctx, [world.guild_id]);
  await settleAll(world.ctx);
  const found = await completeness(world, ticket);
  expect(found).toMatchObject({ ...whole, shown: 1, total: 1, read_until: expect.any(String) });
  expect(Date.parse(found.read_until ?? '')).toBe(Date.parse(heard.timestamp));
});

test('a message of which only the deletion was heard is missing to staff, and nothing to the opener', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  await world.member.write(ticket.channel_id, 'kept');
  await world.settled();
  world.hear(false);
  const lost = await world.member.write(ticket.channel_id, 'gone before anyone heard');
  world.hear(true);
  await world.member.delete(lost);
  await world.settled();
  await close(world, ticket);
  expect(await completeness(world, ticket)).toEqual({ ...whole, shown: 1, total: 2, unheard: 1 });
  expect(await completeness(world, ticket, world.member.id)).toEqual({ ...whole, shown: 1, total: 1 });
});

test('erased messages and files without a copy are counted', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket({
    status: 'closed',
    has_transcript: true,
    final_read_at: new Date(),
  });
  await buildMessage(world.ctx, { ...keyOf(ticket), content: '', erased_at: new Date() });
  const { message_id } = await buildMessage(world.ctx, keyOf(ticket));
  const file = { ...keyOf(ticket), message_id, filename: 'a.txt', size: 1, url: 'https://cdn.test/a' };
  await world.ctx.db
    .insertInto('ticket_attachments')
    .values([
      { ...file, attachment_id: '1', state: 'stored' },
      { ...file, attachment_id: '2', state: 'gone' },
      // It is still to be copied.
      { ...file, attachment_id: '3', state: 'pending' },
    ])
    .execute();
  expect(await completeness(world, ticket)).toEqual({
    ...whole,
    shown: 1,
    total: 2,
    erased: 1,
    files_not_kept: 1,
  });
});

test('its staff are told whose the ticket was and what the survey says; its opener is not', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket({ claimed_by: world.staff.id, claimed_at: new Date() });
  await world.member.write(ticket.channel_id, 'help');
  await world.settled();
  await close(world, ticket);
  await buildAnswers(world.ctx, keyOf(ticket), { 'How was it?': 'Good' }, 'exit_survey');
  const { ticket: forStaff } = await read(world, ticket);
  expect(forStaff).toMatchObject({
    opener: { username: 'mia' },
    closed_by: { username: 'sam' },
    claimed_by: { username: 'sam' },
    claimed_at: expect.any(String),
    close_source: 'discord',
    close_reason: 'Resolved',
    survey: [{ label: 'How was it?', value: 'Good' }],
    may_edit_reason: true,
    may_share: true,
  });
  const { ticket: forOpener } = await read(world, ticket, world.member.id);
  expect(forOpener).toMatchObject({
    closed_by: { username: 'sam' },
    claimed_by: null,
    claimed_at: null,
    survey: null,
    may_edit_reason: false,
    may_share: false,
  });
});

const keyOf = ({ guild_id, ticket_id }: TestTicket) => ({ guild_id, ticket_id });
