import { expect, test } from 'vitest';
import { evenShare, type Shard, shardKey, toGiveBack, toTake } from './share.ts';

const shards = (n: number): Shard[] =>
  Array.from({ length: n }, (_, shard_id) => ({ bot_id: '1', shard_id, shard_count: n }));
const holders = (...capacities: number[]) =>
  capacities.map((capacity, n) => ({ holder: `process ${n}`, capacity }));
/** The first process has the first so many, the second the next. */
function heldBy(...counts: number[]) {
  const owners = counts.flatMap((count, n) => Array.from({ length: count }, () => `process ${n}`));
  return new Map(owners.map((holder, n) => [shardKey({ bot_id: '1', shard_id: n }), holder]));
}

test('processes share evenly, and those that carry less leave the rest to the others', () => {
  expect(evenShare(16, [1000, 1000])).toBe(8);
  expect(evenShare(16, [2, 1000, 1000])).toBe(7);
  expect(evenShare(5, [100, 100])).toBe(2.5);
  expect(evenShare(16, [2, 3])).toBe(Number.POSITIVE_INFINITY);
});

test('everything is taken by someone, whatever the processes can carry', () => {
  for (const [total, ...capacities] of [
    [1, 9, 9],
    [17, 9, 9],
    [16, 2, 50, 50],
    [7, 1, 1, 50],
    [200, 70, 70, 70],
  ] as const) {
    const all = holders(...capacities);
    const held = new Map<string, string>();
    for (const me of all)
      for (const shard of toTake({ me, holders: all, wanted: shards(total), held }))
        held.set(shardKey(shard), me.holder);
    expect(held.size, `${total} among ${capacities.join(', ')}`).toBe(total);
  }
});

test('a process that comes later is handed its share, a few at a time, and then nothing moves any more', () => {
  const [first, second] = holders(100, 100);
  const situation = { holders: [first!, second!], wanted: shards(16) }; // there are two
  const surplus = (of: Parameters<typeof toGiveBack>[0]) => toGiveBack(of, () => false).length;
  expect(surplus({ ...situation, me: first!, held: heldBy(16, 0) })).toBe(1);
  expect(surplus({ ...situation, me: first!, held: heldBy(8, 8) })).toBe(0);
  expect(surplus({ ...situation, wanted: shards(200), me: first!, held: heldBy(200, 0) })).toBe(13);
  // Nothing is to be had by moving the odd one.
  expect(surplus({ ...situation, wanted: shards(1), me: first!, held: heldBy(1, 0) })).toBe(0);
  expect(surplus({ ...situation, wanted: shards(5), me: first!, held: heldBy(3, 2) })).toBe(0);
});

test("the program's own bot is given back last, and a full process makes room for it where nobody has it", () => {
  const users = ['7', '8', '9'].map((bot_id): Shard => ({ bot_id, shard_id: 0, shard_count: 1 }));
  const wanted = [...shards(1), ...users];
  const all = holders(100, 100);
  const [me] = all;
  const ofMain = ({ bot_id }: Shard) => bot_id === '1';
  const given = (owners: Record<string, string>) => {
    const held = new Map(Object.entries(owners).map(([bot_id, holder]) => [`${bot_id}:0`, holder]));
    return toGiveBack({ me: me!, holders: all, wanted, held }, ofMain).map(({ bot_id }) => bot_id); // there are two
  };
  const [mine, theirs] = ['process 0', 'process 1'];
  expect(given({ 7: mine, 8: mine, 9: mine, 1: mine })).toEqual(['9']);
  expect(given({ 7: mine, 8: mine, 9: theirs })).toEqual(['8']);
  expect(given({ 7: mine, 8: theirs, 9: theirs })).toEqual([]);
  expect(given({ 7: mine, 8: mine, 9: theirs, 1: theirs })).toEqual([]);
});

test('a process that may not run the own bot hands over all of the others, also to one that has as many with it', () => {
  const users = ['7', '8', '9'].map((bot_id): Shard => ({ bot_id, shard_id: 0, shard_count: 1 }));
  const held = new Map([
    ['1:0', 'process 0'],
    ['7:0', 'process 0'],
    ['8:0', 'process 0'],
    ['9:0', 'process 1'],
  ]);
  const me = { holder: 'process 1', capacity: 0 };
  expect(toGiveBack({ me, holders: holders(100), wanted: users, held }, () => false)).toEqual([users[2]]);
});
