import { expect, it } from 'vitest';
import { createSealer } from './seal.ts';

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
