import { accessIn, callAs } from '@tickets/testkit/data/access';
import { changesSince } from '@tickets/testkit/data/changes';
import {
  buildGuild,
  buildImportedTicket,
  buildMember,
  buildMessage,
  buildPanel,
  buildTeam,
  buildTicket,
  buildUser,
} from '@tickets/testkit/data/factories';
import { allowDatabaseError } from '@tickets/testkit/guard/watch';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { callBy } from '../../access/caller.ts';
import { renderTranscript } from '../../transcripts/render.ts';
import { reopenTicket } from '../reopening/reopen-ticket.ts';
import { getTicketView } from './view.ts';

/** A server in which tickets were closed and reopened, as channels. */
async function start() {
  const context = await createTestContext();
  const { ctx } = context;
  const { guild_id } = await buildGuild(ctx);
  const opener_id = await buildMember(ctx, { guild_id });
  const sam = await buildUser(ctx, { username: 'sam' });
  await buildMember(ctx, { guild_id, user_id: sam.user_id, level: 1 });
  const access = (user_id: string) => accessIn({ ctx, guild_id }, user_id);
  let said = 0;
  return {
    ctx,
    guild_id,
    opener: await access(opener_id),
    staff: await access(sam.user_id),
    access,
    closed: (values: object = {}) =>
      buildTicket(ctx, {
        guild_id,
        opener_id,
        status: 'closed',
        closed_at: new Date('2026-03-01T10:00:00Z'),
        closed_by: sam.user_id,
        close_reason: 'Solved',
        has_transcript: true,
        ...values,
      }),
    open: (values: object = {}) => buildTicket(ctx, { guild_id, opener_id, ...values }),
    /** Says so much in a ticket, as `1:first`, `1:second`, with rising ids. */
    async say({ ticket_id }: { ticket_id: number }, ...words: string[]) {
      for (const word of words) {
        said += 1;
        const message = { message_id: String(1_000 + said), content: `${ticket_id}:${word}` };
        await buildMessage(ctx, { guild_id, ticket_id, author_id: opener_id, ...message });
      }
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));
const texts = ({ messages }: { messages: { content: string }[] }) => messages.map(({ content }) => content);

test('a reopened ticket is read upward into the ticket that it goes on from, page by page and without a gap', async () => {
  await using it = await start();
  const first = await it.closed();
  const second = await it.closed({ continues: first.ticket_id });
  const third = await it.open({ continues: second.ticket_id });
  await it.say(first, ...numbers(120));
  await it.say(second, ...numbers(90));
  await it.say(third, ...numbers(30));

  const newest = await getTicketView(callBy(it.ctx, it.staff, 'dashboard'), third);
  expect(newest).toMatchObject({ has_more: true, seq: 30 });
  expect(newest.messages.map(({ ticket_id }) => ticket_id)).toEqual([
    ...numbers(70).map(() => 2),
    ...numbers(30).map(() => 3),
  ]);
  expect(newest.earlier).toEqual([
    {
      id: 2,
      history: 'joined',
      closed_at: '2026-03-01T10:00:00.000Z',
      closed_by: expect.objectContaining({ username: 'sam' }),
      close_reason: 'Solved',
      imported: false,
    },
    expect.objectContaining({ id: 1, history: 'joined' }),
  ]);

  const older = await getTicketView(callBy(it.ctx, it.staff, 'dashboard'), {
    ...third,
    before: newest.messages[0]?.id,
  });
  const oldest = await getTicketView(callBy(it.ctx, it.staff, 'dashboard'), {
    ...third,
    before: older.messages[0]?.id,
  });
  expect(older.has_more).toBe(true);
  expect(oldest.has_more).toBe(false);
  expect([...texts(oldest), ...texts(older), ...texts(newest)]).toEqual([
    ...numbers(120).map((n) => `1:${n}`),
    ...numbers(90).map((n) => `2:${n}`),
    ...numbers(30).map((n) => `3:${n}`),
  ]);
});

test('a reader who reconnects is told what changed in the ticket, and nothing of the earlier one', async () => {
  await using it = await start();
  const first = await it.closed();
  const second = await it.open({ continues: first.ticket_id });
  await it.say(first, ...numbers(5));
  await it.say(second, ...numbers(3));
  const changes = await changesSince(it.ctx, { ...second, is_staff: true, seq: 1 });
  expect(changes.map(({ content }) => content)).toEqual(['2:2', '2:3']);
});

test('of an earlier part that its panel keeps from somebody they learn nothing but that it exists', async () => {
  await using it = await start();
  const { ctx, guild_id } = it;
  const helper_id = await buildMember(ctx, { guild_id });
  const team_id = await buildTeam(ctx, { guild_id, user_ids: [helper_id] });
  const theirs = await buildPanel(ctx, { guild_id, team_ids: [team_id] });
  const others = await buildPanel(ctx, { guild_id });
  const helper = await it.access(helper_id);
  const first = await it.closed({ panel_id: theirs.panel_id });
  const second = await it.closed({ panel_id: others.panel_id, continues: first.ticket_id });
  const third = await it.open({ panel_id: theirs.panel_id, continues: second.ticket_id });
  for (const ticket of [first, second, third]) await it.say(ticket, 'hello');

  const denied = {
    id: 2,
    history: 'denied',
    closed_at: null,
    closed_by: null,
    close_reason: null,
    imported: false,
  };
  const seen = await getTicketView(callBy(ctx, helper, 'dashboard'), third);
  expect(texts(seen)).toEqual(['1:hello', '3:hello']);
  expect(seen.earlier).toEqual([denied, expect.objectContaining({ id: 1, history: 'joined' })]);
  for (const reader of [it.opener, it.staff])
    expect(texts(await getTicketView(callBy(ctx, reader, 'dashboard'), third))).toEqual([
      '1:hello',
      '2:hello',
      '3:hello',
    ]);

  await ctx.db
    .updateTable('tickets')
    .set({ status: 'closed', has_transcript: true })
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', 3)
    .execute();
  const read = await renderTranscript(callBy(ctx, helper, 'dashboard'), third);
  expect(texts(read)).toEqual(['1:hello', '3:hello']);
  expect(read.earlier[0]).toEqual(denied);
});

test('what was deleted in an earlier part is for the staff of its panel alone, and leaves no hole in the pages', async () => {
  await using it = await start();
  const { ctx, guild_id } = it;
  const helper_id = await buildMember(ctx, { guild_id });
  const team_id = await buildTeam(ctx, { guild_id, user_ids: [helper_id] });
  const theirs = await buildPanel(ctx, { guild_id, team_ids: [team_id], default_team: false });
  const first = await it.closed({ opener_id: helper_id });
  const second = await it.closed({
    opener_id: helper_id,
    panel_id: theirs.panel_id,
    continues: first.ticket_id,
  });
  const third = await it.open({ opener_id: helper_id, continues: second.ticket_id });
  for (const ticket of [first, second, third]) await it.say(ticket, 'gone', 'kept');
  await ctx.db
    .updateTable('ticket_messages')
    .set({ deleted_at: new Date() })
    .where('content', 'like', '%gone')
    .execute();
  await it.say(third, ...numbers(97));

  const seen = await getTicketView(callBy(ctx, await it.access(helper_id), 'dashboard'), {
    ...third,
    deleted: true,
  });
  expect(seen.messages).toHaveLength(100);
  expect(seen.has_more).toBe(true);
  expect(texts(seen).slice(0, 4)).toEqual(['2:gone', '2:kept', '3:kept', '3:1']);
  expect(
    texts(await getTicketView(callBy(ctx, it.staff, 'dashboard'), { ...third, deleted: true })),
  ).toContain('3:gone');
  expect(texts(await getTicketView(callBy(ctx, it.staff, 'dashboard'), third))).not.toContain('3:gone');
});

test('an earlier ticket of which nothing was kept is named, and nothing of it is read', async () => {
  await using it = await start();
  const first = await it.closed({ has_transcript: false });
  const second = await it.open({ continues: first.ticket_id });
  await it.say(second, 'hello');
  const seen = await getTicketView(callBy(it.ctx, it.opener, 'dashboard'), second);
  expect(texts(seen)).toEqual(['2:hello']);
  expect(seen.earlier).toMatchObject([{ id: 1, history: 'not_kept', close_reason: 'Solved' }]);
});

test('a transcript begins with the earlier tickets, and links those that would make it endless', async () => {
  await using it = await start();
  const first = await it.closed({ message_count: 6_000 });
  const second = await it.closed({ continues: first.ticket_id, message_count: 6_000 });
  const third = await it.closed({ continues: second.ticket_id });
  for (const ticket of [first, second, third]) await it.say(ticket, 'hello');

  const read = await renderTranscript(callBy(it.ctx, it.opener, 'dashboard'), third);
  expect(read.messages.map(({ ticket_id, content }) => [ticket_id, content])).toEqual([
    [2, '2:hello'],
    [3, '3:hello'],
  ]);
  expect(read.earlier.map(({ id, history }) => [id, history])).toEqual([
    [2, 'joined'],
    [1, 'linked'],
  ]);
  expect(texts(await renderTranscript(callBy(it.ctx, it.opener, 'dashboard'), second))).toEqual([
    '1:hello',
    '2:hello',
  ]);
  expect(await renderTranscript(callBy(it.ctx, it.opener, 'dashboard'), first)).toMatchObject({
    earlier: [],
    ticket: { continued_by: { id: second.ticket_id, is_open: false } },
  });
});

test.each([
  ['itself', { 1: 1 }],
  ['one that continues it', { 1: 2, 2: 1 }],
  ['the last of a line', { 1: 3, 2: 1, 3: 2 }],
])('a stored ticket that continues %s is read to an end', async (_, line: Record<number, number>) => {
  await using world = await start();
  const { ctx, guild_id, opener, closed, say } = world;
  const tickets = Object.keys(line).map(Number);
  for (const ticket_id of tickets) {
    await closed({ ticket_id });
    await say({ ticket_id }, 'said');
  }
  await sql`alter table tickets drop constraint if exists tickets_continue_earlier`.execute(ctx.db);
  try {
    for (const [ticket_id, continues] of Object.entries(line))
      await ctx.db
        .updateTable('tickets')
        .set({ continues })
        .where('guild_id', '=', guild_id)
        .where('ticket_id', '=', Number(ticket_id))
        .execute();
    const call = callBy(ctx, opener, 'dashboard');
    for (const ticket_id of tickets) {
      const key = { guild_id, ticket_id };
      const { earlier, messages } = await renderTranscript(call, key);
      expect(texts({ messages })).toContain(`${ticket_id}:said`);
      expect(earlier.every(({ id }) => id < ticket_id)).toBe(true);
    }
    // Where it goes on, or why not, depends on the circle; that it ends does not.
    await Promise.allSettled([reopenTicket(call, { guild_id, ticket_id: 1 }, { interaction_id: '1' })]);
  } finally {
    await ctx.db.updateTable('tickets').set({ continues: null }).execute();
    await sql`alter table tickets add constraint tickets_continue_earlier check (continues < ticket_id)`.execute(
      ctx.db,
    );
  }
});

test('no ticket is stored that continues itself, or one that comes after it', async () => {
  allowDatabaseError(/tickets_continue_earlier/);
  await using world = await start();
  for (const continues of [1, 2])
    await expect(world.closed({ ticket_id: 1, continues })).rejects.toThrow('tickets_continue_earlier');
});

test('of a line without end the latest hundred tickets are read', async () => {
  await using world = await start();
  const { ctx, guild_id, opener, closed } = world;
  await closed({ ticket_id: 1 });
  await sql`
    insert into tickets (guild_id, ticket_id, opener_id, status, closed_at, has_transcript, continues, interaction_id, channel_name, source, subject)
    select guild_id, n, opener_id, 'closed', closed_at, true, n - 1, -n, 'ticket', source, ''
    from tickets, generate_series(2, 5000) n where guild_id = ${guild_id}`.execute(ctx.db);
  const call = callBy(ctx, opener, 'dashboard');
  const { earlier } = await renderTranscript(call, { guild_id, ticket_id: 5000 });
  expect(earlier.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, index) => 4999 - index));
});

