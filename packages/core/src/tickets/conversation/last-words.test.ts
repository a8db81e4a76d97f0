import { createTestClock } from '@tickets/testkit/worlds/clock';
import { startTicketWorld, type TestTicket, type TicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { expect, test } from 'vitest';
import type { AppEvent } from '../../platform/events/events.ts';
import { sweepAutoClose } from '../autoclose/auto-close.ts';
import { findTicket, type TicketKey } from '../model/find.ts';
import { recordDeletion, recordEdit, recordMessage, recordSaidFor } from './messages.ts';

const minute = 60_000;

/** What the lists say of a ticket. */
async function summaryOf({ ctx }: TicketWorld, key: TicketKey) {
  const { last_message_id, last_message_at, last_message_by, last_message_is_staff, awaits_opener } =
    (await findTicket(ctx.db, key)) ?? {};
  return { last_message_id, last_message_at, last_message_by, last_message_is_staff, awaits_opener };
}

const wordsOf = (message: { id: string; timestamp: string }, last_message_by: string, is_staff: boolean) => ({
  last_message_id: message.id,
  last_message_at: new Date(message.timestamp),
  last_message_by,
  last_message_is_staff: is_staff,
  awaits_opener: is_staff,
});

const nothingSaid = {
  last_message_id: null,
  last_message_at: null,
  last_message_by: null,
  last_message_is_staff: null,
  awaits_opener: false,
};

function listen({ ctx }: TicketWorld): { told: AppEvent[]; count(type: AppEvent['type']): number } {
  const told: AppEvent[] = [];
  ctx.events.subscribe((event) => told.push(event));
  return { told, count: (type) => told.filter((event) => event.type === type).length };
}

/** A message as the gateway tells it. */
async function payloadOf({ ctx, guild_id }: TicketWorld, channel_id: string, id: string) {
  return { ...(await ctx.discord.api.channels.getMessage(channel_id, id)), guild_id };
}

test('after the last message is deleted, the one before it is the last answer, in lists and live', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  const question = await world.member.write(ticket.channel_id, 'Where is my order?');
  const answer = await world.staff.write(ticket.channel_id, 'On its way');
  const slip = await world.staff.write(ticket.channel_id, 'Wrong window');
  await world.settled();
  const { told, count } = listen(world);

  await world.staff.delete(slip);
  await world.settled();
  expect(await summaryOf(world, ticket)).toEqual(wordsOf(answer, world.staff.id, true));
  await world.staff.delete(answer);
  await world.settled();
  expect(await summaryOf(world, ticket)).toEqual(wordsOf(question, world.member.id, false));
  expect(await findTicket(world.ctx.db, ticket)).toMatchObject({
    first_response_at: new Date(answer.timestamp),
  });
  expect(count('ticket.changed')).toBe(2);

  told.length = 0;
  const later = await world.staff.write(ticket.channel_id, 'It is there');
  await world.member.delete(question);
  await world.settled();
  expect(await summaryOf(world, ticket)).toEqual(wordsOf(later, world.staff.id, true));
  expect(count('ticket.changed')).toBe(1);

  await world.staff.delete(later);
  await world.settled();
  expect(await summaryOf(world, ticket)).toEqual(nothingSaid);
});

test('what is left after a deletion is what a person said: by hand, from the dashboard or with a tag', async () => {
  await using world = await startTicketWorld();
  const { ctx, guild_id } = world;
  const ticket = await world.openTicket();
  const { channel_id } = ticket;
  const asBot = (content: string) =>
    world.sim.world.addMessage({ channel_id, author_id: world.bot_id, content });
  world.hear(false);
  const reply = asBot('from the dashboard');
  await recordMessage(ctx, await payloadOf(world, channel_id, reply.id), { sent_by: world.staff.id });
  world.hear(true);
  asBot('a notice of the bot');
  await world.member.delete(await world.member.write(channel_id, 'typo'));
  await world.settled();
  expect(await summaryOf(world, ticket)).toEqual(wordsOf(reply, world.staff.id, true));

  const interaction = asBot('a tag');
  const said = { guild_id, channel_id, interaction_id: interaction.id };
  await world.settled();
  await recordSaidFor(ctx, { ...said, user_id: world.member.id });
  await world.staff.delete(await world.staff.write(channel_id, 'typo'));
  await world.settled();
  expect(await summaryOf(world, ticket)).toMatchObject({
    last_message_id: interaction.id,
    last_message_by: world.member.id,
    last_message_is_staff: false,
    awaits_opener: false,
  });
});

