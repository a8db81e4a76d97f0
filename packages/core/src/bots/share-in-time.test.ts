import { expect, test } from 'vitest';
import { leaseTimes } from './leases.ts';
import { type Holder, type Shard, shardKey, toGiveBack, toTake } from './share.ts';

const { valid_ms, counted_ms, close_ms, renew_ms } = leaseTimes;

interface Process extends Holder {
  /** It goes by what it last asked, and listens no longer than this. */
  until: number;
  held: Set<string>;
  isStopped: boolean;
  renewAt: number;
  lookAt: number;
  /** Closed here, and not given back in the database yet. */
  releasing: { key: string; at: number }[];
}

function numbers(seed: number) {
  let a = seed;
  const next = () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return { below: (n: number) => Math.floor(next() * n) };
}
type Numbers = ReturnType<typeof numbers>;

class World {
  now = 0;
  readonly processes: Process[] = [];
  readonly rows = new Map<string, { holder: string; until: number }>();
  readonly holders = new Map<string, Holder & { until: number }>();
  readonly main: Shard[];
  readonly users: Shard[];
  /** What was handed over, and when. */
  handedOver: { key: string; at: number }[] = [];
  moves = 0;
  longest = 0;
  readonly #n: Numbers;
  #ids = 0;

  constructor(n: Numbers, { main, users }: { main: number; users: number }) {
    this.#n = n;
    this.main = Array.from({ length: main }, (_, shard_id) => ({ bot_id: '1', shard_id, shard_count: main }));
    this.users = Array.from({ length: users }, (_, at) => ({
      bot_id: String(100 + at),
      shard_id: 0,
      shard_count: 1,
    }));
  }

  start(capacity: number, runsMain = true): Process {
    this.#ids += 1;
    const process: Process = {
      holder: `${this.#n.below(1000)}-${this.#ids}`,
      capacity,
      runsMain,
      until: 0,
      held: new Set(),
      isStopped: false,
      renewAt: this.now,
      lookAt: this.now + this.#n.below(500),
      releasing: [],
    };
    this.processes.push(process);
    return process;
  }

  kill(process: Process): void {
    this.processes.splice(this.processes.indexOf(process), 1);
  }

  end(process: Process): void {
    this.kill(process);
    this.holders.delete(process.holder);
    for (const [key, { holder }] of this.rows) if (holder === process.holder) this.rows.delete(key);
  }

  /** Who runs what now, by key: a process closes what it could not renew. */
  running(): Map<string, Process> {
    const running = new Map<string, Process>();
    for (const process of this.processes)
      if (!process.isStopped && this.now < process.until)
        for (const key of process.held) {
          if (running.has(key)) throw new Error(`${key} runs twice`);
          running.set(key, process);
        }
    return running;
  }

  unrun(): string[] {
    const running = this.running();
    return [...this.main, ...this.users].map(shardKey).filter((key) => !running.has(key));
  }

  pass(ms: number, each?: () => void): void {
    const end = this.now + ms;
    while (this.now < end) {
      const going = this.processes.filter(({ isStopped }) => !isStopped);
      for (const process of going) this.#step(process);
      this.running();
      each?.();
      const next = going.flatMap(({ renewAt, lookAt, releasing }) => [
        renewAt,
        lookAt,
        ...releasing.map(({ at }) => at),
      ]);
      this.now = Math.min(end, ...next.map((at) => Math.max(at, this.now + 1)));
    }
  }

  #step(process: Process): void {
    for (const { key, at } of process.releasing)
      if (at <= this.now && this.rows.get(key)?.holder === process.holder) this.rows.delete(key);
    const { length } = process.releasing;
    process.releasing = process.releasing.filter(({ at }) => at > this.now);
    // What has become of a connection wakes it.
    if (process.releasing.length < length) process.lookAt = this.now;
    if (process.renewAt <= this.now) this.#renew(process);
    if (process.lookAt <= this.now && this.now < process.until) this.#look(process);
  }

  #renew(process: Process): void {
    process.renewAt = this.now + renew_ms + this.#n.below(300);
    const kept = [...this.rows].filter(([, { holder }]) => holder === process.holder);
    for (const [, row] of kept) row.until = this.now + valid_ms;
    const keys = new Set(kept.map(([key]) => key));
    for (const key of process.held) if (!keys.has(key)) process.held.delete(key);
    process.until = this.now + close_ms;
  }

  #look(process: Process): void {
    process.lookAt = this.now + renew_ms + this.#n.below(200);
    const { holder, capacity, runsMain } = process;
    this.holders.set(holder, { holder, capacity, runsMain, until: this.now + counted_ms });
    const holders = [...this.holders.values()].filter(({ until }) => until > this.now);
    if (!runsMain && holders.length > 1)
      for (const shard of this.main) if (process.held.has(shardKey(shard))) this.#release(process, shard);
    const live = [...this.rows].filter(([, { until }]) => until > this.now);
    const held = new Map(live.map(([key, row]) => [key, row.holder]));
    const situation = { me: process, holders, main: this.main, users: this.users, held };
    const taken = toTake(situation);
    for (const shard of taken) {
      const key = shardKey(shard);
      if (held.has(key)) throw new Error(`${key} is taken from another`);
      this.rows.set(key, { holder, until: this.now + valid_ms });
      process.held.add(key);
      this.moves += 1;
      const given = this.handedOver.find((one) => one.key === key);
      if (given) this.longest = Math.max(this.longest, this.now - given.at);
      this.handedOver = this.handedOver.filter((one) => one !== given);
    }
    if (process.held.size > capacity) throw new Error(`${holder} has more than it carries`);
    if (taken.length) return;
    for (const shard of toGiveBack(situation)) {
      if (!process.held.has(shardKey(shard))) continue;
      this.#release(process, shard);
      this.handedOver.push({ key: shardKey(shard), at: this.now });
    }
  }

  #release(process: Process, shard: Shard): void {
    process.held.delete(shardKey(shard));
    process.releasing.push({ key: shardKey(shard), at: this.now + 50 + this.#n.below(300) });
  }

  get total(): number {
    return this.main.length + this.users.length;
  }

  /** As many as there is no place for wait, and nothing of the program's own bot does that could run. */
  places(): { all: number; main: number } {
    const places = (some: Process[]) => some.reduce((sum, { capacity }) => sum + capacity, 0);
    return { all: places(this.processes), main: places(this.processes.filter((it) => it.runsMain)) };
  }

  shape(): string {
    const of = ({ holder, capacity, runsMain, held }: Process) =>
      `${holder}${runsMain ? '' : ' refused'} ${held.size} of ${capacity}`;
    return `${this.main.length}+${this.users.length}: ${this.processes.map(of).join(', ')}; unrun ${this.unrun().join(' ')}`;
  }
}

