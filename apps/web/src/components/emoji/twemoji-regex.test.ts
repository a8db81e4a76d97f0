// @vitest-environment node

import { TwemojiRegex } from '@tickets/discord-ui/parser/twemoji-regex';
import { TwemojiRegex as table } from 'discord-markdown-parser/dist/utils/twemojiRegex.js';
import { expect, test } from 'vitest';
import { readEmojiLines } from './emoji.ts';
import { emojiLines } from './emoji-lines.ts';

const emojis = readEmojiLines(emojiLines).flatMap((entry) =>
  [entry, ...Object.values(entry.variants ?? {})].map(({ emoji }) => emoji),
);
const plain = (text: string | undefined) => text?.replaceAll('\uFE0F', '');
/** The table knows it only without that mark, and we only with it, which is how the picker and Discord write it. */
const EYE_IN_BUBBLE = '👁️‍🗨️';

test('every emoji of the picker is one, with and without the mark that asks for colours', () => {
  expect(emojis.length).toBeGreaterThan(3_000);
  expect(emojis.filter((emoji) => TwemojiRegex.exec(`${emoji} and so on`)?.[0] !== emoji)).toEqual([]);
  const differs = (text: string) => plain(TwemojiRegex.exec(text)?.[0]) !== plain(table.exec(text)?.[0]);
  expect(emojis.filter((emoji) => differs(`${emoji}!`))).toEqual([EYE_IN_BUBBLE]);
  expect(
    emojis.map((emoji) => emoji.replaceAll('\uFE0F', '')).filter((emoji) => differs(`${emoji}!`)),
  ).toEqual([plain(EYE_IN_BUBBLE)]);
});

test.each(['7', '#', '*', '©', '™', 'é', 'Ж', 'x👍', '', '\n'])('%j begins with none', (text) => {
  expect(TwemojiRegex.exec(text)).toBeNull();
  expect(table.exec(text)).toBeNull();
});
