import { pino } from 'pino';
import { expect, test } from 'vitest';
import { NoAnswer } from '../discord/failures.ts';
import { oneByOne } from './one-by-one.ts';

const log = pino({ level: 'silent' });

async function tried(failures: readonly (Error | undefined)[]): Promise<number> {
  let count = 0;
  const all = failures.map((failure) => ({ failure }));
  const work = async ({ failure }: (typeof all)[number]) => {
    count += 1;
    if (failure) throw failure;
  };
  await oneByOne({ log }, all, { work, later: 'done later' }).catch((error: unknown) => {
    expect(error).toBe(failures.slice(0, count).findLast((failure) => failure));
  });
  return count;
}

const silent = () => new NoAnswer(undefined, 'no answer');
const busy = () => new Error('another process is at this ticket');

test('what is silent three times in a row is asked nothing else', async () => {
  expect(await tried([silent(), silent(), silent(), undefined])).toBe(3);
  expect(await tried([silent(), silent(), undefined, silent(), undefined])).toBe(5);
});

test('what other processes hold keeps nothing else from being done, however much it is', async () => {
  expect(await tried([busy(), busy(), busy(), busy(), undefined])).toBe(5);
});
