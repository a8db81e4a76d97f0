import { expect, it } from 'vitest';
import { World } from '../world/world.ts';
import { formatted, formattedTitle, plain } from './markdown.ts';

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

it('mentions nobody and links nowhere in a title, which still can be bold', () => {
  const world = new World();
  const letters = '<@80351110224678912> @everyone <#80351110224678913> [a](https://a.example) # no';
  expect(formattedTitle(world, `**Title** ${letters}`)).toEqual([
    { type: 'strong', content: [{ type: 'text', content: 'Title' }] },
    { type: 'text', content: ` ${letters}` },
  ]);
});
