import { personOf } from '@tickets/discord-sim/control';
import { updateMessage } from '@tickets/discord-sim/world/messages';
import { accessIn, callAs } from '@tickets/testkit/data/access';
import { changesSince } from '@tickets/testkit/data/changes';
import { buildAnswers, buildGuild, buildTicket } from '@tickets/testkit/data/factories';
import { startTicketWorld, type TicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { MessageFlags, MessageType } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { callBy } from '../../access/caller.ts';
import { renderTranscript } from '../../transcripts/render.ts';
import { findTicket, type TicketKey } from '../model/find.ts';
import { backfillTicket } from './backfill.ts';
import { recordDeletion, recordEdit, recordMessage } from './messages.ts';
import { getTicketView } from './view.ts';

async function viewOf(world: TicketWorld, key: TicketKey) {
  return getTicketView(await callAs(world, world.staff.id), { ...key, deleted: true });
}

const versionsOf = ({ ctx }: TicketWorld) =>
  ctx.db.selectFrom('ticket_message_versions').select('content').orderBy('replaced_at').execute();

/** A message as the gateway tells it. */
async function payloadOf({ ctx, guild_id }: TicketWorld, channel_id: string, id: string) {
  return { ...(await ctx.discord.api.channels.getMessage(channel_id, id)), guild_id };
}

test('messages, edits and deletions are kept as they happen, and an edited text keeps its earlier words', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  const first = await world.member.write(ticket.channel_id, 'My order is late');
  const second = await world.member.write(ticket.channel_id, 'Never mind');
  await world.member.edit(first, 'My order is very late');
  await world.member.delete(second);
  await world.settled();

  const { messages, seq } = await viewOf(world, ticket);
  expect(
    messages.map(({ content, edited_timestamp, deleted_timestamp, author }) => [
      content,
      edited_timestamp !== null,
      deleted_timestamp !== null,
      author.username,
    ]),
  ).toEqual([
    ['My order is very late', true, false, 'mia'],
    ['Never mind', false, true, 'mia'],
  ]);
  expect(seq).toBe(4);
  expect(await versionsOf(world)).toEqual([{ content: 'My order is late' }]);
});

test('an answer names what it answers, and a notice its kind, for the ticket and for its transcript', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket({ has_transcript: true });
  const asked = await world.member.write(ticket.channel_id, 'Where is it?');
  const answer = world.sim.world.addMessage({
    channel_id: ticket.channel_id,
    author_id: world.staff.id,
    content: 'On its way',
    type: MessageType.Reply,
    message_reference: { channel_id: ticket.channel_id, message_id: asked.id },
  });
  await world.owner.pin(asked);
  await world.settled();

  const kinds = ({ id, type, reply_to }: { id: string; type: number; reply_to: string | null }) =>
    id === asked.id || id === answer.id ? [type, reply_to] : [type];
  const view = await viewOf(world, ticket);
  expect(view.messages.map(kinds)).toEqual([
    [MessageType.Default, null],
    [MessageType.Reply, asked.id],
    [MessageType.ChannelPinnedMessage],
  ]);
  await world.ctx.db.updateTable('tickets').set({ status: 'closed' }).execute();
  const transcript = await renderTranscript(await callAs(world, world.staff.id), ticket);
  expect(transcript.messages.map(kinds)).toEqual([
    [MessageType.Default, null],
    [MessageType.Reply, asked.id],
  ]);
});

