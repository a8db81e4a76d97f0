import { limits } from '@tickets/contract/platform/limits';
import { callAs } from '@tickets/testkit/data/access';
import {
  buildAnswers,
  buildGuild,
  buildMember,
  buildMessage,
  buildPanel,
  buildTicket,
  buildUser,
  randomId,
} from '@tickets/testkit/data/factories';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '../platform/context.ts';
import { authorsNamed } from './names.ts';
import { search } from './search.ts';

let context: Awaited<ReturnType<typeof createTestContext>>;
let ctx: Context;
beforeAll(async () => {
  context = await createTestContext();
  ({ ctx } = context);
});
afterAll(() => context.close());

/** A server with a member of staff. */
async function start({ language = null as string | null, preferred_locale = 'en-US' } = {}) {
  const { guild_id } = await buildGuild(ctx, { preferred_locale });
  await ctx.db.insertInto('guild_settings').values({ guild_id, language }).execute();
  const staff = await buildMember(ctx, { guild_id, level: 2 });
  const find = async (q: string, more: { cursor?: string; tz?: string } = {}) =>
    search(await callAs({ ctx, guild_id }, staff), guild_id, { q, tz: 'UTC', ...more });
  return {
    guild_id,
    staff,
    find,
    ticket: (values: Partial<Parameters<typeof buildTicket>[1]> = {}) =>
      buildTicket(ctx, { guild_id, ...values }),
    say: (ticket_id: number, content: string, values: object = {}) =>
      buildMessage(ctx, { guild_id, ticket_id, content, ...values }),
    /** What was found, as it stands. */
    async texts(q: string) {
      return (await find(q)).results.map(({ snippet }) => snippet.map(({ text }) => text).join(''));
    },
  };
}

async function saying(language: string, ...texts: string[]) {
  const server = await start({ language });
  const { ticket_id } = await server.ticket();
  for (const text of texts) await server.say(ticket_id, text);
  return server;
}

test('words are found without their endings, in the language of the server', async () => {
  const english = await saying('en', 'Both printers were broken');
  for (const q of ['printer', 'printers', 'PRINTER Broken', 'break'])
    expect([q, (await english.texts(q)).length]).toEqual([q, q === 'break' ? 0 : 1]);
  const german = await saying('de', 'Die Lieferungen wurden zurückgeschickt', 'Häuser aus Glas');
  expect(await german.texts('Lieferung')).toHaveLength(1);
  expect(await german.texts('zuruckgeschickt')).toHaveLength(1);
  expect(await german.texts('haus')).toHaveLength(1);
  // PostgreSQL takes no compounds apart; their beginning is found.
  expect(await german.texts('zurück')).toHaveLength(1);
});

test('a server without a chosen language is searched in the one that it has in Discord', async () => {
  const server = await start({ preferred_locale: 'de' });
  const { ticket_id } = await server.ticket();
  await server.say(ticket_id, 'Zwei Bestellungen');
  expect(await server.texts('Bestellung -Lieferung')).toHaveLength(1);
});

test('what is written in another language is found as it stands', async () => {
  const polish = await saying('pl', 'Gdzie jest moja paczka?');
  expect(await polish.texts('paczka moja')).toHaveLength(1);
  const english = await saying(
    'en',
    'Где моя посылка',
    '荷物が届きません',
    'พัสดุหาย',
    'Die Rechnungen fehlen',
  );
  expect(await english.texts('посылка')).toEqual(['Где моя посылка']);
  expect(await english.texts('荷物')).toEqual(['荷物が届きません']);
  expect(await english.texts('物荷')).toEqual([]);
  expect(await english.texts('届き')).toEqual(['荷物が届きません']);
  expect(await english.texts('หาย')).toHaveLength(1);
  expect(await english.texts('rechnungen')).toHaveLength(1);
});

test('words that are in every text count only where nothing else was typed, or between quotes', async () => {
  const server = await saying('en', 'The machine is out of order', 'In order of size', 'not that');
  expect(await server.texts('the order')).toHaveLength(2);
  expect(await server.texts('"out of order"')).toEqual(['The machine is out of order']);
  expect(await server.texts('not')).toEqual(['not that']);
});

test('a phrase, a word to leave out, and a word that is still being typed', async () => {
  const server = await saying('en', 'red blue green', 'blue red', 'red only');
  expect(await server.texts('"red blue"')).toEqual(['red blue green']);
  expect(await server.texts('red -blue')).toEqual(['red only']);
  expect(await server.texts('red gre')).toEqual(['red blue green']);
  expect(await server.texts('gr red')).toEqual([]);
  expect(await server.texts('red gr')).toEqual([]);
  expect(await server.texts('-"red only"')).toEqual(['blue red', 'red blue green']);
});

