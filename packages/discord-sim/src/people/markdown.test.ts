import { expect, it } from 'vitest';
import { World } from '../world/world.ts';
import { formatted, plain } from './markdown.ts';

it('draws lists where lines begin with their marks, and not where a backslash stands before them', () => {
  const world = new World();
  const drawn = (text: string) => formatted(world, text).filter(({ type }) => type === 'list');
  expect(drawn('- one\n- two\n1. three')).toHaveLength(2);
  const escaped = '\\- one\n\\* two\n1\\. three';
  expect(drawn(escaped)).toEqual([]);
  expect(plain(formatted(world, escaped))).toBe('- one * two 1. three');
});

it('draws a list right after a quote, a heading or code, and no empty line between them', () => {
  const types = (text: string) => formatted(new World(), text).map(({ type }) => type);
  expect(types('> said\n- one\n- two')).toEqual(['blockQuote', 'list']);
  expect(types('# Title\n1. one')).toEqual(['heading', 'list']);
  expect(types('```js\ncode\n```\n- one')).toEqual(['codeBlock', 'list']);
});