test('in an open ticket that goes on from an imported one, nothing of that is marked as written by staff', async () => {
  await using it = await start();
  const { guild_id, staff } = it;
  const author_id = staff.user_id;
  const { ticket_id } = await buildImportedTicket(it.ctx, { guild_id, has_transcript: true });
  const open = await it.open({ continues: ticket_id });
  await buildMessage(it.ctx, {
    guild_id,
    ticket_id,
    author_id,
    by_staff: true,
    content: 'As the archive says',
  });
  await buildMessage(it.ctx, {
    guild_id,
    ticket_id: open.ticket_id,
    author_id,
    by_staff: true,
    content: 'As was seen here',
  });
  const { messages } = await getTicketView(callBy(it.ctx, staff, 'dashboard'), open);
  expect(messages.map(({ content, by_staff }) => [content, by_staff])).toEqual([
    ['As the archive says', false],
    ['As was seen here', true],
  ]);
});

test('an opener who is staff of the later ticket alone is not told who answered the earlier one under the name of the server', async () => {
  await using it = await start();
  const { ctx, guild_id, staff } = it;
  const { panel_id } = await buildPanel(ctx, { guild_id, default_team: false });
  const opener_id = staff.user_id;
  const helper = await buildMember(ctx, { guild_id, level: 1 });
  const first = await it.closed({ opener_id, panel_id });
  const second = await it.closed({ opener_id, continues: first.ticket_id });
  const third = await it.open({ opener_id, continues: second.ticket_id });
  for (const { ticket_id } of [first, second]) {
    const sent = { author_id: '900', author_name: 'Bakery', author_bot: true, sent_by: helper };
    await buildMessage(ctx, { guild_id, ticket_id, ...sent, by_staff: true, content: `answer ${ticket_id}` });
  }
  const call = callBy(ctx, staff, 'dashboard');
  const view = await getTicketView(call, third);
  expect(view.messages.map(({ content, author }) => [content, author.id])).toEqual([
    ['answer 1', '900'],
    ['answer 2', helper],
  ]);
  const { messages, entities } = await renderTranscript(call, second);
  const shown = messages.map(({ content, author }) => [
    content,
    entities.users[author]?.username === 'Bakery',
  ]);
  expect(shown).toEqual([
    ['answer 1', true],
    ['answer 2', false],
  ]);
});

