import emojis from 'emojibase-data/en/data.json' with { type: 'json' };
import plain from 'emojibase-data/en/shortcodes/emojibase.json' with { type: 'json' };
import github from 'emojibase-data/en/shortcodes/github.json' with { type: 'json' };
import slack from 'emojibase-data/en/shortcodes/iamcal.json' with { type: 'json' };
import joypixels from 'emojibase-data/en/shortcodes/joypixels.json' with { type: 'json' };
import type { EmojiCategory } from './emoji.ts';

/** What later versions of Unicode added, most systems cannot draw yet. */
const NEWEST_VERSION = 15.1;

/** The groups of Unicode that make a category; group 2 has skin tones and hair, of which only the tones are emojis. */
const groups: readonly (readonly [EmojiCategory, ...number[]])[] = [
  ['Smileys & People', 0, 1],
  ['Animals & Nature', 3],
  ['Food & Drink', 4],
  ['Travel & Places', 5],
  ['Activities', 6],
  ['Objects', 7],
  ['Symbols', 8],
  ['Flags', 9],
  ['Skin Tones', 2],
];
/** Letters such as 🇦 have no group of their own. */
const LETTERS_GROUP = 8;

// Discord's own words first; the others are what people know from elsewhere.
const aliasTables: readonly Record<string, string | string[]>[] = [joypixels, slack, plain, github];

type Source = (typeof emojis)[number];

/**
 * Every emoji as a line of text, which packs and parses far better than the tables of the package: the category in a line
 * of its own, then `glyph|name|aliases|glyph in the lightest skin tone`. The build ships the text and not this file.
 */
export const emojiLines: string = groups
  .flatMap(([category, ...numbers]) => [category, ...numbers.flatMap(inGroup).map(line)])
  .join('\n');

function inGroup(group: number): Source[] {
  const isHair = (emoji: Source) => group === 2 && !emoji.label.endsWith('skin tone');
  return emojis
    .filter((emoji) => (emoji.group ?? LETTERS_GROUP) === group)
    .filter((emoji) => emoji.version <= NEWEST_VERSION && !isHair(emoji))
    .toSorted((a, b) => (a.order ?? Number.MAX_SAFE_INTEGER) - (b.order ?? Number.MAX_SAFE_INTEGER));
}

function line({ emoji, label, hexcode, skins }: Source): string {
  const aliases = aliasTables.flatMap((table) => table[hexcode] ?? []);
  const lightest = skins?.find((skin) => skin.tone === 1)?.emoji ?? '';
  return [emoji, label, [...new Set(aliases)].join(' '), lightest].join('|');
}
