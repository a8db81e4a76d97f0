// @vitest-environment node

import { emojiAt } from '@tickets/discord-ui/parser/twemoji-regex';
import { expect, test } from 'vitest';
import { readEmojiLines } from './emoji.ts';
import { emojiLines } from './emoji-lines.ts';

const emojis = readEmojiLines(emojiLines).flatMap((entry) =>
  [entry, ...Object.values(entry.variants ?? {})].map(({ emoji }) => emoji),
);
test('every emoji of the picker is one', () => {
  expect(emojis.length).toBeGreaterThan(3_000);
  const whole = (emoji: string) => emojiAt(`${emoji} and so on`, 0) === emoji;
  expect(emojis.filter((emoji) => !whole(emoji))).toEqual([]);
});

test.each(['7', '#', '*', '©', '™', 'é', 'Ж', 'x👍', '', '\n'])('%j begins with none', (text) => {
  expect(emojiAt(text, 0)).toBeUndefined();
});