const capacities = [1, 2, 3, 5, 8, 1000];
const rounds = Array.from({ length: 200 }, (_, seed) => seed + 1);

/** All run within the time of a lease and of what it takes to notice and to hand over; then nothing moves any more. */
function expectRunAndSettled(world: World, what: string): void {
  world.pass(valid_ms + counted_ms + 3 * renew_ms);
  expect(world.unrun(), `${what}: ${world.shape()}`).toEqual([]);
  const running = world.running();
  for (const shard of world.main) expect(running.get(shardKey(shard))?.runsMain).toBe(true);
  world.pass(45_000);
  const { moves } = world;
  world.pass(15_000, () => expect(world.unrun(), `${what}: ${world.shape()}`).toEqual([]));
  expect(world.moves, `${what} moves: ${world.shape()}`).toBe(moves);
}

test('whatever processes, tokens and pauses come and go: where there are places all run again within the time of a lease, and it settles', () => {
  for (const seed of rounds) {
    const n = numbers(seed);
    const capacity = () => capacities[n.below(capacities.length)] ?? 1;
    const world = new World(n, { main: 1 + n.below(4) * n.below(2), users: n.below(14) });
    for (let count = 1 + n.below(4); count > 0; count -= 1) world.start(capacity());
    world.pass(n.below(15_000));
    for (let count = n.below(12); count > 0; count -= 1) {
      const one = world.processes[n.below(world.processes.length)];
      const chance = n.below(7);
      if (chance === 0 && one) world.kill(one);
      else if (chance === 1 && one) world.end(one);
      else if (chance <= 3 && one) one.isStopped = !one.isStopped;
      else if (chance === 4) for (const process of world.processes) process.runsMain = false;
      else if (chance === 5 && one) one.runsMain = true;
      else world.start(capacity(), n.below(3) > 0);
      world.pass(n.below(9_000));
    }
    for (const process of world.processes) process.isStopped = false;
    while (world.places().all < world.total || world.places().main < world.main.length)
      world.start(capacity());
    expectRunAndSettled(world, `seed ${seed}`);
  }
});

test('while nothing dies, what is handed over is taken at the next look, and each goes over at most once', () => {
  for (const seed of rounds) {
    const n = numbers(seed);
    const world = new World(n, { main: 1 + n.below(8), users: n.below(60) });
    world.start(1000);
    world.pass(5_000);
    for (let count = 1 + n.below(3); count > 0; count -= 1) world.start(1000, n.below(2) > 0);
    world.moves = 0;
    world.pass(60_000);
    expect(world.longest, world.shape()).toBeLessThanOrEqual(2 * renew_ms);
    expect(world.moves, world.shape()).toBeLessThanOrEqual(world.total);
    const sizes = world.processes.map(({ held }) => held.size);
    const most = Math.max(...sizes.filter((_, at) => !world.processes[at]?.runsMain), 0);
    expect(most - Math.min(...sizes), world.shape()).toBeLessThanOrEqual(1);
  }
});

test('with too few places the rest waits, the own bot runs where any may run it, and nothing moves any more', () => {
  for (const seed of rounds) {
    const n = numbers(seed);
    const world = new World(n, { main: 1 + n.below(3), users: 6 + n.below(10) });
    for (let count = 1 + n.below(3); count > 0; count -= 1) world.start(1 + n.below(3), false);
    world.pass(8_000);
    world.start(world.main.length + n.below(2));
    world.pass(30_000);
    const { moves } = world;
    const running = world.running();
    expect(running.size, world.shape()).toBe(Math.min(world.total, world.places().all));
    for (const shard of world.main) expect(running.has(shardKey(shard)), world.shape()).toBe(true);
    world.pass(15_000);
    expect(world.moves).toBe(moves);
  }
});
