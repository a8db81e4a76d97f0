import { expect, test } from 'vitest';
import { formattedText } from './formatted-text.ts';

test('lines without any format are one text of the page, which keeps their ends', () => {
  const lines = 'a\n'.repeat(1_000);
  expect(formattedText(lines, {}).source).toBe(`<div class="text">${lines}</div>`);
});
