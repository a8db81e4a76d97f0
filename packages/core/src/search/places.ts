import type { SearchTerm } from '@tickets/contract/search/parse';

/** So many terms are looked for. The longest ones are the rarest. */
const termsMax = 2;
/** A phrase is looked for by so many of its words. */
const wordsMax = 4;
/** A word in another form has at least so many of the first letters. */
const sameMin = 3;

/** Letters that the search of some language takes for the same. */
const kin = [
  'aàáâãäåā',
  'cçćč',
  'eèéêëęē',
  'iìíîïī',
  'lł',
  'nñń',
  'oòóôõöøō',
  'sśšş',
  'uùúûüū',
  'yýÿ',
  'zźżž',
];

/**
 * Regular expressions of PostgreSQL that find where terms stand in a text, without reading all of its words: as they were typed,
 * as beginnings of words, and in another form. They miss a few forms, and may find what is no hit: they say where to look.
 */
export function placesOf(terms: readonly (SearchTerm & { has_spaces: boolean })[]): string[][] {
  const longest = [...terms].sort((a, b) => b.text.length - a.text.length).slice(0, termsMax);
  return longest.map(({ text, has_spaces }) => {
    const words =
      text
        .toLowerCase()
        .match(/[\p{L}\p{M}\p{N}_]+/gu)
        ?.slice(0, wordsMax) ?? [];
    const following = (way: (word: string) => string) => words.map(way).join('\\W+');
    if (!has_spaces) return [`(?i)${words.map(letters).join('\\W*')}`];
    const apart = (way: (word: string) => string) => `(?i)(?:^|\\W)${following(way)}(?:\\W|$)`;
    return [
      apart(letters),
      apart((word) => `${letters(word)}\\w*`),
      apart((word) => `${letters(word.slice(0, Math.max(sameMin, Math.ceil(word.length / 2))))}\\w*`),
    ];
  });
}

/** A word consists of letters and digits, none of which means anything in a regular expression. */
const letters = (word: string) =>
  [...word.normalize('NFC')].map((letter) => kinOf.get(letter) ?? letter).join('');

const kinOf = new Map(kin.flatMap((same) => [...same].map((letter) => [letter, `[${same}]`])));
