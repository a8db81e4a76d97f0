import { callAs } from '@tickets/testkit/data/access';
import { buildAnswers } from '@tickets/testkit/data/factories';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { startTicketWorld, type TestTicket, type TicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { MessageFlags } from 'discord-api-types/v10';
import { expect, test, vi } from 'vitest';
import { callBy, type UserCall } from '../../access/caller.ts';
import { loadAccess } from '../../access/load.ts';
import { editOwnMessage } from '../../platform/discord/own-messages.ts';
import { renderTranscript } from '../../transcripts/render.ts';
import { stampOf } from '../close-requests/close-request-message.ts';
import { backfillTicket, deleteUnseen, type Seen } from '../conversation/backfill.ts';
import { recordMessage } from '../conversation/messages.ts';
import { beginClosing, ticketChannelGone } from '../model/begin-closing.ts';
import { findTicket } from '../model/find.ts';
import { snowflakeAt } from '../model/message-payload.ts';
import { compareServers } from '../recovery/compare.ts';
import { continueTicket } from '../recovery/continue.ts';
import { threadReopened } from '../reopening/reopen.ts';
import { reopenTicket } from '../reopening/reopen-ticket.ts';
import { closeTicket, threadArchived } from './close.ts';
import { editCloseReason, suggestCloseReasons } from './close-reason.ts';
import { acceptCloseRequest, requestClose } from './close-request.ts';
import { rateTicket } from './rating.ts';

// What fails here on purpose is reported.
allowWarning(
  /"msg":"(Discord refused a notice of a closed ticket|a ticket could not be closed in Discord now; it is finished later|Discord does not follow yet)/,
);

const close = async (
  world: TicketWorld,
  ticket: TestTicket,
  user_id = world.staff.id,
  reason: string | null = 'Resolved',
) =>
  closeTicket(await callAs(world, user_id), {
    guild_id: ticket.guild_id,
    ticket_id: ticket.ticket_id,
    reason,
    source: 'discord',
  });

const rowOf = ({ ctx }: TicketWorld, ticket: TestTicket) => findTicket(ctx.db, ticket);
const archived = ({ sim, archive_id }: TicketWorld) => sim.world.messages.in('channel', archive_id);
const toldOpener = ({ member, bot_id }: TicketWorld) => member.directMessages(bot_id);
const exists = ({ sim }: TicketWorld, ticket: TestTicket) => sim.world.channels.has(ticket.channel_id);

async function transcriptOf(world: TicketWorld, ticket: TestTicket, user_id = world.staff.id) {
  return renderTranscript(await callAs(world, user_id), ticket);
}

const fieldOf = (fields: { name: string; value: string }[] = [], name: string) =>
  fields.find((field) => field.name === name)?.value;

/** What stands on the buttons of a message. */
const labels = (message: { components?: unknown } | undefined) =>
  [...JSON.stringify(message?.components ?? []).matchAll(/"label":"([^"]*)"/g)].map(([, label]) => label);

test('closing removes the channel, keeps the transcript, and tells the archive channel and the opener once', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket({ claimed_by: world.staff.id });
  await world.member.write(ticket.channel_id, 'help');
  await world.settled();
  await close(world, ticket);

  expect(exists(world, ticket)).toBe(false);
  expect(await rowOf(world, ticket)).toMatchObject({
    status: 'closed',
    closed_by: world.staff.id,
    close_reason: 'Resolved',
    has_transcript: true,
    dm_result: 'sent',
  });
  const [notice] = archived(world);
  const fields = notice?.embeds[0]?.fields;
  expect(notice?.embeds[0]?.title).toBe('Ticket Closed');
  expect(fieldOf(fields, 'Ticket ID')).toBe(String(ticket.ticket_id));
  expect(fieldOf(fields, 'Opened By')).toBe(`<@${world.member.id}>`);
  expect(fieldOf(fields, 'Closed By')).toBe(`<@${world.staff.id}>`);
  expect(fieldOf(fields, 'Claimed By')).toBe(`<@${world.staff.id}>`);
  expect(fieldOf(fields, 'Reason')).toBe('Resolved');
  expect(labels(notice)).toEqual(['View Online Transcript', 'Edit Reason']);
  expect(JSON.stringify(notice?.components)).toContain(
    `http://dashboard.test/manage/${world.guild_id}/transcripts/view/${ticket.ticket_id}`,
  );
  expect(toldOpener(world)).toHaveLength(1);
  expect(toldOpener(world)[0]?.embeds[0]?.author?.name).toBe('Bakery');
  expect(archived(world)).toHaveLength(1);
  expect([...archived(world), ...toldOpener(world)].flatMap(({ mentions }) => mentions)).toEqual([]);
});

