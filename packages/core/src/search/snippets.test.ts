import { parseSearch } from '@tickets/contract/search/parse';
import { buildGuild } from '@tickets/testkit/data/factories';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '../platform/context.ts';
import { type Found, marked, partsOf } from './snippets.ts';
import { wordQuery } from './words.ts';

let context: Awaited<ReturnType<typeof createTestContext>>;
let ctx: Context;
beforeAll(async () => {
  context = await createTestContext();
  ({ ctx } = context);
});
afterAll(() => context.close());

const nobody = { users: new Map(), roles: {}, channels: {} };

/** What is shown of so many copies of a text. */
async function show(text: string, q: string, { language = 'en', copies = 1 } = {}) {
  const { guild_id } = await buildGuild(ctx);
  await ctx.db.insertInto('guild_settings').values({ guild_id, language }).execute();
  const parsed = parseSearch(q);
  const words = await wordQuery(ctx.db, guild_id, parsed.terms, parsed);
  const { rows } = await sql<Found>`select shown.* from generate_series(1, ${copies}::int)
    cross join lateral (select ${text}::text || '' as said offset 0) s
    cross join lateral (${marked(sql`s.said`, guild_id, words?.in_text)}) shown`.execute(ctx.db);
  return rows.map((row) => partsOf(row, nobody));
}

async function hitsIn(text: string, q: string, language?: string) {
  const [parts] = await show(text, q, { ...(language && { language }) });
  return parts?.filter(({ hit }) => hit).map(({ text }) => text);
}

const filler = (words: number) => Array.from({ length: words }, (_, n) => `filler${n}`).join(' ');
/** A text of many pages in the middle of which something stands. */
const around = (said: string) => `${filler(8_000)} ${said} ${filler(8_000)}`;

test.each([
  ['a word', 'parcel', 'my parcel is gone', ['parcel']],
  ['a word in another form', 'parcels', 'my parcel is gone', ['parcel']],
  ['a word whose form has other letters', 'berry', 'many berries', ['berries']],
  ['the beginning of a word', 'parc', 'my parcel is gone', ['parcel']],
  ['a phrase', '"parcel is gone"', 'see, my\nparcel is gone', ['parcel', 'is', 'gone']],
  ['letters that mean something in a pattern', '"a.b (c)"', 'see a.b (c) there', ['a.b', 'c']],
  ['a language that writes without spaces', '荷物', '私の荷物が届きません', ['荷物']],
  ['letters of another language', 'посылка', 'Где моя Посылка', ['Посылка']],
])('of a text of many pages the part is shown that has %s', async (_, q, said, hits) => {
  expect(await hitsIn(around(said), q)).toEqual(hits);
});

test('a word is found in a long text as its language writes it', async () => {
  expect(await hitsIn(around('wurden zurückgeschickt'), 'zuruckgeschickt', 'de')).toEqual([
    'zurückgeschickt',
  ]);
  expect(await hitsIn(around('Häuser aus Glas'), 'haus', 'de')).toEqual(['Häuser']);
});

test('words that stand far from each other are shown both', async () => {
  const text = `${around('a parcel')} ${around('an invoice')}`;
  expect(await hitsIn(text, 'invoice parcel')).toEqual(['parcel', 'invoice']);
});

test('a long text is shown to its end where the words stand there, and from its beginning where none is named', async () => {
  const [parts = []] = await show(`${filler(8_000)} the parcel came`, 'parcel');
  expect(parts.at(-1)).toEqual({ text: ' came', hit: false });
  expect(parts[0]?.text).toMatch(/^… /);
  const [beginning] = await show(filler(8_000), '-parcel');
  expect(beginning?.map(({ text }) => text).join('')).toMatch(/^filler0 filler1 .* …$/);
});

/** One-letter words, of which each is a hit. */
function letters(chars: number) {
  let seed = 7;
  let text = '';
  while (text.length < chars) {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    text += `${'abcdefgh'[(seed >> 16) % 8]} `;
  }
  return text;
}

const hostile = [
  'a b',
  '"a b"',
  '-zzz',
  'a b c d e f g h',
  `"${'a b '.repeat(49)}"`,
  `"${'a '.repeat(190)}"`,
  'a '.repeat(200),
  '"a c" "b d" "e f" "g h"'.repeat(16),
  `"${'h '.repeat(8)}zzz" ${'x'.repeat(300)}`,
];

test.each(hostile)('twenty texts of 220,000 characters take little time to be shown: %s', async (q) => {
  const time = async (chars: number) => {
    const text = letters(chars);
    const begun = performance.now();
    expect(await show(text, q, { copies: 20 })).toHaveLength(20);
    return performance.now() - begun;
  };
  await time(2_000);
  expect(await time(220_000)).toBeLessThan(2_500);
});
