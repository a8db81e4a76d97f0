import { expect, test } from 'vitest';
import { customId, decodeCustomId } from './custom-ids.ts';

test('a custom id carries a name and ids, and is within the limit of Discord', () => {
  const id = customId('rating.set', '12345678901234567890', 2_147_483_647, 5);
  expect(id.length).toBeLessThanOrEqual(100);
  expect(decodeCustomId(id)).toEqual({
    name: 'rating.set',
    args: ['12345678901234567890', '2147483647', '5'],
  });
});

test('the thirty letters of a panel are known as such, and what is not ours as nothing', () => {
  expect(decodeCustomId('aB'.repeat(15))).toEqual({ panel: 'aB'.repeat(15) });
  for (const id of ['', 'close', 'v2:ticket.close', 'v1:', 'multipanel'])
    expect(decodeCustomId(id)).toBeUndefined();
});
