import { expect, test } from 'vitest';
import { ifAnswered } from './ask.ts';
import { NoAnswer } from './failures.ts';

test('a look whether Discord did something passes over its silence, and over no mistake of ours', async () => {
  expect(await ifAnswered(Promise.resolve(1))).toBe(1);
  expect(await ifAnswered(Promise.reject(new NoAnswer(new Error('reset'))))).toBeUndefined();
  const mistake = new TypeError("Cannot read properties of undefined (reading 'id')");
  await expect(ifAnswered(Promise.reject(mistake))).rejects.toBe(mistake);
});