test('messages, answers and close reasons are found, the newest ticket first', async () => {
  const server = await start();
  const one = await server.ticket({ status: 'closed', has_transcript: true, close_reason: 'Parcel arrived' });
  await buildAnswers(ctx, one, { 'What is missing?': 'A parcel', 'Since when?': 'May' });
  await server.say(one.ticket_id, 'parcel one');
  const two = await server.ticket({ rating: 4 });
  const said = await server.say(two.ticket_id, 'my parcel');
  const { results } = await server.find('parcel');
  expect(results.map(({ ticket_id, source }) => [ticket_id, source])).toEqual([
    [two.ticket_id, 'message'],
    [one.ticket_id, 'message'],
    [one.ticket_id, 'close_reason'],
    [one.ticket_id, 'answer'],
  ]);
  expect(results[0]).toMatchObject({
    message_id: said.message_id,
    status: 'open',
    rating: 4,
    channel_name: two.channel_name,
  });
  expect(results[3]).toMatchObject({ question: 'What is missing?', message_id: null });
  expect(results[3]?.author?.id).toBe(one.opener_id);
});

test('of what is found it is said whether its ticket was imported', async () => {
  const server = await start();
  const here = await server.ticket({
    status: 'closed',
    has_transcript: true,
    close_reason: 'Parcel arrived',
  });
  const ticket_id = here.ticket_id + 1;
  await server.ticket({
    ticket_id,
    interaction_id: String(-ticket_id),
    status: 'closed',
    has_transcript: true,
    close_reason: 'Parcel lost',
  });
  const { results } = await server.find('parcel');
  expect(results.map((result) => [result.ticket_id, result.imported])).toEqual([
    [ticket_id, true],
    [here.ticket_id, false],
  ]);
});

test('an edited message is found by what it says now', async () => {
  const server = await start();
  const { ticket_id } = await server.ticket();
  const { message_id } = await server.say(ticket_id, 'before lunch');
  await ctx.db
    .updateTable('ticket_messages')
    .set({ content: 'after dinner' })
    .where('message_id', '=', message_id)
    .execute();
  expect(await server.texts('lunch')).toEqual([]);
  expect(await server.texts('dinner')).toEqual(['after dinner']);
});

test('what was deleted is found and marked; what was erased is not', async () => {
  const server = await start();
  const { ticket_id } = await server.ticket();
  const { message_id } = await server.say(ticket_id, 'a secret', { deleted_at: new Date() });
  expect((await server.find('secret')).results).toMatchObject([{ message_id, deleted: true }]);
  await ctx.db
    .updateTable('ticket_messages')
    .set({ content: '', author_id: '1', erased_at: new Date() })
    .where('message_id', '=', message_id)
    .execute();
  expect(await server.texts('secret')).toEqual([]);
});

test('what anybody writes comes back as text, and only what was looked for is marked', async () => {
  const hostile = 'see <script>alert("x")</script> \u0002not a hit\u0003 <b>parcel</b> & co';
  const server = await saying('en', hostile);
  const [result] = (await server.find('parcel')).results;
  expect(result?.snippet).toEqual([
    { text: 'see <script>alert("x")</script> not a hit <b>', hit: false },
    { text: 'parcel', hit: true },
    { text: '</b> & co', hit: false },
  ]);
  expect(await server.texts('alert')).toHaveLength(1);
});

test('nothing that is typed is an error of ours', async () => {
  const server = await saying('en', "it's a/b'c (x) \\ 100% www.example.com/a('b?c=d&e x!'y");
  const typed = [
    "'",
    "''' & | ! <-> :*",
    '\\',
    "a/b'c",
    "www.example.com/a('b?c=d",
    "x!'y",
    '%',
    '(((',
    '& a :*',
    '🦊',
    '<b>',
    '- - -',
    `"${'x '.repeat(150)}"`,
    'ä'.repeat(400),
    '\u0000',
    '\ud800',
    "-www.example.com/a('b?c=d",
  ];
  for (const q of typed) expect(await server.find(q), q).toHaveProperty('results');
  expect(await server.texts("www.example.com/a('b?c=d&e")).toHaveLength(1);
  expect(await server.texts('')).toEqual([]);
  expect(await server.texts('🦊')).toEqual([]);
});

test('a word of any length is kept from no message', async () => {
  const server = await start();
  const { ticket_id } = await server.ticket();
  for (const bytes of [2030, 2040, 2044, 2046, 2047, 3000])
    await server.say(ticket_id, `long ${'x'.repeat(bytes)} word`);
  await server.say(ticket_id, `long ${'ж'.repeat(1023)} word`);
  expect(await server.texts('"long" word')).toHaveLength(7);
});

test('the part of a long text is shown in which the words stand, with names for ids', async () => {
  const server = await start();
  const mia = await buildUser(ctx, { username: 'mia' });
  const { ticket_id } = await server.ticket();
  const filler = (from: number) => Array.from({ length: 100 }, (_, n) => `word${n + from}`).join(' ');
  await server.say(
    ticket_id,
    `${filler(0)} ask <@${mia.user_id}> about the\n\ninvoice <:wave:123456789012345678> ${filler(200)}`,
  );
  const [text] = await server.texts('invoice');
  expect(text).toMatch(/^… .*@mia about the invoice :wave: .* …$/);
  expect(text?.length).toBeLessThan(400);
});

