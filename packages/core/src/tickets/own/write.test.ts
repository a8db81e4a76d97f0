import type { UploadedFile } from '@tickets/contract/platform/uploads';
import { updateChannel } from '@tickets/discord-sim/world/channels';
import { leaveGuild, updateMember } from '@tickets/discord-sim/world/members';
import { removeThreadMember } from '@tickets/discord-sim/world/threads';
import { callAs } from '@tickets/testkit/data/access';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { startTicketWorld, type TestTicket, type TicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { OverwriteType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { removeMember } from '../../servers/members.ts';
import { replyToTicket } from '../conversation/reply.ts';
import { getTicketView } from '../conversation/view.ts';
import { findTicket } from '../model/find.ts';
import { getOwnTicket } from './view.ts';
import { writeInOwnTicket } from './write.ts';

// What fails here on purpose is reported.
allowWarning(/"msg":"(it could not be told that a close request has no time any more)/);

async function write(
  world: TicketWorld,
  { guild_id, ticket_id }: TestTicket,
  content: string,
  { key, files = [] }: { key?: string; files?: readonly UploadedFile[] } = {},
) {
  const call = await callAs(world, world.member.id);
  return writeInOwnTicket(call, { guild_id, ticket_id, content, files, idempotency_key: key });
}

const inChannel = ({ sim }: TicketWorld, { channel_id }: { channel_id: string }) =>
  sim.world.messages.in('channel', channel_id);

/** The member in the simulated Discord. */
function memberIn({ sim, guild_id, member }: TicketWorld) {
  const found = sim.world.members.get(`${guild_id}:${member.id}`);
  if (!found) throw new Error('the member is in the server');
  return found;
}

function overwrite({ sim, member }: TicketWorld, { channel_id }: TestTicket, deny: bigint): void {
  const channel = sim.world.channels.get(channel_id);
  if (!channel) throw new Error('the channel is there');
  updateChannel(sim.world, channel, {
    permission_overwrites: [{ id: member.id, type: OverwriteType.Member, allow: '0', deny: String(deny) }],
  });
}

const file: UploadedFile = { name: 'a.txt', content_type: 'text/plain', bytes: Buffer.from('a') };

test('what an opener writes in the dashboard stands in Discord under their own name there, and counts as theirs', async () => {
  await using world = await startTicketWorld();
  updateMember(world.sim.world, memberIn(world), { nick: 'Mia of the bakery' });
  const ticket = await world.openTicket();
  await replyToTicket(await callAs(world, world.staff.id), { ...keyOf(ticket), content: 'What is it?' });
  const before = await findTicket(world.ctx.db, ticket);
  expect(before).toMatchObject({ awaits_opener: true, unanswered_at: null });

  const { message_id } = await write(world, ticket, 'My %server% bread <@&1> @everyone');
  await world.settled();
  expect(inChannel(world, ticket).at(-1)).toMatchObject({
    id: message_id,
    content: 'My %server% bread <@&1> @everyone',
    mention_everyone: false,
    webhook_author: { username: 'Mia of the bakery' },
  });
  const after = await findTicket(world.ctx.db, ticket);
  expect(after).toMatchObject({
    last_message_id: message_id,
    last_message_by: world.member.id,
    last_message_is_staff: false,
    awaits_opener: false,
    first_response_at: before?.first_response_at,
  });
  expect(after?.unanswered_at).not.toBeNull();
  for (const reader of [world.staff.id, world.member.id]) {
    const { messages } = await getTicketView(await callAs(world, reader), ticket);
    expect(messages.at(-1)?.author).toMatchObject({ id: world.member.id, bot: false });
  }
});

test('an opener’s words in the dashboard take back the time at which a request would close their ticket', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  const { guild_id, ticket_id } = ticket;
  await world.ctx.db
    .insertInto('close_requests')
    .values({
      guild_id,
      ticket_id,
      message_id: '1',
      requester_id: world.staff.id,
      close_at: new Date(Date.now() + 3_600_000),
    })
    .execute();
  await write(world, ticket, 'Please keep it open');
  const request = await world.ctx.db.selectFrom('close_requests').selectAll().executeTakeFirst();
  expect(request?.close_at ?? null).toBeNull();
});

test('the same key writes once, however often it comes, also when Discord’s answer was lost', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  world.sim.faults.next({ method: 'POST', route: '/webhooks/:id/:token', kind: 'reset', afterEffect: true });
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => write(world, ticket, 'once', { key: 'the-same-key' })),
  );
  expect(new Set(answers.map(({ message_id }) => message_id)).size).toBe(1);
  expect(inChannel(world, ticket)).toHaveLength(1);
});

