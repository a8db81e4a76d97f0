import { describe, expect, test } from 'vitest';
import { mergedOver, metFields } from './merge.ts';

const base = {
  title: 'Help',
  colour: '#000000',
  roles: ['a', 'b'],
  auto_close: { enabled: false, after: 0 },
  emoji: { id: '1', name: 'one' },
};
const meet = (mine: object, theirs: object, isWhole?: (path: string) => boolean) =>
  metFields({ base, mine: { ...base, ...mine }, theirs: { ...base, ...theirs } }, isWhole);

describe('what both changed', () => {
  test('is every field of which theirs and mine are others than the base, and than each other', () => {
    const met = meet({ title: 'Mine', colour: '#111111' }, { title: 'Theirs', roles: ['a'] });
    expect(met).toEqual([
      { path: 'title', mine: 'Mine', theirs: 'Theirs', both: true },
      { path: 'roles', mine: ['a', 'b'], theirs: ['a'], both: false },
    ]);
  });

  test('is no question where both came to the same', () => {
    expect(meet({ title: 'Same' }, { title: 'Same' })).toEqual([
      { path: 'title', mine: 'Same', theirs: 'Same', both: false },
    ]);
  });

  test('is nothing where theirs is what it was', () => {
    expect(meet({ title: 'Mine' }, {})).toEqual([]);
  });

  test('is told field by field within an object, so that neighbours are no question', () => {
    const met = meet(
      { auto_close: { enabled: true, after: 0 } },
      { auto_close: { enabled: false, after: 60 } },
    );
    expect(met).toEqual([{ path: 'auto_close.after', mine: 0, theirs: 60, both: false }]);
  });

  test('is a whole list, however little differs in it', () => {
    expect(meet({ roles: ['a', 'b', 'c'] }, { roles: ['a', 'b', 'd'] })).toMatchObject([
      { path: 'roles', both: true },
    ]);
  });

  test('is a whole object where its parts belong together', () => {
    const [mine, theirs] = [{ emoji: { id: '2', name: 'one' } }, { emoji: { id: '1', name: 'uno' } }];
    expect(meet(mine, theirs)).toMatchObject([{ path: 'emoji.name', both: false }]);
    expect(meet(mine, theirs, (path) => path === 'emoji')).toMatchObject([{ path: 'emoji', both: true }]);
  });

  test('is a whole object where one of the three has none', () => {
    expect(meet({ auto_close: null }, { auto_close: { enabled: true, after: 0 } })).toEqual([
      { path: 'auto_close', mine: null, theirs: { enabled: true, after: 0 }, both: true },
    ]);
  });
});

describe('laying mine over theirs', () => {
  const mine = { ...base, title: 'Mine', colour: '#111111', auto_close: { enabled: true, after: 0 } };
  const theirs = { ...base, title: 'Theirs', roles: [], auto_close: { enabled: false, after: 60 } };
  const fields = metFields({ base, mine, theirs });

  test('keeps what only I changed, takes what only they changed, and of both takes mine', () => {
    expect(mergedOver(mine, fields)).toEqual({
      ...base,
      title: 'Mine',
      colour: '#111111',
      roles: [],
      auto_close: { enabled: true, after: 60 },
    });
  });

  test('takes theirs where that was chosen', () => {
    expect(mergedOver(mine, fields, new Set(['title']))).toMatchObject({
      title: 'Theirs',
      colour: '#111111',
    });
  });

  test('takes away what they took away, and keeps what I took away', () => {
    const three = { base: { a: 1, b: 1 }, mine: { a: 1 }, theirs: { b: 1 } };
    expect(mergedOver(three.mine, metFields(three))).toEqual({});
  });

  test('changes nothing of what was edited before it is chosen', () => {
    const before = structuredClone(mine);
    mergedOver(mine, fields, new Set(['title']));
    expect(mine).toEqual(before);
  });
});