test('stickers, polls and messages that are passed on leave something to read, with their files', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  const empty = await world.member.write(ticket.channel_id, 'to be replaced');
  const told = { ...(await payloadOf(world, ticket.channel_id, empty.id)), content: '' };
  const file = { id: '9', filename: 'a.png', size: 5, url: 'https://cdn.test/a.png', proxy_url: '' };
  const tell = (id: string, carried: object) => recordMessage(world.ctx, { ...told, ...carried, id });
  await tell('1001', { sticker_items: [{ id: '77', name: 'Wave', format_type: 1 }] });
  await tell('1002', {
    poll: {
      question: { text: 'Which?' },
      answers: [
        { answer_id: 1, poll_media: { text: '*One*', emoji: { id: null, name: '🍎' } } },
        { answer_id: 2, poll_media: { text: 'Two' } },
      ],
    },
  });
  await tell('1003', {
    message_snapshots: [
      { message: { content: 'as he said', embeds: [{ title: 'Offer' }], attachments: [file] } },
    ],
  });
  const passedOn = [
    { type: 17, components: [{ type: 10, content: 'Our refund terms' }] },
    { type: 1, components: [{ type: 2, style: 1, custom_id: 'x', label: 'Agree' }] },
  ];
  await tell('1004', { message_snapshots: [{ message: { content: '', components: passedOn } }] });
  const { messages } = await viewOf(world, ticket);
  const seen = messages.filter(({ id }) => id.length === 4);
  expect(seen.map(({ embeds }) => embeds)).toEqual([
    [{ type: 'sticker', title: 'Wave', sticker: { id: '77', format_type: 1 } }],
    [{ type: 'poll', title: 'Which?', description: '- 🍎 \\*One\\*\n- Two' }],
    [{ type: 'forward', description: 'as he said' }, { title: 'Offer' }],
    [{ type: 'forward', description: '' }],
  ]);
  expect(seen.at(-1)?.components).toEqual(passedOn);
  expect(seen.map(({ attachments }) => attachments.map(({ filename }) => filename))).toEqual([
    [],
    [],
    ['a.png'],
    [],
  ]);
});

test('what was deleted, and what a text said before its edit, is told to staff alone, and only when they ask', async () => {
  await using world = await startTicketWorld();
  const { ctx } = world;
  const ticket = await world.openTicket({ has_transcript: true });
  const secret = world.sim.world.addMessage({
    channel_id: ticket.channel_id,
    author_id: world.staff.id,
    content: `secret <@${world.owner.id}>`,
    embeds: [{ title: 'secret' }],
  });
  await world.staff.write(ticket.channel_id, 'secret', {
    files: [{ name: 'secret.txt', bytes: 'secret' }],
  });
  const slip = await world.staff.write(ticket.channel_id, 'secret slip');
  await world.staff.edit(slip, 'hello');
  await world.settled();
  const messages = await ctx.db.selectFrom('ticket_messages').select('message_id').execute();
  for (const { message_id } of messages)
    if (message_id !== slip.id)
      await recordDeletion(ctx, { ...ticket, channel_id: ticket.channel_id, ids: [message_id] });

  const access = await accessIn(world, world.member.id);
  const view = await getTicketView(callBy(ctx, access, 'dashboard'), { ...ticket, deleted: true });
  expect(view.messages.map(({ content }) => content)).toEqual(['hello']);
  expect(view.mentions.users).toEqual({});
  const since = await changesSince(ctx, { ...ticket, seq: 0 });
  expect(since.map(({ id, deleted_timestamp }) => [id, deleted_timestamp !== null])).toEqual([
    [slip.id, false],
    [secret.id, true],
    [expect.any(String), true],
  ]);
  const forStaff = await viewOf(world, ticket);
  expect(forStaff.messages.map(({ deleted_timestamp }) => deleted_timestamp !== null)).toEqual([
    true,
    true,
    false,
  ]);
  expect(forStaff.messages[1]?.attachments).toHaveLength(1);
  const staff = await accessIn(world, world.staff.id);
  const unasked = await getTicketView(callBy(ctx, staff, 'dashboard'), ticket);
  expect(unasked.messages.map(({ content }) => content)).toEqual(['hello']);

  await ctx.db.updateTable('tickets').set({ status: 'closed' }).execute();
  const read = await renderTranscript(callBy(ctx, access, 'dashboard'), { ...ticket, deleted: true });
  expect(read.messages.map(({ content }) => content)).toEqual(['hello']);
  for (const told of [view, since, read]) expect(JSON.stringify(told)).not.toContain('secret');
  const readByStaff = await renderTranscript(callBy(ctx, staff, 'dashboard'), { ...ticket, deleted: true });
  expect(readByStaff.messages.map(({ deleted }) => deleted)).toEqual([true, true, false]);
  const readUnasked = await renderTranscript(callBy(ctx, staff, 'dashboard'), ticket);
  expect(readUnasked.messages.map(({ deleted }) => deleted)).toEqual([false]);
});