test('an opener who works the panel reads a ticket of theirs as its opener while a claim hides it from the team', async () => {
  await using it = await start();
  const { ctx, guild_id, staff } = it;
  const helper = await buildMember(ctx, { guild_id, level: 1 });
  const ticket = await it.open({ opener_id: staff.user_id, claimed_by: helper });
  const key = { guild_id, ticket_id: ticket.ticket_id };
  const sent = { author_id: '900', author_name: 'Bakery', author_bot: true, sent_by: helper };
  await buildMessage(ctx, { ...key, ...sent, by_staff: true, content: 'answer' });
  await buildMessage(ctx, { ...key, content: 'taken back', deleted_at: ctx.clock.now() });
  const read = async (support_can_view: boolean, user_id = staff.user_id) => {
    await ctx.db
      .insertInto('guild_settings')
      .values({ guild_id, support_can_view })
      .onConflict((oc) => oc.column('guild_id').doUpdateSet({ support_can_view }))
      .execute();
    const call = await callAs({ ctx, guild_id }, user_id);
    const { messages, ticket } = await getTicketView(call, { ...key, deleted: true });
    return [ticket.claimed_by?.id, ...messages.map(({ content, author }) => [content, author.id === helper])];
  };
  expect(await read(false)).toEqual([undefined, ['answer', false]]);
  const asStaff = [helper, ['answer', true], ['taken back', false]];
  expect(await read(false, helper)).toEqual(asStaff);
  expect(await read(true)).toEqual(asStaff);
});