test('everything that Discord acknowledged before the end is in the transcript, heard or not', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  const heard = await world.member.write(ticket.channel_id, 'heard');
  await world.settled();
  world.hear(false);
  await world.member.write(ticket.channel_id, 'not heard');
  await world.member.edit(heard, 'heard, and edited unheard');
  await close(world, ticket);
  const { messages } = await transcriptOf(world, ticket);
  expect(messages.map(({ content, edited }) => [content, edited])).toEqual([
    ['heard, and edited unheard', true],
    ['not heard', false],
  ]);
});

test('a message that was deleted before the end and is heard of afterwards is kept as deleted', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  world.hear(false);
  const gone = await world.member.write(ticket.channel_id, 'never mind');
  const there = await world.member.write(ticket.channel_id, 'please help');
  const told = await world.ctx.discord.api.channels.getMessages(ticket.channel_id);
  await world.member.delete(gone);
  await close(world, ticket);
  for (const message of told) await recordMessage(world.ctx, { ...message, guild_id: world.guild_id });
  const rows = await world.ctx.db
    .selectFrom('ticket_messages')
    .select(['message_id', 'deleted_at'])
    .where('message_id', 'in', [gone.id, there.id])
    .orderBy('message_id')
    .execute();
  expect(rows).toEqual([
    { message_id: gone.id, deleted_at: expect.any(Date) },
    { message_id: there.id, deleted_at: null },
  ]);
});

test('what was taken in while the channel was read for the last time, and was not in it though something newer was, is kept as deleted', async () => {
  await using world = await startTicketWorld();
  const { ctx } = world;
  const ticket = await world.openTicket();
  world.hear(false);
  const gone = await world.member.write(ticket.channel_id, 'never mind');
  const told = (await ctx.discord.api.channels.getMessages(ticket.channel_id)).find(
    ({ id }) => id === gone.id,
  );
  await world.member.delete(gone);
  const there = await world.member.write(ticket.channel_id, 'please help');
  const seen: Seen = { ids: new Set(), from: '0', newest: ticket.channel_id };
  await backfillTicket(ctx, ticket, { depth: 'everything', seen });
  await recordMessage(ctx, { ...told!, guild_id: world.guild_id });
  await deleteUnseen(ctx, ticket, seen);
  const rows = await ctx.db
    .selectFrom('ticket_messages')
    .select(['message_id', 'deleted_at'])
    .where('message_id', 'in', [gone.id, there.id])
    .orderBy('message_id')
    .execute();
  expect(rows).toEqual([
    { message_id: gone.id, deleted_at: expect.any(Date) },
    { message_id: there.id, deleted_at: null },
  ]);
});

test.each([0, 60_000])(
  'what is said between the last reading of a channel and its end is not kept as deleted, with our clock %i ms ahead of that of Discord',
  async (aheadMs) => {
    await using world = await startTicketWorld();
    vi.spyOn(world.ctx.clock, 'now').mockImplementation(() => new Date(Date.now() + aheadMs));
    const ids: string[] = [];
    for (const earlier of [['please help'], []]) {
      const ticket = await world.openTicket();
      for (const words of earlier) await world.member.write(ticket.channel_id, words);
      await world.settled();
      world.sim.faults.next({ method: 'DELETE', route: '/channels/:channel', kind: 'delay', delayMs: 600 });
      const closing = close(world, ticket);
      await expect.poll(() => world.sim.faults.hits.length).toBe(ids.length + 1);
      ids.push((await world.owner.write(ticket.channel_id, 'one more thing')).id);
      await closing;
    }
    await world.settled();
    const rows = await world.ctx.db
      .selectFrom('ticket_messages')
      .select(['content', 'deleted_at'])
      .where('message_id', 'in', ids)
      .execute();
    expect(rows).toEqual(ids.map(() => ({ content: 'one more thing', deleted_at: null })));
  },
);

