import { expect, test } from 'vitest';
import { type Holder, type Shard, shardKey, toGiveBack, toTake } from './share.ts';

const shardsOf = (bot_id: string, n: number): Shard[] =>
  Array.from({ length: n }, (_, shard_id) => ({ bot_id, shard_id, shard_count: n }));
const bots = (n: number): Shard[] => Array.from({ length: n }, (_, at) => shardsOf(`${100 + at}`, 1)).flat();
const holder = (name: string, capacity = 1000): Holder => ({ holder: name, capacity, runsMain: true });
const refused = (name: string, capacity = 1000): Holder => ({ ...holder(name, capacity), runsMain: false });

/** What there is, and who has how much of it: of the program's own bot, and of users' bots. */
function world(
  counts: { main?: number; users?: number },
  having: [Holder, { main?: number; users?: number }][],
) {
  const main = shardsOf('1', counts.main ?? 0);
  const users = bots(counts.users ?? 0);
  const owners = (kind: 'main' | 'users') =>
    having.flatMap(([{ holder }, has]) => Array.from({ length: has[kind] ?? 0 }, () => holder));
  const held = new Map<string, string>();
  for (const [at, by] of owners('main').entries()) held.set(shardKey(main[at]!), by); // as many as there are
  for (const [at, by] of owners('users').entries()) held.set(shardKey(users[at]!), by); // the same
  const holders = having.map(([holder]) => holder);
  const situation = (me: Holder) => ({ me, holders, main, users, held });
  const count = (shards: Shard[]) => ({
    main: shards.filter(({ bot_id }) => bot_id === '1').length,
    users: shards.filter(({ bot_id }) => bot_id !== '1').length,
  });
  return {
    taken: (me: Holder) => count(toTake(situation(me))),
    given: (me: Holder) => count(toGiveBack(situation(me))),
  };
}
const none = { main: 0, users: 0 };

test('everything is taken by someone, whatever the processes can carry, and as evenly as they can', () => {
  for (const [total, capacities, sizes] of [
    [1, [9, 9], [0, 1]],
    [17, [9, 9], [8, 9]],
    [16, [2, 50, 50], [2, 7, 7]],
    [7, [1, 1, 50], [1, 1, 5]],
    [200, [70, 70, 70], [66, 67, 67]],
    [16, [2, 3], [2, 3]],
  ] as const) {
    const holders = capacities.map((capacity, n) => holder(`process ${n}`, capacity));
    const held = new Map<string, string>();
    for (const me of holders)
      for (const shard of toTake({ me, holders, main: [], users: bots(total), held }))
        held.set(shardKey(shard), me.holder);
    const counts = holders.map((me) => [...held.values()].filter((by) => by === me.holder).length);
    expect(
      counts.sort((a, b) => a - b),
      `${total} among ${capacities.join(', ')}`,
    ).toEqual(sizes);
  }
});

test('a process that comes later is handed its share, a few at a time, and then nothing moves any more', () => {
  const [a, b] = [holder('a'), holder('b')];
  const given = (main: number, has: number) =>
    world({ main }, [
      [a, { main: has }],
      [b, { main: main - has }],
    ]).given(a).main;
  expect(given(16, 16)).toBe(2);
  expect(given(16, 8)).toBe(0);
  expect(given(200, 200)).toBe(25);
  // Nothing is to be had by moving the odd one.
  for (const [has, other] of [
    [a, b],
    [b, a],
  ] as const)
    for (const kind of ['main', 'users'] as const) {
      const odd = (more: number, less: number) =>
        world({ [kind]: more + less }, [
          [has, { [kind]: more }],
          [other, { [kind]: less }],
        ]).given(has);
      expect([odd(1, 0), odd(3, 2)]).toEqual([none, none]);
    }
});

test('nothing is given back that nobody can take now, nor while something waits to be taken', () => {
  const [a, full] = [holder('a'), holder('b', 3)];
  const { given } = world({ users: 40 }, [
    [a, { users: 37 }],
    [full, { users: 3 }],
  ]);
  expect(given(a)).toEqual(none);
  const waiting = world({ users: 40 }, [
    [a, { users: 39 }],
    [holder('b'), {}],
  ]);
  expect(waiting.given(a)).toEqual(none);
  expect(waiting.taken(holder('b'))).toEqual({ main: 0, users: 1 });
});

test("a process whose token is refused keeps and takes users' bots like any other, and only the own bot is not for it", () => {
  const [good, old, older] = [holder('c'), refused('a'), refused('b')];
  const after = world({ main: 1, users: 12 }, [
    [good, { main: 1 }],
    [old, { users: 6 }],
    [older, { users: 6 }],
  ]);
  expect([after.given(old), after.given(older)]).toEqual([
    { main: 0, users: 1 },
    { main: 0, users: 1 },
  ]);
  const shared = world({ main: 1, users: 11 }, [
    [good, { main: 1, users: 3 }],
    [old, { users: 4 }],
    [older, { users: 4 }],
  ]);
  expect([shared.given(old), shared.given(older), shared.given(good)]).toEqual([none, none, none]);
  const alone = world({ main: 4, users: 12 }, [[old, {}]]);
  expect(alone.taken(old)).toEqual({ main: 0, users: 12 });
  const beside = world({ main: 4 }, [
    [good, {}],
    [old, {}],
    [older, {}],
  ]);
  expect(beside.taken(good)).toEqual({ main: 4, users: 0 });
});

test("a full process makes room for the program's own bot where it is the one to run it, also where the rest has to wait", () => {
  const [good, old] = [holder('a', 3), refused('b', 3)];
  const makesRoom = (users: number, theirs: number, other = old) =>
    world({ main: 1, users }, [
      [good, { users: 3 }],
      [other, { users: theirs }],
    ]).given(good);
  expect(makesRoom(5, 2)).toEqual({ main: 0, users: 1 });
  expect(makesRoom(6, 3)).toEqual({ main: 0, users: 1 });
  // Another one runs it at once.
  expect(makesRoom(5, 2, holder('b', 3))).toEqual(none);
});

test('what is due to a process that is full is taken by another', () => {
  // The first is due a user's bot, and has no room until it has handed a shard of the own bot over to the second.
  const [full, good, old] = [holder('a', 4), holder('b', 4), refused('c', 10)];
  const { taken } = world({ main: 5, users: 8 }, [
    [full, { main: 4 }],
    [good, { main: 1, users: 2 }],
    [old, { users: 5 }],
  ]);
  expect(taken(full)).toEqual(none);
  expect(taken(old)).toEqual({ main: 0, users: 1 });
});

test('among many processes and bots sharing takes no time that anybody notices', () => {
  const holders = Array.from({ length: 50 }, (_, n) => holder(`process ${n}`, 1 + n));
  const [me, users] = [holder('me', 20_000), bots(20_000)];
  const began = performance.now();
  expect(toTake({ me, holders, main: [], users, held: new Map() })).toHaveLength(20_000 - (50 * 51) / 2);
  expect(performance.now() - began).toBeLessThan(1_000);
});
