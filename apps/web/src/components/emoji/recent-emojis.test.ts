// @vitest-environment jsdom

import { afterEach, expect, it } from 'vitest';
import { addRecent, readRecent, withRecent } from './recent-emojis.ts';

afterEach(() => localStorage.clear());

it('has the newest first, and each once', () => {
  expect(withRecent(['a', 'b', 'c'], 'd')).toEqual(['d', 'a', 'b', 'c']);
  expect(withRecent(['a', 'b', 'c'], 'c')).toEqual(['c', 'a', 'b']);
});

it('keeps fifty of fifty-five, and forgets the oldest', () => {
  for (let n = 1; n <= 55; n++) addRecent('picker', `emoji-${n}`);
  const kept = readRecent('picker');
  expect(kept).toHaveLength(50);
  expect([kept[0], kept[49]]).toEqual(['emoji-55', 'emoji-6']);
});

it('keeps the list of each picker apart', () => {
  addRecent('panel', 'wave');
  expect(readRecent('tags')).toEqual([]);
});

it.each(['{', 'null', '{"a":1}', '[1, null, {}]'])('reads %s as nothing', (stored) => {
  localStorage.setItem('picker', stored);
  expect(readRecent('picker')).toEqual([]);
});
