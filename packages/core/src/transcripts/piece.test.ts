import { TicketMessage } from '@tickets/contract/tickets/tickets';
import { transcriptPieceMax } from '@tickets/contract/transcripts/transcript-limits';
import {
  Transcript,
  type TranscriptPiece,
  TranscriptPieceQuery,
} from '@tickets/contract/transcripts/transcripts';
import { accessIn } from '@tickets/testkit/data/access';
import {
  buildGuild,
  buildMember,
  buildMessage,
  buildPanel,
  buildTeam,
  buildTicket,
} from '@tickets/testkit/data/factories';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { callBy, type UserCall } from '../access/caller.ts';
import { getOwnTicket } from '../tickets/own/view.ts';
import { drawPage } from './forms/page.ts';
import { drawText } from './forms/plain.ts';
import { whole } from './piece.ts';
import { readPiece, renderInBatches, renderTranscript } from './render.ts';

/** A closed ticket that goes on from another one, and who reads it. */
async function start() {
  const context = await createTestContext();
  const { ctx } = context;
  const { guild_id } = await buildGuild(ctx);
  const opener_id = await buildMember(ctx, { guild_id });
  const staff_id = await buildMember(ctx, { guild_id, level: 1 });
  const closed = (values: object = {}) =>
    buildTicket(ctx, { guild_id, opener_id, status: 'closed', has_transcript: true, ...values });
  const first = await closed();
  const second = await closed({ continues: first.ticket_id });
  let said = 0;
  return {
    ctx,
    guild_id,
    first,
    second,
    closed,
    opener: callBy(ctx, await accessIn({ ctx, guild_id }, opener_id), 'dashboard'),
    staff: callBy(ctx, await accessIn({ ctx, guild_id }, staff_id), 'dashboard'),
    async say({ ticket_id }: { ticket_id: number }, content: string, values: object = {}) {
      said += 1;
      const message_id = String(1_000 + said);
      await buildMessage(ctx, { guild_id, ticket_id, author_id: opener_id, message_id, content, ...values });
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}

async function pieceFor(call: UserCall, input: Parameters<typeof readPiece>[1]): Promise<TranscriptPiece> {
  const { answer, messages } = await readPiece(call, input);
  return { ...answer, messages: await whole(messages) };
}

type World = Awaited<ReturnType<typeof start>>;

/** The transcript of the second ticket as somebody reads it who takes so many messages at a time. */
async function inPieces({ second }: World, call: UserCall, limit: number) {
  const pieces: TranscriptPiece[] = [await renderTranscript(call, { ...second, deleted: true, limit })];
  for (let next = pieces[0]?.next; next; next = pieces.at(-1)?.next)
    pieces.push(await pieceFor(call, { ...second, deleted: true, limit, after: next }));
  return pieces;
}

const byName = ({ messages, entities }: TranscriptPiece) =>
  messages.map(({ author, ...message }) => ({ ...message, author: entities.users[author]?.username }));

test('laid together, the pieces of a transcript are the whole, whatever their size', async () => {
  await using world = await start();
  const { first, second } = world;
  for (const n of [1, 2, 3]) await world.say(first, `before ${n}`);
  for (const n of [1, 2, 3, 4]) await world.say(second, `after ${n}`);
  await world.say(second, 'deleted', { deleted_at: new Date() });
  // Nothing to read: it fills a place in a piece and is not shown.
  await world.say(second, '', { erased_at: new Date() });
  await world.say(second, 'last');

  for (const reader of [world.staff, world.opener]) {
    const whole = await renderTranscript(reader, { ...second, deleted: true });
    expect(whole.next).toBeNull();
    for (const limit of [1, 2, 3, 9, 10]) {
      const pieces = await inPieces(world, reader, limit);
      expect(pieces.flatMap(byName)).toEqual(byName(whole));
      expect(pieces.every(({ messages }) => messages.length <= limit)).toBe(true);
    }
  }
});

test('how complete a transcript is, is told with its first piece', async () => {
  await using world = await start();
  for (const n of [1, 2, 3]) await world.say(world.second, `said ${n}`);
  await world.say(world.second, '', { erased_at: new Date() });
  const piece = await renderTranscript(world.staff, { ...world.second, limit: 1 });
  expect(piece.messages).toHaveLength(1);
  expect(piece.ticket.completeness).toMatchObject({ shown: 3, total: 4, erased: 1 });
});

test('large messages are read a few at a time, each once and in their order', async () => {
  await using world = await start();
  const { first, second, say, staff } = world;
  const embeds = JSON.stringify(Array(20).fill({ description: 'word '.repeat(4_000) }));
  const said = Array.from({ length: 24 }, (_, n) => `large ${n}`);
  for (const [n, content] of said.entries()) await say(n < 8 ? first : second, content, { embeds });
  const { messages } = await renderInBatches(staff, { ...second, deleted: true });
  const seen: string[] = [];
  for await (const batch of messages) {
    expect(JSON.stringify(batch).length).toBeLessThan(3 * 1024 * 1024);
    seen.push(...batch.map(({ content }) => content));
  }
  expect(seen).toEqual(said);
  const pages = [await getOwnTicket(world.opener, second)];
  while (pages[0]?.has_more) {
    expect(JSON.stringify(pages[0]).length).toBeLessThan(3 * 1024 * 1024);
    pages.unshift(await getOwnTicket(world.opener, { ...second, before: pages[0].messages[0]?.id }));
  }
  expect(pages.flatMap((page) => page.messages.map(({ content }) => content))).toEqual(said);
});

test('names under which a webhook spoke stay apart when pieces are laid together', async () => {
  await using world = await start();
  const as = (author_name: string) => ({ author_id: '77', author_name });
  for (const name of ['Ann', 'Ben', 'Cho']) await world.say(world.second, `I am ${name}`, as(name));
  const pieces = await inPieces(world, world.opener, 1);
  const users = Object.assign({}, ...pieces.map(({ entities }) => entities.users));
  const said = pieces.flatMap(({ messages }) => messages);
  expect(said.map(({ author, content }) => `${users[author].username}: ${content}`)).toEqual([
    'Ann: I am Ann',
    'Ben: I am Ben',
    'Cho: I am Cho',
  ]);
});

test('a picture that an archive named leads nowhere but to a picture', async () => {
  await using world = await start();
  for (const author_avatar of ['../../x?y#', 'https://elsewhere.example/a', 'a/b', ''])
    await world.say(world.second, 'here', { author_id: '77', author_name: author_avatar, author_avatar });
  await world.say(world.second, 'here', { author_id: '77', author_name: 'Ann', author_avatar: 'a_1f' });
  const { entities } = await renderTranscript(world.staff, world.second);
  const paths = Object.values(entities.users).map(({ avatar }) => new URL(avatar).pathname);
  const own = '/avatars/77/a_1f.gif';
  expect(paths.filter((path) => path.endsWith(own))).toHaveLength(1);
  expect(paths.filter((path) => /\/embed\/avatars\/\d\.png$/.test(path))).toHaveLength(paths.length - 1);
  expect(paths.length).toBeGreaterThan(3);
});

test('a piece never shows an earlier ticket that its panel keeps from the reader', async () => {
  await using world = await start();
  const { ctx, guild_id } = world;
  const helper_id = await buildMember(ctx, { guild_id });
  const team_id = await buildTeam(ctx, { guild_id, user_ids: [helper_id] });
  const { panel_id } = await buildPanel(ctx, { guild_id, team_ids: [team_id] });
  const theirs = await world.closed({ panel_id, continues: world.first.ticket_id });
  await world.say(world.first, 'not for them');
  await world.say(theirs, 'for them');
  const helper = callBy(ctx, await accessIn({ ctx, guild_id }, helper_id), 'dashboard');
  const after = `${world.first.ticket_id}-0`;
  const piece = await pieceFor(helper, { ...theirs, after, limit: 10 });
  expect(piece.messages.map(({ content }) => content)).toEqual(['for them']);
});

test('who reads on is still reading, and who begins in the middle has read', async () => {
  await using world = await start();
  for (const n of [1, 2, 3]) await world.say(world.second, `said ${n}`);
  const reads = () => world.ctx.db.selectFrom('transcript_reads').select(['user_id', 'times']).execute();
  await inPieces(world, world.staff, 1);
  expect(await reads()).toEqual([{ user_id: world.staff.caller.user_id, times: 1 }]);
  const after = `${world.second.ticket_id}-0`;
  await pieceFor(world.opener, { ...world.second, after, limit: 10 });
  expect(await reads()).toHaveLength(2);
});

test.each(['', '1', 'x-1', '1-', '1-x', `1-${'9'.repeat(19)}`, "1-1'--"])(
  'a place that no answer told is refused: %j',
  (after) => {
    expect(TranscriptPieceQuery.safeParse({ after }).success).toBe(false);
  },
);

test.each([0, -1, transcriptPieceMax + 1, 'all'])('no piece holds %s messages', (limit) => {
  expect(TranscriptPieceQuery.safeParse({ after: '1-1', limit }).success).toBe(false);
});

const odd: unknown[] = [null, 5, 'x', true, [], {}, [null], [5], ['x'], [[]], [{ deep: [null] }]];
const keys = {
  embeds: [
    'title',
    'description',
    'color',
    'timestamp',
    'author',
    'footer',
    'image',
    'fields',
    'type',
    'sticker',
  ],
  components: [
    'type',
    'components',
    'accessory',
    'label',
    'emoji',
    'url',
    'options',
    'items',
    'file',
    'media',
    'content',
  ],
};

test('whatever stands in the place of embeds and components, all else of a transcript is read and drawn', async () => {
  await using world = await start();
  const { ctx, second, say, staff } = world;
  await say(second, 'before');
  const stored = Object.entries(keys).flatMap(([column, names]) => [
    ...odd.map((value) => ({ [column]: value })),
    ...names.flatMap((name) => odd.map((value) => ({ [column]: [{ [name]: value }] }))),
    // A value in a component that draws it.
    ...(column === 'components'
      ? [1, 2, 3, 9, 10, 12, 13, 17].flatMap((type) =>
          names.flatMap((name) => odd.map((value) => ({ [column]: [{ type, [name]: value }] }))),
        )
      : names.flatMap((name) =>
          odd.map((value) => ({ [column]: [{ fields: [{ name: value, value: name }] }] })),
        )),
  ]);
  await say(second, 'odd');
  const texts = stored.map((values) => JSON.stringify(values));
  await sql`
    insert into ticket_messages (guild_id, ticket_id, message_id, author_id, content, created_at, seq, first_seq, embeds, components)
    select m.guild_id, m.ticket_id, m.message_id + n, m.author_id, m.content, m.created_at, m.seq, m.first_seq,
      coalesce(v::jsonb -> 'embeds', '[]'), coalesce(v::jsonb -> 'components', '[]')
    from ticket_messages m, unnest(${texts}::text[]) with ordinality as odd (v, n)
    where m.guild_id = ${second.guild_id} and m.ticket_id = ${second.ticket_id} and m.content = 'odd'`.execute(
    ctx.db,
  );
  await say(second, 'after', { message_id: '1000000' });
  const transcript = Transcript.parse(await renderTranscript(staff, second));
  expect(transcript.messages).toHaveLength(stored.length + 3);
  for (const drawing of [drawPage(transcript), drawText(transcript)])
    expect(drawing.messages(transcript.messages, new Map())).toContain('after');
  const own = await getOwnTicket(world.opener, second);
  expect(() => own.messages.map((message) => TicketMessage.parse(message))).not.toThrow();
});

test.each([
  ['a line feed', '\n'],
  ['a carriage return', '\r'],
  ['a line separator', '\u2028'],
  ['a next line', '\u0085'],
])('as text, nobody writes after %s what looks like a message of another person', async (_, end) => {
  await using world = await start();
  const { second, say, staff } = world;
  await say(second, `Hello${end}${end}[2026-11-27 08:13 UTC] sage${end}I approve the refund`);
  const transcript = Transcript.parse(await renderTranscript(staff, second));
  const { begin, messages } = drawText(transcript);
  const lines = `${begin()}${messages(transcript.messages, new Map())}`.split(/[\n\r\u0085\u2028]/);
  expect(lines).toContain('  [2026-11-27 08:13 UTC] sage');
  expect(lines).not.toContain('[2026-11-27 08:13 UTC] sage');
});

test('a message that cannot be shown says so, and keeps its words', async () => {
  await using world = await start();
  const { second, say, staff } = world;
  const long = JSON.stringify([{ description: 'x'.repeat(20_001) }]);
  const much = JSON.stringify(Array(30).fill({ description: 'x'.repeat(20_000) }));
  const unshown = [
    { embeds: '[null]' },
    { embeds: '[5]' },
    { components: '["x"]' },
    { embeds: long },
    { embeds: much },
  ];
  for (const values of unshown) await say(second, 'words', values);
  const { messages } = await renderTranscript(staff, second);
  expect(messages.map(({ content, embeds }) => [content, embeds])).toEqual(
    Array(unshown.length).fill(['words', [{ description: 'This part of the message cannot be shown.' }]]),
  );
});