test('staff see who wrote from the dashboard', async () => {
  const server = await start();
  const sam = await buildUser(ctx, { username: 'sam' });
  const { ticket_id } = await server.ticket();
  await server.say(ticket_id, 'from the desk', {
    author_id: randomId(),
    author_name: 'Support',
    author_bot: true,
    sent_by: sam.user_id,
  });
  expect((await server.find('desk')).results[0]?.author).toMatchObject({ username: 'sam' });
});

test('tickets that were never opened are not searched', async () => {
  const server = await start();
  for (const values of [
    { status: 'opening' as const },
    { status: 'closed' as const, close_source: 'undone' as const },
  ]) {
    const ticket = await server.ticket(values);
    await buildAnswers(ctx, ticket, { 'What?': 'pineapple' });
  }
  expect(await server.texts('pineapple')).toEqual([]);
  expect(await server.find('before:2999-01-01')).toEqual({ results: [], cursor: null });
});

test('what is in another server is not found', async () => {
  const here = await saying('en', 'kumquat');
  const there = await saying('en', 'nothing of it');
  expect(await there.texts('kumquat')).toEqual([]);
  expect(await here.texts('kumquat')).toHaveLength(1);
  await buildPanel(ctx, { guild_id: here.guild_id, title: 'Only here' });
  await expect(there.find('panel:"Only here"')).rejects.toMatchObject({ code: 'search.panel_unknown' });
});

test('the words of a server are looked up with letters of its own', async () => {
  const server = await saying('en', "it's kumquat");
  const { rows } = await sql<{ words: string }>`
    select words::text from search_texts where guild_id = ${server.guild_id}`.execute(ctx.db);
  expect(rows[0]?.words).toMatch(/^'([0-9a-f]{4})it':\d+ '\1kumquat':\d+,\d+ '\1s':\d+$/);
});

test('what someone said in tickets of the same number in other servers takes no place among the results', async () => {
  const [here, elsewhere] = [await start(), await start()];
  const author_id = randomId();
  const ticket = await here.ticket();
  await here.say(ticket.ticket_id, 'Mine', { author_id });
  const { ticket_id } = await elsewhere.ticket();
  expect(ticket_id).toBe(ticket.ticket_id);
  for (let count = 0; count <= limits.search_page; count += 1)
    await elsewhere.say(ticket_id, 'Theirs', { author_id });
  expect(await here.texts(`from:${author_id}`)).toEqual(['Mine']);
  expect((await here.find(`from:${author_id}`)).cursor).toBeNull();
});

test('what a person passes on is found also where it stands in components, and what a bot shows in them is not', async () => {
  const server = await start();
  const { ticket_id } = await server.ticket();
  const components = JSON.stringify([{ type: 17, components: [{ type: 10, content: 'Our refund terms' }] }]);
  const { message_id } = await server.say(ticket_id, '', { components });
  await server.say(ticket_id, 'Menu', { components, author_bot: true });
  expect(await server.texts('refund')).toEqual(['Our refund terms']);
  await ctx.db
    .updateTable('ticket_messages')
    .set({ components: '[]' })
    .where('message_id', '=', message_id)
    .execute();
  expect(await server.texts('refund')).toEqual([]);
});

test('from: names only people who wrote in this server, whoever is called so elsewhere', async () => {
  const server = await start();
  const { ticket_id } = await server.ticket();
  await sql`insert into users (user_id, username) select 890000000000000000 + n, 'yul' || n
    from generate_series(1, 12000) n`.execute(ctx.db);
  await buildUser(ctx, { username: 'yul' });
  const yulia = await buildUser(ctx, { username: 'yulia' });
  await server.say(ticket_id, 'Here', { author_id: yulia.user_id });
  expect(await server.texts('from:yul')).toEqual(['Here']);
});

test('from: finds whoever wrote here by the display name that stands beside their words, also who is not known as a member', async () => {
  const server = await start();
  const { ticket_id } = await server.ticket();
  // As after a restart, in which members are forgotten until they are heard of.
  const mia = await buildUser(ctx, { username: 'mb1990' });
  const elsewhere = await buildUser(ctx, { username: 'mb1991' });
  await ctx.db
    .updateTable('users')
    .set({ global_name: 'Mia Bell' })
    .where('user_id', 'in', [mia.user_id, elsewhere.user_id])
    .execute();
  await server.say(ticket_id, 'Here', { author_id: mia.user_id });
  expect(await server.texts('from:"mia bell"')).toEqual(['Here']);
  expect(await server.texts('from:mia')).toEqual(['Here']);
  expect(await authorsNamed(ctx, server.guild_id, server.staff, ['Mia Bell'])).toEqual([mia.user_id]);
});