test('of two who close at once one closes, and the other is told that it is not open', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  const outcomes = await Promise.allSettled([close(world, ticket), close(world, ticket, world.owner.id)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = outcomes.find((outcome) => outcome.status === 'rejected');
  expect(refused?.reason).toMatchObject({ code: 'ticket.not_open' });
  expect(archived(world)).toHaveLength(1);
  expect(toldOpener(world)).toHaveLength(1);
});

test('the opener may close where the settings allow it, and somebody else without a level may not', async () => {
  await using world = await startTicketWorld();
  const stranger = world.sim.world.addUser();
  world.sim.world.addMember({ guild_id: world.guild_id, user_id: stranger.id });
  const ticket = await world.openTicket();
  await expect(close(world, ticket, stranger.id)).rejects.toMatchObject({ code: 'ticket.close_denied' });
  await world.settings({ users_can_close: false });
  await expect(close(world, ticket, world.member.id)).rejects.toMatchObject({ code: 'ticket.close_denied' });
  await world.settings({ users_can_close: true });
  await close(world, ticket, world.member.id);
  expect(await rowOf(world, ticket)).toMatchObject({ status: 'closed', closed_by: world.member.id });
});

test('a reason of the opener is shown as it was typed, and as long as Discord takes it', async () => {
  await using world = await startTicketWorld();
  const reasonOf = async (user_id: string, reason: string) => {
    await close(world, await world.openTicket(), user_id, reason);
    return fieldOf(archived(world).at(-1)?.embeds[0]?.fields, 'Reason');
  };
  const link = '[Your refund](https://evil.example) **now**';
  expect(await reasonOf(world.member.id, link)).toBe('\\[Your refund](https://evil.example) \\*\\*now\\*\\*');
  expect(await reasonOf(world.staff.id, link)).toBe(link);
  expect(await reasonOf(world.member.id, '*'.repeat(1024))).toHaveLength(1024);
});

/** Each request that closing a channel ticket makes of Discord. */
const steps = [
  { name: 'the hiding of the channel', method: 'PATCH', route: '/channels/:id' },
  { name: 'the last reading of the messages', method: 'GET', route: '/channels/:id/messages' },
  { name: 'the end of the channel', method: 'DELETE', route: '/channels/:id' },
  { name: 'the notice in the archive channel', method: 'POST', route: '/channels/:id/messages' },
  { name: 'the way to the opener', method: 'POST', route: '/users/@me/channels' },
];
const failures = [
  { how: 'an error', kind: 500 },
  { how: 'no answer', kind: 'timeout' },
] as const;

for (const step of steps)
  for (const failure of failures)
    for (const afterEffect of step.method === 'GET' ? [false] : [false, true])
      test(`a close that meets ${failure.how} ${afterEffect ? 'after the effect ' : ''}at ${step.name} ends once`, async () => {
        await using world = await startTicketWorld();
        const ticket = await world.openTicket();
        await world.member.write(ticket.channel_id, 'help');
        await world.settled();
        world.sim.faults.next({ method: step.method, route: step.route, kind: failure.kind, afterEffect });
        await close(world, ticket);
        expect(world.sim.faults.hits).toHaveLength(1);
        expect((await rowOf(world, ticket))?.status).toBe('closing');
        await continueTicket(world.ctx, ticket);
        expect(await rowOf(world, ticket)).toMatchObject({
          status: 'closed',
          dm_result: 'sent',
          has_transcript: true,
        });
        expect(exists(world, ticket)).toBe(false);
        expect(archived(world)).toHaveLength(1);
        expect(toldOpener(world)).toHaveLength(1);
      });

test('a lost answer to the direct message makes no second one', async () => {
  await using world = await startTicketWorld();
  await world.settings({ archive_channel: null });
  const ticket = await world.openTicket();
  world.sim.faults.next({ method: 'POST', route: '/channels/:id/messages', kind: 500, afterEffect: true });
  await close(world, ticket);
  await continueTicket(world.ctx, ticket);
  expect((await rowOf(world, ticket))?.dm_result).toBe('sent');
  expect(toldOpener(world)).toHaveLength(1);
});

test('a rate limit delays a close and does not fail it', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  world.sim.faults.next({ method: 'DELETE', route: '/channels/:id', kind: 429, retryAfterSeconds: 0.05 });
  await close(world, ticket);
  expect((await rowOf(world, ticket))?.status).toBe('closed');
});

