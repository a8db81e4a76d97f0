import { expect, test } from 'vitest';
import { withExample, withName, withoutUnfinished, writingAt } from './search-text.ts';

test('what is being written is the value that the caret stands in', () => {
  expect(writingAt('a from:mi b', 9)).toMatchObject({ operator: 'from', typed: 'mi' });
  expect(writingAt('panel:"Lost p', 13)).toMatchObject({ operator: 'panel', typed: 'Lost p' });
  expect(writingAt('from:', 5)).toMatchObject({ operator: 'from', typed: '' });
  for (const [text, caret] of [
    ['a from:mi b', 1],
    ['a from:mi b', 11],
    ['has:fi', 6],
    ['-from:mi', 8],
  ] as const)
    expect(writingAt(text, caret)).toBeUndefined();
});

test('a name takes the place of what was written, in quotes if it has spaces', () => {
  const put = (text: string, caret: number, name: string) => {
    const writing = writingAt(text, caret);
    return writing && withName(text, writing, name);
  };
  expect(put('a from:mi b', 9, 'mia')).toEqual({ text: 'a from:mia b', caret: 11 });
  expect(put('panel:lo', 8, 'Lost "big" parcels')).toEqual({ text: 'panel:"Lost big parcels" ', caret: 25 });
});

test('an operator is put at the end', () => {
  expect(withExample('parcel ', 'has:file ')).toBe('parcel has:file ');
  expect(withExample('', 'from:')).toBe('from:');
});

test('an operator that is still being written is left out, and a finished one is not', () => {
  for (const text of ['a from:', 'a panel:', 'a before:2026-0', 'a has:fi', 'a rating:', 'a after:'])
    expect(withoutUnfinished(text)).toBe('a ');
  for (const text of [
    'a from:m',
    'a before:soon',
    'a before:2026-03-01',
    'has:file',
    'before:2026 a',
    'a form:',
  ])
    expect(withoutUnfinished(text)).toBe(text);
});
