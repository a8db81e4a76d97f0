import { expect, test } from 'vitest';
import { isOneEmoji } from './split-emojis.ts';

test.each(['📩', '❤️', '❤', '👨‍👩‍👧', '👋🏽', '🇩🇪', '1️⃣'])('%s is one emoji', (text) => {
  expect(isOneEmoji(text)).toBe(true);
});

test.each(['', 'abc', ':tada:', '1', '📩📩', '📩 mail'])('"%s" is not', (text) => {
  expect(isOneEmoji(text)).toBe(false);
});