test('whoever closes a ticket waits seconds for files that Discord does not serve, and the close goes on without them', async () => {
  await using world = await startTicketWorld();
  const [closed, agreed] = [await world.openTicket(), await world.openTicket()];
  await requestClose(await callAs(world, world.staff.id), agreed, { reason: null, hours: null });
  const request = await world.ctx.db.selectFrom('close_requests').selectAll().executeTakeFirstOrThrow();
  for (const { channel_id } of [closed, agreed])
    await world.member.write(channel_id, 'look', {
      files: [{ name: 'a.txt', bytes: 'a', type: 'text/plain' }],
    });
  await world.settled();
  world.sim.faults.next({ route: /^\/cdn\/attachments/, kind: 'delay', delayMs: 7_000, times: 2 });

  const began = performance.now();
  const opener = (await callAs(world, world.member.id)) as UserCall;
  await Promise.all([
    close(world, closed),
    acceptCloseRequest(opener, agreed, { stamp: stampOf(request) }, { onBegun: async () => undefined }),
  ]);
  expect(performance.now() - began).toBeLessThan(6_500);
  for (const ticket of [closed, agreed]) {
    expect((await rowOf(world, ticket))?.status).toBe('closing');
    expect(exists(world, ticket)).toBe(true);
  }
  await settleAll(world.ctx, 'ticket');
  for (const ticket of [closed, agreed]) expect((await rowOf(world, ticket))?.status).toBe('closed');
});

test('a close that a crash interrupted before its first step is finished by the pass at start-up', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  await beginClosing(world.ctx, {
    ...ticket,
    closed_by: world.staff.id,
    reason: null,
    source: 'discord',
  });
  await settleAll(world.ctx);
  expect((await rowOf(world, ticket))?.status).toBe('closed');
  expect(exists(world, ticket)).toBe(false);
  expect(archived(world)).toHaveLength(1);
});

test('an archive channel that is gone does not keep a ticket from closing', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  await world.owner.deleteChannel(world.archive_id);
  await close(world, ticket);
  expect(await rowOf(world, ticket)).toMatchObject({
    status: 'closed',
    dm_result: 'sent',
    archive_message_id: null,
  });
});

test('an opener who takes no messages is not told, and the ticket closes', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  world.sim.world.users.put({ ...world.member.user, accepts_dms: false });
  await close(world, ticket);
  expect(await rowOf(world, ticket)).toMatchObject({ status: 'closed', dm_result: 'blocked' });
});

/** Discord opens no more direct messages for the bot. */
const tooFast = {
  method: 'POST',
  kind: 403,
  code: 40003,
  message: 'You are opening direct messages too fast',
};

test('a ticket closes while Discord opens no direct messages for the bot, and its opener is told later', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  world.sim.faults.next({ ...tooFast, route: '/users/@me/channels', times: 2 });
  await close(world, ticket);
  expect(await rowOf(world, ticket)).toMatchObject({ status: 'closed', dm_result: null });
  await settleAll(world.ctx);
  expect(await rowOf(world, ticket)).toMatchObject({ dm_result: null });
  await settleAll(world.ctx);
  expect(await rowOf(world, ticket)).toMatchObject({ dm_result: 'sent' });
  expect(world.sim.faults.pending).toBe(0);
  expect(world.member.directMessages(world.bot_id)).toHaveLength(1);
});

test('an opener whose direct messages were refused for too many is not told of a ticket that is open again', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  world.sim.faults.next({ ...tooFast, route: '/users/@me/channels' });
  await close(world, ticket);
  expect(await rowOf(world, ticket)).toMatchObject({ status: 'closed', dm_result: null });
  await reopenTicket(await callAs(world, world.owner.id), ticket, { interaction_id: '1' });
  await settleAll(world.ctx);
  expect(world.member.directMessages(world.bot_id)).toEqual([]);
});