test('a message told twice, after its edit or after its deletion is kept once and as it is now', async () => {
  await using world = await startTicketWorld();
  const { ctx, guild_id } = world;
  const ticket = await world.openTicket();
  world.hear(false);
  const { channel_id } = ticket;
  const message = await world.member.write(channel_id, 'one');
  const before = await payloadOf(world, channel_id, message.id);
  await world.member.edit(message, 'two');
  const after = await payloadOf(world, channel_id, message.id);
  const gone = await world.member.write(channel_id, 'gone');
  const told = await payloadOf(world, channel_id, gone.id);

  await recordEdit(ctx, after);
  await recordMessage(ctx, before);
  await recordEdit(ctx, after);
  await recordMessage(ctx, before);
  await recordDeletion(ctx, { guild_id, channel_id, ids: [gone.id] });
  await recordDeletion(ctx, { guild_id, channel_id, ids: [gone.id] });
  expect((await viewOf(world, ticket)).messages).toHaveLength(1);
  await recordMessage(ctx, told);

  const { messages } = await viewOf(world, ticket);
  expect(messages.map(({ content, deleted_timestamp }) => [content, deleted_timestamp !== null])).toEqual([
    ['two', false],
    ['gone', true],
  ]);
  expect(await versionsOf(world)).toEqual([{ content: 'one' }]);
  expect(await findTicket(ctx.db, ticket)).toMatchObject({ message_count: 2, last_seq: 3 });
});

test('a message that is edited without end keeps what it said first, and its newest versions, fewer of long ones', async () => {
  await using world = await startTicketWorld();
  const { ctx } = world;
  const { channel_id } = await world.openTicket();
  const message = await world.member.write(channel_id, '0');
  await world.settled();
  const payload = await payloadOf(world, channel_id, message.id);
  const edited = (n: number) => ({
    ...payload,
    content: String(n),
    edited_timestamp: new Date(Date.parse(payload.timestamp) + n * 1000).toISOString(),
  });
  const isLong = (n: number) => n === 175 || n === 185;
  const long = [{ description: 'x'.repeat(20_000) }];
  for (let n = 1; n <= 210; n += 1) await recordEdit(ctx, { ...edited(n), embeds: isLong(n) ? long : [] });
  const newest = Array.from({ length: 201 }, (_, n) => 9 + n).filter((n) => n !== 175);
  const kept = [{ content: '0' }, ...newest.map((n) => ({ content: String(n) }))];
  expect(await versionsOf(world)).toEqual(kept);
  // Told late, it is none of them.
  await recordEdit(ctx, { ...edited(5), content: 'five' });
  expect(await versionsOf(world)).toEqual(kept);
});

test('an edit of which Discord tells only a part is completed before it is kept', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  world.hear(false);
  const message = await world.member.write(ticket.channel_id, 'as it is now');
  await recordEdit(world.ctx, {
    id: message.id,
    channel_id: ticket.channel_id,
    guild_id: world.guild_id,
    embeds: [],
  });
  expect((await viewOf(world, ticket)).messages.map(({ content }) => content)).toEqual(['as it is now']);
});