test('a request to close is still waited for when what the opener said after it is deleted', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  await world.member.write(ticket.channel_id, 'It arrived');
  const request = world.sim.world.addMessage({
    channel_id: ticket.channel_id,
    author_id: world.bot_id,
    content: 'May this be closed?',
  });
  await world.ctx.db
    .insertInto('close_requests')
    .values({ ...key(ticket), requester_id: world.staff.id, message_id: request.id })
    .execute();
  const wait = await world.member.write(ticket.channel_id, 'Wait');
  await world.settled();
  expect(await summaryOf(world, ticket)).toMatchObject({ awaits_opener: false });
  await world.member.delete(wait);
  await world.settled();
  expect(await summaryOf(world, ticket)).toMatchObject({
    last_message_by: world.member.id,
    awaits_opener: true,
  });
});

test('a message that is heard of after its deletion, or edited before it, is not the last answer', async () => {
  await using world = await startTicketWorld();
  const { ctx, guild_id } = world;
  const ticket = await world.openTicket();
  const { channel_id } = ticket;
  const question = await world.member.write(channel_id, 'Where is my order?');
  await world.settled();
  world.hear(false);
  const answer = await world.staff.write(channel_id, 'Here');
  const told = await payloadOf(world, channel_id, answer.id);
  await world.staff.edit(answer, 'There');
  const edited = await payloadOf(world, channel_id, answer.id);

  await recordDeletion(ctx, { guild_id, channel_id, ids: [answer.id] });
  await recordMessage(ctx, told);
  await recordEdit(ctx, edited);
  expect(await summaryOf(world, ticket)).toEqual(wordsOf(question, world.member.id, false));
});

test('a hundred messages that are deleted at once are told one by one, and the lists once', async () => {
  await using world = await startTicketWorld();
  const { ctx, guild_id } = world;
  const ticket = await world.openTicket();
  const { channel_id } = ticket;
  const question = await world.member.write(channel_id, 'Where is my order?');
  const ids = Array.from(
    { length: 100 },
    (_, n) => world.sim.world.addMessage({ channel_id, author_id: world.staff.id, content: String(n) }).id,
  );
  await world.settled();
  const { told, count } = listen(world);

  const shuffled = [...ids.slice(50), ...ids.slice(0, 50), ...ids.slice(0, 10)];
  expect(await recordDeletion(ctx, { guild_id, channel_id, ids: shuffled })).toBe(100);
  expect(count('ticket.changed')).toBe(1);
  const changes = told.filter((event) => event.type === 'ticket.message');
  expect(changes.map(({ message_id, seq }) => [message_id, seq])).toEqual(ids.map((id, n) => [id, n + 102]));
  expect(await summaryOf(world, ticket)).toEqual(wordsOf(question, world.member.id, false));
  expect(await findTicket(ctx.db, ticket)).toMatchObject({ last_seq: 201, message_count: 101 });
  expect(await recordDeletion(ctx, { guild_id, channel_id, ids })).toBe(0);
  expect(await findTicket(ctx.db, ticket)).toMatchObject({ last_seq: 201 });
});