test('Discord is asked once for the channel of direct messages with a person', async () => {
  await using world = await startTicketWorld();
  const seen = world.sim.faults.record();
  for (const ticket of [await world.openTicket(), await world.openTicket()]) await close(world, ticket);
  expect(seen.filter(({ route }) => route === '/users/@me/channels')).toHaveLength(1);
  expect(world.member.directMessages(world.bot_id)).toHaveLength(2);
});

test('a ticket whose channel was deleted by hand closes with its transcript', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  await world.member.write(ticket.channel_id, 'still here');
  await world.settled();
  await world.owner.deleteChannel(ticket.channel_id);
  await world.settled();
  await continueTicket(world.ctx, ticket);
  expect(await rowOf(world, ticket)).toMatchObject({
    status: 'closed',
    close_source: 'channel_deleted',
    closed_by: null,
  });
  expect((await transcriptOf(world, ticket)).messages.map(({ content }) => content)).toEqual(['still here']);
  expect(archived(world)).toHaveLength(1);
});

test('what happened while the program was down is found by the pass at start-up', async () => {
  await using world = await startTicketWorld();
  const deleted = await world.openTicket();
  const busy = await world.openTicket();
  const thread = await world.openTicket({ is_thread: true });
  const locked = await world.openTicket({ is_thread: true });
  world.hear(false);
  await world.owner.deleteChannel(deleted.channel_id);
  await world.member.write(busy.channel_id, 'anybody there?');
  await world.ctx.discord.api.channels.edit(thread.channel_id, { archived: true });
  await world.ctx.discord.api.channels.edit(locked.channel_id, { locked: true });
  await compareServers(world.ctx);
  await settleAll(world.ctx, 'server');
  expect(await rowOf(world, deleted)).toMatchObject({ status: 'closing', close_source: 'channel_deleted' });
  expect(await rowOf(world, busy)).toMatchObject({ status: 'open', last_message_by: world.member.id });
  for (const put_away of [thread, locked])
    expect(await rowOf(world, put_away)).toMatchObject({
      status: 'closing',
      close_source: 'thread_archived',
    });
});

test('edits and deletions that nobody heard are found, also when something newer was heard', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  const edited = await world.member.write(ticket.channel_id, 'first');
  const deleted = await world.member.write(ticket.channel_id, 'second');
  await world.settled();
  world.hear(false);
  await world.member.edit(edited, 'first, corrected');
  await world.member.delete(deleted);
  await world.member.write(ticket.channel_id, 'unheard');
  world.hear(true);
  await world.member.write(ticket.channel_id, 'heard');
  await world.settled();
  await compareServers(world.ctx, [world.guild_id]);
  await settleAll(world.ctx, 'server');
  const rows = await world.ctx.db
    .selectFrom('ticket_messages')
    .where('ticket_id', '=', ticket.ticket_id)
    .select(['content', 'deleted_at'])
    .orderBy('message_id')
    .execute();
  expect(rows.map(({ content, deleted_at }) => [content, deleted_at !== null])).toEqual([
    ['first, corrected', false],
    ['second', true],
    ['unheard', false],
    ['heard', false],
  ]);
});

test('nobody can write any more once the transcript is being completed', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  world.sim.faults.next({ method: 'DELETE', route: '/channels/:id', kind: 500 });
  await close(world, ticket);
  expect((await rowOf(world, ticket))?.status).toBe('closing');
  expect(exists(world, ticket)).toBe(true);
  expect(world.member.sees(ticket.channel_id) || world.staff.sees(ticket.channel_id)).toBe(false);
});

test('a thread ticket is told closed in the thread, archived and locked', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket({ is_thread: true });
  await world.member.write(ticket.channel_id, 'in a thread');
  await world.settled();
  world.sim.faults.next({ method: 'PATCH', route: '/channels/:id', kind: 500, afterEffect: true });
  await close(world, ticket, world.staff.id, 'Done ``` here');
  await continueTicket(world.ctx, ticket);
  const thread = world.sim.world.channels.get(ticket.channel_id);
  expect(thread?.thread_metadata).toMatchObject({ archived: true, locked: true });
  const told = world.sim.world.messages
    .in('channel', ticket.channel_id)
    .filter(({ author_id }) => author_id === world.bot_id);
  expect(told).toHaveLength(1);
  expect(told[0]?.embeds[0]?.description).toContain(`<@${world.staff.id}>`);
  expect(labels(archived(world)[0])).toEqual(['View Online Transcript', 'View Thread', 'Edit Reason']);
});

