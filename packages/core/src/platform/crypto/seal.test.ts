import { expect, it } from 'vitest';
import { createSealer, sealingKeyName } from './seal.ts';

const [a, b] = ['a'.repeat(32), 'b'.repeat(32)];

it('opens what it sealed, also after a new key was put first', () => {
  const sealed = createSealer([a]).seal('token', 'session:1');
  expect(createSealer([b, a]).open(sealed, 'session:1')).toBe('token');
  expect(sealed.includes('token')).toBe(false);
});

it('does not open a value that was moved to another row or changed', () => {
  const sealer = createSealer([a]);
  const sealed = sealer.seal('token', 'session:1');
  expect(() => sealer.open(sealed, 'session:2')).toThrow();
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
  expect(() => sealer.open(sealed, 'session:1')).toThrow();
});

it('opens what either of two keys sealed whose ids are the same', () => {
  const twins = new Map<string, string>();
  let pair: [string, string] | undefined;
  for (let n = 0; !pair; n += 1) {
    const key = `a key that is one of many ${n}`;
    const id = sealingKeyName(key).slice(0, 2);
    const twin = twins.get(id);
    if (twin) pair = [key, twin];
    twins.set(id, key);
  }
  const [fresh, old] = pair;
  const sealed = createSealer([old]).seal('token', 'session:1');
  const both = createSealer([fresh, old]);
  expect(both.open(sealed, 'session:1')).toBe('token');
  const again = both.reseal(sealed, 'session:1');
  expect(again && createSealer([fresh]).open(again, 'session:1')).toBe('token');
  expect(again && both.reseal(again, 'session:1')).toBeUndefined();
});

it('knows a key that was added after it was made', () => {
  const keys = [a];
  const sealer = createSealer(() => keys);
  const before = sealer.seal('token', 'session:1');
  keys.unshift(b);
  expect(sealer.open(before, 'session:1')).toBe('token');
  expect(createSealer([b]).open(sealer.seal('token', 'session:1'), 'session:1')).toBe('token');
});
