import { expect, test } from 'vitest';
import { parseSearch, parseWords } from './parse.ts';

const terms = (text: string) =>
  parseSearch(text).terms.map(({ text, kind, without }) => `${without ? '-' : ''}${kind}:${text}`);

test('words, phrases and words to leave out', () => {
  expect(terms('lost "out of  stock" -refund -"sold out" ')).toEqual([
    'word:lost',
    'phrase:out of  stock',
    '-word:refund',
    '-phrase:sold out',
  ]);
});

test('a phrase that nobody closed goes on to the end, and quotes of any kind are quotes', () => {
  expect(terms('"out of stock')).toEqual(['phrase:out of stock']);
  expect(terms('“out of” „stock”')).toEqual(['phrase:out of', 'phrase:stock']);
});

test('what is no word is left out', () => {
  expect(terms('- -- "" ... !?')).toEqual([]);
});

test('each operator, in any order and in large letters too', () => {
  expect(
    parseSearch(
      'From:@mia panel:"Lost parcels" before:2026-03-01 hi after:2025-12-31 has:file rating:2 rating:4+',
    ),
  ).toMatchObject({
    from: ['mia'],
    panel: ['Lost parcels'],
    before: '2026-03-01',
    after: '2025-12-31',
    has_file: true,
    ratings: [2, 4, 5],
    terms: [{ text: 'hi' }],
    problems: [],
  });
});

test('of two days the one that leaves less counts, and of two people either', () => {
  expect(
    parseSearch('before:2026-03-02 before:2026-03-01 after:2026-01-01 after:2026-02-01 from:a from:b'),
  ).toMatchObject({ before: '2026-03-01', after: '2026-02-01', from: ['a', 'b'] });
});

test.each([
  ['before:yesterday', 'search.date'],
  ['after:2026-02-30', 'search.date'],
  ['before:', 'search.date'],
  ['has:link', 'search.has'],
  ['rating:6', 'search.rating'],
  ['rating:0+', 'search.rating'],
  ['from:', 'search.from'],
  ['from:""', 'search.from'],
  ['panel: help', 'search.panel'],
  ['form:mia', 'search.operator'],
  ['-from:mia', 'search.minus'],
])('%s is told', (text, code) => {
  expect(parseSearch(text).problems).toEqual([expect.objectContaining({ code })]);
});

test('addresses, times and what stands in quotes name no operator', () => {
  expect(parseSearch('https://example.com 10:30 "error: none" 3:1').problems).toEqual([]);
});

test('where everything is words, what has a colon is a phrase, and nothing is an operator or wrong', () => {
  const words = (text: string) =>
    parseWords(text).terms.map(({ kind, text, without }) => `${without ? '-' : ''}${kind}:${text}`);
  expect(words('order:1234 from:"little mia" -has:file Rating: 5 has:')).toEqual([
    'phrase:order:1234',
    'phrase:from:little mia',
    '-phrase:has:file',
    'word:rating:',
    'word:5',
    'word:has:',
  ]);
  expect([parseWords('from:mia').is_open_ended, parseWords('from:mia ref').is_open_ended]).toEqual([
    false,
    true,
  ]);
});

test('the last word may go on, unless something follows it', () => {
  const open = (text: string) => parseSearch(text).is_open_ended;
  expect(['prin', 'a prin', 'prin ', '"prin', '-prin', 'prin has:file', ''].map(open)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('any text is read, also halves of characters and what cannot be seen', () => {
  const texts = ['\u0000a\nb', '\ud83d', '-'.repeat(400), '"'.repeat(399), ':'.repeat(50), 'a:'.repeat(200)];
  for (const text of texts) expect(() => parseSearch(text)).not.toThrow();
  expect(terms('\u0000a\nb')).toEqual(['word:a', 'word:b']);
});