test('files go with an opener’s words, and only where Discord lets them send files', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  await write(world, ticket, '', { files: [file] });
  expect(inChannel(world, ticket)[0]?.attachments).toMatchObject([{ filename: 'a.txt' }]);
  overwrite(world, ticket, P.AttachFiles);
  await expect(write(world, ticket, 'look', { files: [file] })).rejects.toMatchObject({
    code: 'ticket.files_denied',
  });
  await write(world, ticket, 'then without');
});

test.each<[string, string, (world: TicketWorld, ticket: TestTicket) => unknown]>([
  [
    'is timed out',
    'ticket.writer_timed_out',
    (world) =>
      updateMember(world.sim.world, memberIn(world), {
        communication_disabled_until: new Date(Date.now() + 60_000).toISOString(),
      }),
  ],
  [
    'has left the server, also before the bot has heard of it',
    'ticket.writer_left',
    (world) => leaveGuild(world.sim.world, world.guild_id, world.member.id),
  ],
  [
    'may not send messages in the channel',
    'ticket.writer_denied',
    (world, ticket) => overwrite(world, ticket, P.SendMessages),
  ],
  [
    'may not see the channel',
    'ticket.writer_denied',
    (world, ticket) => overwrite(world, ticket, P.ViewChannel),
  ],
  [
    'is blacklisted',
    'ticket.blacklisted',
    ({ ctx, guild_id, member }) =>
      ctx.db.insertInto('blacklisted_users').values({ guild_id, user_id: member.id }).execute(),
  ],
])('whoever %s is told so, and nothing is posted', async (_, code, arrange) => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  await callAs(world, world.member.id);
  await arrange(world, ticket);
  const sent = write(world, ticket, 'Hello', { files: [file] });
  await expect(sent).rejects.toMatchObject({ code });
  expect(inChannel(world, ticket)).toEqual([]);
  expect(await world.ctx.db.selectFrom('ticket_replies').selectAll().execute()).toEqual([]);
});

test('whoever is known to have left reads their ticket, and is told why they cannot write', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  const { ctx, guild_id, member } = world;
  await callAs(world, member.id);
  await removeMember(ctx, guild_id, member.id);
  const call = await callAs({ ctx, guild_id }, member.id);
  expect((await getOwnTicket(call, keyOf(ticket))).ticket.hindrance).toBe('left');
  await expect(write(world, ticket, 'Hello')).rejects.toMatchObject({ code: 'ticket.writer_left' });
});

test('in a thread writes only who is in it, and nobody while it is locked', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket({ is_thread: true });
  await write(world, ticket, 'in here');
  expect(inChannel(world, ticket).map(({ content }) => content)).toEqual(['in here']);
  const thread = () => {
    const found = world.sim.world.channels.get(ticket.channel_id);
    if (!found) throw new Error('the thread is there');
    return found;
  };
  const { thread_metadata } = thread();
  updateChannel(world.sim.world, thread(), {
    thread_metadata: { ...thread_metadata, locked: true } as never,
  });
  await expect(write(world, ticket, 'locked')).rejects.toMatchObject({ code: 'ticket.writer_denied' });
  updateChannel(world.sim.world, thread(), {
    thread_metadata: { ...thread_metadata, locked: false } as never,
  });
  removeThreadMember(world.sim.world, thread(), world.member.id);
  await expect(write(world, ticket, 'outside')).rejects.toMatchObject({ code: 'ticket.writer_denied' });
});

test('without premium the ticket is there to read, and says why nobody can write in it here', async () => {
  await using world = await startTicketWorld({ config: { premium: 'entitlements' } });
  const ticket = await world.openTicket();
  await expect(write(world, ticket, 'Hello')).rejects.toMatchObject({ code: 'premium.required' });
  const view = await getOwnTicket(await callAs(world, world.member.id), keyOf(ticket));
  expect(view.ticket.hindrance).toBe('no_premium');
});

test('nobody writes as the opener in a ticket of somebody else, staff neither, nor in one that is closed', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  for (const id of [world.staff.id, world.owner.id]) {
    const call = await callAs(world, id);
    await expect(writeInOwnTicket(call, { ...keyOf(ticket), content: 'I am Mia' })).rejects.toMatchObject({
      code: 'permission.denied',
    });
  }
  await world.ctx.db.updateTable('tickets').set({ status: 'closing' }).execute();
  await expect(write(world, ticket, 'Hello')).rejects.toMatchObject({ code: 'ticket.closed' });
  expect(inChannel(world, ticket)).toEqual([]);
});

test('in slow mode an opener waits here as they do in Discord', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  const channel = world.sim.world.channels.get(ticket.channel_id);
  if (!channel) throw new Error('the channel is there');
  updateChannel(world.sim.world, channel, { rate_limit_per_user: 600 });
  await write(world, ticket, 'first');
  await expect(write(world, ticket, 'second')).rejects.toMatchObject({ code: 'ticket.slow_mode' });
});

const keyOf = ({ guild_id, ticket_id }: TestTicket) => ({ guild_id, ticket_id });
