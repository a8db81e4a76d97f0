import { createHash, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { sha256 } from './sha256.ts';

it('is the hash that everybody else computes, for every length around the ends of its blocks', () => {
  for (let length = 0; length <= 260; length++) {
    const message = randomBytes(length);
    const expected = createHash('sha256').update(message).digest('hex');
    expect(Buffer.from(sha256(message)).toString('hex'), `of ${message.toString('hex')}`).toBe(expected);
  }
});