const week = 10_080;
const archivedAt = (ticket: { guild_id: string; channel_id: string }, time: number, locked = false) => ({
  guild_id: ticket.guild_id,
  channel_id: ticket.channel_id,
  last_message_id: snowflakeAt(new Date()),
  metadata: {
    archived: true,
    archive_timestamp: new Date(time).toISOString(),
    auto_archive_duration: week,
    locked,
  } as const,
});

test('a thread that Discord archived because nothing was said for a week leaves its ticket open', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket({ is_thread: true });
  const later = Date.now() + week * 60_000 + 1_000;
  await world.ctx.discord.api.channels.edit(ticket.channel_id, { archived: true });
  await threadArchived(world.ctx, archivedAt(ticket, later));
  expect(await rowOf(world, ticket)).toMatchObject({ status: 'open' });
  // Discord locks none by itself.
  await threadArchived(world.ctx, archivedAt(ticket, later, true));
  expect((await rowOf(world, ticket))?.status).not.toBe('open');
});

test('the bot takes a thread out of the archive before it changes something in it', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket({ is_thread: true });
  const { api } = world.ctx.discord;
  const { id } = await api.channels.createMessage(ticket.channel_id, { content: 'before' });
  await api.channels.edit(ticket.channel_id, { archived: true });
  await editOwnMessage(
    world.ctx,
    ticket.guild_id,
    { channel_id: ticket.channel_id, message_id: id },
    { content: 'after' },
  );
  expect(world.sim.world.messages.get(id)?.content).toBe('after');
  expect(world.sim.world.channels.get(ticket.channel_id)?.thread_metadata?.archived).toBe(false);
});

test('a thread that was archived by hand closes its ticket, and one that is reopened by hand opens it again', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket({ is_thread: true });
  // Told late, when it is open again.
  await threadArchived(world.ctx, archivedAt(ticket, Date.now()));
  expect((await rowOf(world, ticket))?.status).toBe('open');
  await world.ctx.discord.api.channels.edit(ticket.channel_id, { archived: true });
  await threadArchived(world.ctx, archivedAt(ticket, Date.now()));
  await continueTicket(world.ctx, ticket);
  expect(await rowOf(world, ticket)).toMatchObject({ status: 'closed', close_source: 'thread_archived' });
  // Told late, when the thread is closed again.
  await threadReopened(world.ctx, ticket);
  expect((await rowOf(world, ticket))?.status).toBe('closed');
  await world.ctx.discord.api.channels.edit(ticket.channel_id, { archived: false, locked: false });
  await threadReopened(world.ctx, ticket);
  expect(await rowOf(world, ticket)).toMatchObject({ status: 'open', closed_at: null });
  await close(world, ticket);
  expect((await rowOf(world, ticket))?.status).toBe('closed');
  expect(archived(world)).toHaveLength(2);
});

test('without stored transcripts nothing that was written is kept', async () => {
  await using world = await startTicketWorld();
  await world.settings({ store_transcripts: false });
  const ticket = await world.openTicket();
  const message = await world.member.write(ticket.channel_id, 'secret', {
    files: [{ name: 'secret.txt', bytes: Buffer.from('secret') }],
  });
  await world.member.edit(message, 'secret, edited');
  await buildAnswers(world.ctx, ticket, { 'What?': 'secret' });
  await world.settled();
  await close(world, ticket);
  expect(await rowOf(world, ticket)).toMatchObject({ status: 'closed', has_transcript: false });
  for (const table of [
    'ticket_messages',
    'ticket_message_versions',
    'ticket_attachments',
    'ticket_replies',
    'ticket_answers',
  ] as const)
    expect(await world.ctx.db.selectFrom(table).selectAll().execute()).toEqual([]);
  await expect(transcriptOf(world, ticket)).rejects.toMatchObject({ code: 'transcript.not_found' });
  expect(labels(archived(world)[0])).toEqual(['Edit Reason']);
});

