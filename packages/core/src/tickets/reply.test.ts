import { startTicketWorld, type TestTicket, type TicketWorld } from '@tickets/testkit/ticket-world';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { loadAccess } from '../permissions/load.ts';
import { findTicket } from './find.ts';
import { replyToTicket } from './reply.ts';
import { getTicketView, messagesSince } from './view.ts';

async function accessOf({ ctx, guild_id }: TicketWorld, user_id: string) {
  const access = await loadAccess(ctx, guild_id, user_id);
  if (!access) throw new Error('the server is known');
  return access;
}

async function reply(
  world: TicketWorld,
  ticket: TestTicket,
  content: string,
  by = world.staff.id,
  idempotency_key?: string,
) {
  const { guild_id, ticket_id } = ticket;
  return replyToTicket(world.ctx, await accessOf(world, by), {
    guild_id,
    ticket_id,
    content,
    idempotency_key,
  });
}

const inChannel = ({ sim }: TicketWorld, { channel_id }: { channel_id: string }) =>
  sim.world.messages.in('channel', channel_id);

test('a reply stands in Discord under the name of the member of staff, and counts as their answer', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  const { message_id } = await reply(world, ticket, 'We are on it');
  const [message] = inChannel(world, ticket);
  expect(message).toMatchObject({
    id: message_id,
    content: 'We are on it',
    webhook_author: { username: 'sam' },
  });
  await world.settled();
  const { messages } = await getTicketView(world.ctx, await accessOf(world, world.staff.id), ticket);
  expect(messages.map(({ author, content }) => [author.id, content])).toEqual([
    [world.staff.id, 'We are on it'],
  ]);
  expect(await findTicket(world.ctx.db, ticket)).toMatchObject({
    last_message_by: world.staff.id,
    last_message_is_staff: true,
    message_count: 1,
  });
});

test('an anonymised reply names the server to the members and the person to staff', async () => {
  await using world = await startTicketWorld();
  await world.settings({ anonymise_dashboard_responses: true });
  const ticket = await world.openTicket();
  await reply(world, ticket, 'hello');
  expect(inChannel(world, ticket)[0]?.webhook_author?.username).toBe('Bakery');
  const authorFor = async (user_id: string) =>
    (await getTicketView(world.ctx, await accessOf(world, user_id), ticket)).messages[0]?.author.username;
  expect(await authorFor(world.staff.id)).toBe('sam');
  expect(await authorFor(world.member.id)).toBe('Bakery');
  expect((await messagesSince(world.ctx, { ...ticket, seq: 0 }))[0]?.author.username).toBe('Bakery');
});

test('a reply to a thread ticket lands in the thread', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket({ is_thread: true });
  await reply(world, ticket, 'in here');
  expect(inChannel(world, ticket).map(({ content }) => content)).toEqual(['in here']);
});

test('the same key sends once, however often and however close together it comes', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => reply(world, ticket, 'once', world.staff.id, 'the-same-key')),
  );
  answers.push(await reply(world, ticket, 'once', world.staff.id, 'the-same-key'));
  expect(new Set(answers.map(({ message_id }) => message_id)).size).toBe(1);
  expect(inChannel(world, ticket)).toHaveLength(1);
  await reply(world, ticket, 'another person', world.owner.id, 'the-same-key');
  expect(inChannel(world, ticket)).toHaveLength(2);
});

for (const kind of [500, 'timeout'] as const)
  for (const afterEffect of [false, true])
    test(`a reply that met ${kind === 500 ? 'an error' : 'no answer'}${afterEffect ? ' after its effect' : ''} is there once when it is sent again`, async () => {
      await using world = await startTicketWorld();
      const ticket = await world.openTicket();
      await reply(world, ticket, 'the same words');
      world.sim.faults.next({ method: 'POST', route: '/webhooks/:id/:token', kind, afterEffect });
      const send = () => reply(world, ticket, 'the same words', world.staff.id, 'a-key-of-mine');
      await expect(send()).rejects.toMatchObject({ code: 'discord.unavailable' });
      const { message_id } = await send();
      expect(inChannel(world, ticket).map(({ id }) => id)).toContain(message_id);
      expect(inChannel(world, ticket)).toHaveLength(2);
    });

test('a webhook that was deleted is replaced, and without the right to one the bot speaks', async () => {
  await using world = await startTicketWorld();
  const { world: discord } = world.sim;
  const ticket = await world.openTicket();
  await reply(world, ticket, 'first');
  for (const webhook of discord.webhooks.all()) discord.webhooks.delete(webhook.id);
  await reply(world, ticket, 'second');
  await reply(world, ticket, 'third');
  expect(
    inChannel(world, ticket).map(({ content, webhook_id }) => [content, webhook_id !== undefined]),
  ).toEqual([
    ['first', true],
    ['**sam**: second', false],
    ['third', true],
  ]);

  const [role] = discord.roles.in('guild', world.guild_id).filter(({ name }) => name === 'Tickets');
  const { ViewChannel, SendMessages, ReadMessageHistory } = PermissionFlagsBits;
  if (role)
    discord.roles.put({ ...role, permissions: String(ViewChannel | SendMessages | ReadMessageHistory) });
  const poor = await world.openTicket();
  await reply(world, poor, 'without a webhook');
  expect(inChannel(world, poor).map(({ content }) => content)).toEqual(['**sam**: without a webhook']);
});

test('a reply calls only those who are in the ticket', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  await reply(world, ticket, `@everyone <@${world.member.id}> <@${world.owner.id}> <@&${world.guild_id}>`);
  expect(inChannel(world, ticket)[0]).toMatchObject({
    mentions: [world.member.id],
    mention_roles: [],
    mention_everyone: false,
  });
});

test('a reply is refused to whoever may not give it, and nothing is sent', async () => {
  await using world = await startTicketWorld({ config: { premium: 'entitlements' } });
  const ticket = await world.openTicket();
  await expect(reply(world, ticket, 'hi')).rejects.toMatchObject({ code: 'premium.required' });
  await world.ctx.db
    .insertInto('entitlements')
    .values({ guild_id: world.guild_id, source: 'operator', sku_label: 'Premium' })
    .execute();
  await expect(reply(world, ticket, '  \n')).rejects.toMatchObject({ code: 'ticket.message_empty' });
  await expect(reply(world, ticket, 'x'.repeat(2001))).rejects.toMatchObject({
    code: 'ticket.message_too_long',
  });
  await expect(reply(world, ticket, 'hi', world.member.id)).rejects.toMatchObject({
    code: 'permission.denied',
  });
  expect(inChannel(world, ticket)).toEqual([]);
  await reply(world, ticket, 'x'.repeat(2000));
});

test('a reply into a channel that is gone closes the ticket and says so', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  world.hear(false);
  await world.owner.deleteChannel(ticket.channel_id);
  await expect(reply(world, ticket, 'hi')).rejects.toMatchObject({ code: 'ticket.channel_missing' });
  expect((await findTicket(world.ctx.db, ticket))?.status).toBe('closing');
});
