import { expect, test } from 'vitest';
import { plainLine } from './plain-line.ts';

const names: Record<string, string> = { 12: 'Mia' };
const line = (text: string) => plainLine(text, (id) => names[id] ?? null);

test.each([
  ['**Where** is\n\n  _my_ order?', 'Where is _my_ order?'],
  ['# Order\n- 12 rolls\n> quoted', 'Order 12 rolls quoted'],
  ['<@12> and <@!99> in <#5> for <@&7>', '@Mia and @… in #… for @…'],
  ['<:bread:123> <a:dough:4> at <t:1700000000:R>', ':bread: :dough: at …'],
  ['see [the guide](https://example.com/a) and </tag:55>', 'see the guide and /tag'],
  ['the end is ||he dies||', 'the end is ▒▒▒'],
  ['```ts\nconst a = 1;\n``` `b`', 'const a = 1; b'],
  ['snake_case 2 * 3 < 7', 'snake_case 2 * 3 < 7'],
])('%j reads as one line of plain words', (text, plain) => {
  expect(line(text)).toBe(plain);
});

test('a long text is cut, but never inside a spoiler', () => {
  expect(line(`${'a'.repeat(490)} ||${'he dies '.repeat(100)}|| and ${'b'.repeat(1000)}`)).toBe(
    `${'a'.repeat(490)} ▒▒▒ and b`,
  );
});
