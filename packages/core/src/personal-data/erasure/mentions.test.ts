import { erasedWords } from '@tickets/contract/platform/names';
import { expect, test } from 'vitest';
import { withoutReason } from '../../tickets/model/without-person.ts';

const whom = { user_id: '4', names: [], imported: new Map() };
const quoted = (before: string, reason: string) => `${before} \`\`\`\n${reason}\n\`\`\``;

test.each([
  ['<@4> closed it', 'Smells of fish', true],
  ['<@5> asked <@4>', 'Two\nlines with `code`', true],
  ['<@4> `x` <@4>', 'Smells of fish', true],
  ['<@5>', 'Smells of fish', false],
  ['<@4> `x`', 'Smells of fish', false],
])('what is quoted below %j is a reason of whoever is named last', (before, reason, isTheirs) => {
  const text = quoted(before, reason);
  expect(withoutReason(text, whom)).toBe(isTheirs ? quoted(before, erasedWords) : text);
});

test('looks for a reason in the longest message within a moment, whatever stands in it', () => {
  const mentions = '<@4> '.repeat(100_000);
  const begun = performance.now();
  for (const text of [
    mentions,
    quoted(`${mentions}\`x\``, 'y'),
    '<@4>`'.repeat(100_000),
    quoted(mentions, 'y'),
  ])
    withoutReason(text, whom);
  expect(performance.now() - begun).toBeLessThan(500);
});