test('deletions and messages that come at once leave one true last answer', async () => {
  await using world = await startTicketWorld();
  const { ctx, guild_id } = world;
  const ticket = await world.openTicket();
  const { channel_id } = ticket;
  world.hear(false);
  const messages = [];
  for (let n = 0; n < 12; n += 1)
    messages.push(await (n % 2 ? world.staff : world.member).write(channel_id, String(n)));
  const payloads = await Promise.all(messages.map(({ id }) => payloadOf(world, channel_id, id)));
  await Promise.all(
    payloads.flatMap((payload, n) => [
      recordMessage(ctx, payload),
      ...(n > 4 ? [recordDeletion(ctx, { guild_id, channel_id, ids: [payload.id] })] : []),
    ]),
  );
  expect(await summaryOf(world, ticket)).toEqual(
    wordsOf(messages[4] as { id: string; timestamp: string }, world.member.id, false),
  );
});

async function quietWorld(settings: {
  auto_close_since_open: number;
  auto_close_since_last_message: number;
}) {
  const clock = createTestClock();
  const world = await startTicketWorld({ clock, config: { premium: 'everyone' } });
  await world.settings({ auto_close_enabled: true, ...settings });
  const isClosed = async (ticket: TestTicket) =>
    (await findTicket(world.ctx.db, ticket))?.status === 'closing';
  const pass = async (minutes: number) => {
    for (let n = 0; n < minutes; n += 1) {
      clock.advance(minute);
      await sweepAutoClose(world.ctx);
    }
  };
  return { world, pass, isClosed };
}

test('deleting a message lets nobody close a ticket sooner', async () => {
  const { world, pass, isClosed } = await quietWorld({
    auto_close_since_open: 0,
    auto_close_since_last_message: 3_600,
  });
  await using _ = world;
  const opened_at = new Date(world.ctx.clock.now().getTime() - 300 * minute);
  const ticket = await world.openTicket({ opened_at });
  const early = world.sim.world.addMessage({
    channel_id: ticket.channel_id,
    author_id: world.member.id,
    content: 'Hello?',
  });
  await world.settled();
  const long_ago = new Date(opened_at.getTime() + minute);
  await world.ctx.db
    .updateTable('ticket_messages')
    .set({ created_at: long_ago })
    .where('message_id', '=', early.id)
    .execute();
  const latest = await world.staff.write(ticket.channel_id, 'Closing soon');
  await world.staff.delete(latest);
  await world.settled();
  expect(await summaryOf(world, ticket)).toMatchObject({ last_message_at: long_ago });

  await pass(59);
  expect(await isClosed(ticket)).toBe(false);
  await pass(3);
  expect(await isClosed(ticket)).toBe(true);
});

test('deleting a message keeps no ticket open longer than writing it did', async () => {
  const { world, pass, isClosed } = await quietWorld({
    auto_close_since_open: 0,
    auto_close_since_last_message: 3_600,
  });
  await using _ = world;
  const ticket = await world.openTicket();
  const only = await world.member.write(ticket.channel_id, 'Hello?');
  await world.settled();
  await pass(50);
  await world.member.delete(only);
  await world.settled();
  expect(await summaryOf(world, ticket)).toEqual(nothingSaid);
  await pass(9);
  expect(await isClosed(ticket)).toBe(false);
  await pass(3);
  expect(await isClosed(ticket)).toBe(true);
});

test('a ticket whose every message was deleted is not one in which nobody wrote', async () => {
  const { world, pass, isClosed } = await quietWorld({
    auto_close_since_open: 1_800,
    auto_close_since_last_message: 7_200,
  });
  await using _ = world;
  const ticket = await world.openTicket();
  await world.member.delete(await world.member.write(ticket.channel_id, 'Hello?'));
  await world.settled();
  await pass(119);
  expect(await isClosed(ticket)).toBe(false);
  await pass(3);
  expect(await isClosed(ticket)).toBe(true);
});

const key = ({ guild_id, ticket_id }: TicketKey) => ({ guild_id, ticket_id });
