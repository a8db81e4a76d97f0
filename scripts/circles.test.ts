import { expect, test } from 'vitest';
import { circles } from './circles.ts';

const graph = (arrows: Record<string, string[]>) =>
  new Map(Object.entries(arrows).map(([node, leadsTo]) => [node, new Set(leadsTo)]));

test('nodes that lead to one another are a circle, however long the way round', () => {
  expect(circles(graph({ a: ['b'], b: ['c'], c: ['a', 'd'], d: [] }))).toEqual([['a', 'b', 'c']]);
  expect(circles(graph({ a: ['b'], b: ['a'], c: ['d', 'a'], d: ['c'] }))).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

test('what two ways lead to is no circle', () => {
  expect(circles(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([]);
});