test('what was said while nobody listened is read from Discord afterwards', async () => {
  await using world = await startTicketWorld();
  const { ctx } = world;
  const ticket = await world.openTicket();
  const early = await world.member.write(ticket.channel_id, 'early');
  const doomed = await world.member.write(ticket.channel_id, 'doomed');
  await world.settled();
  world.hear(false);
  for (let n = 0; n < 120; n += 1)
    world.sim.world.addMessage({
      channel_id: ticket.channel_id,
      author_id: world.member.id,
      content: `missed ${n}`,
    });
  await world.member.edit(early, 'edited');
  await world.member.delete(doomed);

  expect(await backfillTicket(ctx, ticket, { depth: 'everything' })).toBe('done');
  const rows = await changesSince(ctx, { ...ticket, seq: 0 });
  expect(rows).toHaveLength(122);
  expect(rows.find(({ id }) => id === early.id)?.content).toBe('edited');
  expect(rows.find(({ id }) => id === doomed.id)?.deleted_timestamp).not.toBeNull();
  const seqs = rows.map(({ seq }) => seq);
  expect(new Set(seqs).size).toBe(seqs.length);

  const { last_seq } = (await findTicket(ctx.db, ticket)) ?? {};
  await backfillTicket(ctx, ticket, { depth: 'everything' });
  expect((await findTicket(ctx.db, ticket))?.last_seq).toBe(last_seq);
});

test('the list knows who wrote last and when staff answered first', async () => {
  await using world = await startTicketWorld();
  const { ctx, sim, guild_id } = world;
  const ticket = await world.openTicket();
  const { id } = sim.world.addUser({ username: 'guest' });
  sim.world.addMember({ guild_id, user_id: id });
  await world.member.write(ticket.channel_id, 'hello?');
  await personOf(sim.world, id).write(ticket.channel_id, 'I am only a guest here');
  await world.settled();
  expect(await findTicket(ctx.db, ticket)).toMatchObject({
    last_message_by: id,
    last_message_is_staff: false,
    first_response_at: null,
  });
  const answer = await world.staff.write(ticket.channel_id, 'hi');
  await world.staff.write(ticket.channel_id, 'how can I help?');
  await world.settled();
  expect(await findTicket(ctx.db, ticket)).toMatchObject({
    last_message_by: world.staff.id,
    last_message_is_staff: true,
    first_response_at: new Date(answer.timestamp),
  });
});

test('what staff wrote is marked, and nothing that a guest with the name of staff wrote', async () => {
  await using world = await startTicketWorld();
  const { ctx, sim, guild_id } = world;
  const ticket = await world.openTicket();
  const impostor = sim.world.addUser({ username: 'impostor', global_name: world.staff.user.username });
  sim.world.addMember({ guild_id, user_id: impostor.id });
  await ctx.db
    .insertInto('ticket_members')
    .values({ ...key(ticket), member_id: impostor.id, kind: 'user' })
    .execute();
  await world.member.write(ticket.channel_id, 'Where do I pay?');
  await personOf(sim.world, impostor.id).write(ticket.channel_id, 'Here: https://evil.test');
  await world.staff.write(ticket.channel_id, 'Only in the shop');
  await world.settled();
  const marks = ({ messages }: { messages: readonly { content: string; by_staff: boolean }[] }) =>
    messages.filter(({ content }) => content).map(({ content, by_staff }) => [content, by_staff]);
  const expected = [
    ['Where do I pay?', false],
    ['Here: https://evil.test', false],
    ['Only in the shop', true],
  ];
  expect(marks(await viewOf(world, ticket))).toEqual(expected);
  await ctx.db.updateTable('tickets').set({ status: 'closed', has_transcript: true }).execute();
  expect(marks(await renderTranscript(await callAs(world, world.staff.id), ticket))).toEqual(expected);
});

test('other bots and notices of Discord do not count as an answer', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  const other = world.sim.world.addUser({ username: 'robot', bot: true });
  world.sim.world.addMessage({ channel_id: ticket.channel_id, author_id: other.id, content: 'beep' });
  const pinned = await world.member.write(ticket.channel_id, 'pin me');
  await world.settled();
  await world.owner.pin(pinned);
  await world.settled();
  expect(await findTicket(world.ctx.db, ticket)).toMatchObject({
    last_message_id: pinned.id,
    first_response_at: null,
  });
});

