// @vitest-environment node
import { expect, test } from 'vitest';
import { parseMarkdown } from '../parser/markdown.ts';
import { isFewEmojis, plainText } from './plain-text.ts';

const typesIn = (text: string) =>
  parseMarkdown(text)
    .filter(({ content }) => content !== '\n')
    .map(({ type }) => type);

test('lists are drawn where lines begin with their marks, and not where a backslash stands before them', () => {
  const bullets = (text: string) => typesIn(text).filter((type) => type === 'bullet');
  expect(bullets('- one\n- two\n1. three')).toHaveLength(3);
  const escaped = '\\- one\n\\* two\n1\\. three';
  expect(bullets(escaped)).toEqual([]);
  expect(plainText(escaped)).toBe('- one * two 1. three');
});

test('a list stands right after a quote, a heading or code', () => {
  expect(typesIn('> said\n- one\n- two')).toEqual(['blockQuote', 'bullet', 'bullet']);
  expect(typesIn('# Title\n1. one')).toEqual(['heading', 'bullet']);
  expect(typesIn('```js\ncode\n```\n- one')).toEqual(['codeBlock', 'bullet']);
});

test('plain words have names where the text has ids, on one line', () => {
  const names = {
    users: { '80351110224678912': 'Nelly' },
    roles: { '80351110224678913': { name: 'crew', color: 1 } },
    channels: { '80351110224678914': 'help' },
  };
  const text =
    '**Hi** <@80351110224678912>, <@&80351110224678913>\nin <#80351110224678914> @here <:wave:80351110224678915>';
  expect(plainText(text, names)).toBe('Hi @Nelly, @crew in #help @here :wave:');
  expect(plainText('<@80351110224678999>')).toBe('@unknown-user');
});

test.each([
  ['🎉', true],
  ['🎉 👍🏽\n<:wave:80351110224678915>', true],
  ['🎉 done', false],
  ['7', false],
  ['', false],
  ['🎉'.repeat(31), false],
])('%j is nothing but a few emojis: %s', (text, expected) => {
  expect(isFewEmojis(parseMarkdown(text))).toBe(expected);
});
