import { expect, test } from 'vitest';
import { storable, storableJson } from './storable.ts';

test('what the database cannot keep is left out of a text, and everything else stays', () => {
  const sent = {
    zero: 'a\0b',
    half: 'a\ud83db\udc00',
    'key\0': ['\0', { deep: '\ud83d\ude00' }],
    written: '\\u0000 \\\\u0000 \\ud83d \u0001',
    number: 1.5,
    nothing: null,
  };
  expect(storable(sent)).toEqual({
    zero: 'ab',
    half: 'a\ufffdb\ufffd',
    key: ['', { deep: '😀' }],
    written: '\\u0000 \\\\u0000 \\ud83d \u0001',
    number: 1.5,
    nothing: null,
  });
});

test('escaped pairs are one character, and escapes of halves are none', () => {
  const json = String.raw`["\uD83D\uDE00","\ud83d\ud83d\ude00","\ude00\ud83d","\\ud83d","\\\u0000"]`;
  expect(JSON.parse(storableJson(json))).toEqual(['😀', '\ufffd😀', '\ufffd\ufffd', '\\ud83d', '\\']);
});

test('what holds nothing of that is answered as it is', () => {
  const sent = { content: 'Hello 😀' };
  expect(storable(sent)).toBe(sent);
});

test('any depth will do', () => {
  const json = `${'['.repeat(200_000)}"\\u0000"${']'.repeat(200_000)}`;
  expect(storableJson(json)).toBe(json.replace('\\u0000', ''));
});