test('whoever asks for what came after a seq misses nothing and gets nothing twice', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  const seen: string[] = [];
  world.ctx.events.subscribe((event) => {
    if (event.type === 'ticket.message') seen.push(`${event.change} ${event.seq}`);
  });
  const message = await world.member.write(ticket.channel_id, 'a');
  await world.settled();
  const { seq } = await viewOf(world, ticket);
  await world.member.edit(message, 'b');
  await world.member.write(ticket.channel_id, 'c');
  await world.settled();
  const since = await changesSince(world.ctx, { ...ticket, seq });
  expect(since.map(({ content, seq, first_seq }) => [content, seq, first_seq])).toEqual([
    ['b', 2, 1],
    ['c', 3, 3],
  ]);
  expect(seen).toEqual(['create 1', 'update 2', 'create 3']);
});

test('an answer of the bot that is still to come is kept when it has come', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  const { world: discord } = world.sim;
  const thinking = discord.addMessage({
    channel_id: ticket.channel_id,
    author_id: world.bot_id,
    flags: MessageFlags.Loading,
  });
  await world.settled();
  expect((await viewOf(world, ticket)).messages).toEqual([]);
  updateMessage(discord, thinking, { content: 'thought', flags: MessageFlags.SuppressNotifications });
  await world.settled();
  expect((await viewOf(world, ticket)).messages.map(({ content }) => content)).toEqual(['thought']);
});

test('a page before a message goes on where the view begins', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  for (let n = 0; n < 150; n += 1)
    world.sim.world.addMessage({
      channel_id: ticket.channel_id,
      author_id: world.member.id,
      content: String(n),
    });
  await world.settled();
  const newest = await viewOf(world, ticket);
  expect(newest.messages.map(({ content }) => Number(content))).toEqual(
    Array.from({ length: 100 }, (_, n) => n + 50),
  );
  expect(newest.has_more).toBe(true);
  const access = await accessIn(world, world.staff.id);
  const older = await getTicketView(callBy(world.ctx, access, 'dashboard'), {
    ...key(ticket),
    before: newest.messages[0]?.id,
  });
  expect(older.messages.map(({ content }) => Number(content))).toEqual(
    Array.from({ length: 50 }, (_, n) => n),
  );
  expect(older.has_more).toBe(false);
});

test('a ticket is shown to its opener and its staff, and to nobody else', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  const stranger = world.sim.world.addUser({ username: 'eve' });
  world.sim.world.addMember({ guild_id: world.guild_id, user_id: stranger.id });
  const view = async (user_id: string) => getTicketView(await callAs(world, user_id), ticket);
  for (const { id } of [world.member, world.staff, world.owner])
    expect((await view(id)).ticket).toMatchObject({ id: ticket.ticket_id, opener: { username: 'mia' } });
  await expect(view(stranger.id)).rejects.toMatchObject({ code: 'permission.denied' });
});

test('a ticket comes with what its opener answered, and with nothing of another ticket or server', async () => {
  await using world = await startTicketWorld();
  const { ctx } = world;
  const [ticket, other] = [await world.openTicket(), await world.openTicket()];
  const { guild_id } = await buildGuild(ctx);
  const foreign = await buildTicket(ctx, { guild_id });
  expect(foreign.ticket_id).toBe(ticket.ticket_id);
  const answers = { 'What?': 'Bread\n*cold*', 'When?': '', 'Why?': 'Hunger' };
  await buildAnswers(ctx, ticket, answers);
  await buildAnswers(ctx, other, { 'What?': 'Tea' });
  await buildAnswers(ctx, foreign, { 'Who?': 'Nobody' });
  await ctx.db
    .insertInto('ticket_answers')
    .values({ ...key(ticket), kind: 'exit_survey', position: 1, label: 'How was it?', value: 'Good' })
    .execute();
  const expected = Object.entries(answers).map(([label, value]) => ({ label, value }));
  expect((await viewOf(world, ticket)).ticket.answers).toEqual(expected);
});

const key = ({ guild_id, ticket_id }: TicketKey) => ({ guild_id, ticket_id });
