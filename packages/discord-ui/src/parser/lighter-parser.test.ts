// @vitest-environment node
import { readFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { lighterEngine } from './lighter-parser.ts';

type Parser = typeof import('discord-markdown-parser');

const require = createRequire(import.meta.url);
const main = require.resolve('discord-markdown-parser');
const engine = join(dirname(main), 'simple-markdown/index.js');
const whole = readFileSync(engine, 'utf8');
const lighter = lighterEngine().transform(whole, engine)?.code ?? '';

/** The parser as a page has it: with the engine that the build makes. */
function parserWith(code: string): Parser {
  for (const path of Object.keys(require.cache))
    if (path.startsWith(dirname(main))) delete require.cache[path];
  const module = new Module(engine) as Module & { _compile(code: string, path: string): void };
  module._compile(code, engine);
  require.cache[engine] = module;
  return require(main);
}

const inLine = [
  'plain, **strong**, *em*, _em_, __underline__, ~~gone~~, ***both***, **a *b* c**, __*x*__ and ||hidden||',
  '`code`, ``co`de``, \\*not em\\*, \\_ \\` \\\\ and snake_case_words',
  'https://example.com/a(b) <https://example.com> [a *link*](https://example.com "title") [x](<https://a.b>) !',
  '<@1> <@!2> <#3> <@&4> <a:wave:5> <:smile:6> @everyone @here </close:7> <id:customize> <t:1700000000:R> 🎫',
  'mail@example.com and mailto:x@example.com, ¯\\_(ツ)_/¯',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '![picture](https://example.com/a.png) [ref][1] [1]: https://example.com',
];
const lines = [
  '# one\n## two\n### three\n-# small\ntext',
  '> quote\n> more\nafter\n>>> rest\nof it',
  '```ts\nconst a = 1;\n```\nafter ```one line``` end',
  '- a\n- b\n  - c\n1. one\n2. two\n\n    indented\n\n---\n===\ntitle\n===',
  'two\n\n\nblank lines  \nand a break\r\nand another\ttab',
];

test('the engine that pages are sent is much smaller, and reads every text as the whole one does', () => {
  expect(lighter.length).toBeLessThan(whole.length / 2);
  const [before, after] = [parserWith(whole), parserWith(lighter)];
  const texts = [...inLine, ...lines, ...lines.map((text) => `${text}\n${inLine.join('\n')}`)];
  for (const text of texts)
    for (const kind of ['normal', 'extended'] as const)
      expect(after.parse(text, kind), text).toEqual(before.parse(text, kind));
  // Which comes first where two rules fit is what `order` says.
  const order = ({ rulesExtended }: Parser) =>
    Object.entries(rulesExtended)
      .toSorted(([, a], [, b]) => a.order - b.order)
      .map(([name]) => name);
  expect(order(after)).toEqual(order(before));
});