test('ratings are offered to an opener of no level who took part, and to others nothing is said of it', async () => {
  await using world = await startTicketWorld();
  await world.settings({ feedback_enabled: true });
  const silent = await world.openTicket();
  await close(world, silent);
  expect(toldOpener(world)[0]?.content).toBe('');
  expect(labels(toldOpener(world)[0])).not.toContain('5');

  const ticket = await world.openTicket();
  await world.member.write(ticket.channel_id, 'hi');
  await world.settled();
  await close(world, ticket);
  const invitation = toldOpener(world)[1];
  expect(labels(invitation)).toEqual(['View Online Transcript', '1', '2', '3', '4', '5']);

  const rate = async (user_id: string, rating: 1 | 2 | 3 | 4 | 5) =>
    rateTicket(await callAs(world, user_id), { ...ticket, rating });
  await expect(rate(world.staff.id, 5)).rejects.toMatchObject({ code: 'ticket.rating_denied' });
  await rate(world.member.id, 2);
  await rate(world.member.id, 4);
  expect((await rowOf(world, ticket))?.rating).toBe(4);
  for (const message of [archived(world)[1], toldOpener(world)[1]])
    expect(fieldOf(message?.embeds[0]?.fields, 'Rating')).toBe('4 ⭐');
  await world.settings({ feedback_enabled: false });
  await expect(rate(world.member.id, 1)).rejects.toMatchObject({ code: 'ticket.rating_disabled' });
});

test('another reason is told wherever the first one was, and only staff may give it', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  await close(world, ticket);
  const edit = async (user_id: string) => {
    const access = await loadAccess(world.ctx, world.guild_id, user_id);
    return editCloseReason(callBy(world.ctx, access!, 'dashboard'), { ...ticket, reason: 'A duplicate' }); // of the server
  };
  await expect(edit(world.member.id)).rejects.toMatchObject({ code: 'ticket.staff_only' });
  await edit(world.staff.id);
  for (const message of [...archived(world), ...toldOpener(world)])
    expect(fieldOf(message.embeds[0]?.fields, 'Reason')).toBe('A duplicate');
  const access = await loadAccess(world.ctx, world.guild_id, world.staff.id);
  const { panel_id } = ticket;
  const offered = suggestCloseReasons(callBy(world.ctx, access!, 'dashboard'), {
    panel_id,
    typed: 'DUPL',
    max: 25,
  }); // of the server
  expect(await offered).toEqual(['A duplicate']);
});

test('a rating and another reason are kept while Discord does not answer, and shown once it does', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  await world.settings({ feedback_enabled: true });
  await world.member.write(ticket.channel_id, 'hi');
  await world.settled();
  await close(world, ticket);
  const notices = () => [...archived(world), ...toldOpener(world)].map(({ embeds }) => embeds[0]?.fields);
  world.sim.faults.next({ method: 'PATCH', route: '/channels/:id/messages/:id', kind: 500, times: 2 });
  await rateTicket(await callAs(world, world.member.id), { ...ticket, rating: 4 });
  await editCloseReason(await callAs(world, world.staff.id), { ...ticket, reason: 'A duplicate' });
  expect(world.sim.faults.pending).toBe(0);
  expect(notices().map((fields) => fieldOf(fields, 'Reason'))).toEqual(['Resolved', 'Resolved']);
  await settleAll(world.ctx);
  expect(notices().map((fields) => fieldOf(fields, 'Reason'))).toEqual(['A duplicate', 'A duplicate']);
  expect(notices().map((fields) => fieldOf(fields, 'Rating'))).toEqual(['4 ⭐', '4 ⭐']);
});

test('a channel that is no ticket may be deleted without any effect', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  await ticketChannelGone(world.ctx, { guild_id: world.guild_id, channel_id: world.archive_id });
  expect((await rowOf(world, ticket))?.status).toBe('open');
});

test('notices of a close keep quiet and are seen by everybody in their place', async () => {
  await using world = await startTicketWorld();
  const ticket = await world.openTicket();
  await close(world, ticket, world.staff.id, `@everyone <@${world.owner.id}>`);
  for (const message of [...archived(world), ...toldOpener(world)]) {
    expect(message).toMatchObject({ mention_everyone: false, mentions: [] });
    expect(message.flags & MessageFlags.Ephemeral).toBe(0);
  }
});
