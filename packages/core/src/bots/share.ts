/** One shard of one bot: a connection to Discord's gateway. */
export interface Shard {
  bot_id: string;
  shard_id: number;
  shard_count: number;
}

export const shardKey = ({ bot_id, shard_id }: Pick<Shard, 'bot_id' | 'shard_id'>): string =>
  `${bot_id}:${shard_id}`;

export interface Holder {
  holder: string;
  capacity: number;
}

/**
 * How many connections each process has when all have the same, as far as each can carry them: the number before it is
 * rounded. Infinite where they cannot carry all of them.
 */
export function evenShare(total: number, capacities: readonly number[]): number {
  let rest = total;
  const rising = [...capacities].sort((a, b) => a - b);
  for (const [index, capacity] of rising.entries()) {
    const share = rest / (rising.length - index);
    if (share <= capacity) return share;
    rest -= capacity;
  }
  return Number.POSITIVE_INFINITY;
}

interface Situation {
  me: Holder;
  /** All processes that run bots, this one among them. */
  holders: readonly Holder[];
  /** What is to be run, in the order in which it is taken. */
  wanted: readonly Shard[];
  /** What is being run, by key. */
  held: ReadonlyMap<string, string>;
}

/** The connections that a process takes now: those that nobody has, up to its even share. */
export function toTake({ me, holders, wanted, held }: Situation): Shard[] {
  const share = Math.ceil(
    evenShare(
      wanted.length,
      holders.map(({ capacity }) => capacity),
    ),
  );
  const free = wanted.filter((shard) => !held.has(shardKey(shard)));
  return free.slice(0, Math.max(0, Math.min(share, me.capacity) - count(held, me.holder)));
}

/** How many a process gives back now because others have too few: not all at once, so that few are on their way. */
export function surplus({ me, holders, wanted, held }: Situation): number {
  const even = evenShare(
    wanted.length,
    holders.map(({ capacity }) => capacity),
  );
  const mine = count(held, me.holder);
  const over = mine - Math.min(me.capacity, Math.ceil(even));
  const lacking = holders.some(
    ({ holder, capacity }) =>
      holder !== me.holder && count(held, holder) < Math.min(capacity, Math.floor(even)),
  );
  return over > 0 && lacking ? Math.ceil(over / 8) : 0;
}

function count(held: ReadonlyMap<string, string>, holder: string): number {
  let n = 0;
  for (const by of held.values()) if (by === holder) n += 1;
  return n;
}
