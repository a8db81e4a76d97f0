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

/** Counts what others run too: this process may not want all of it, because Discord refuses its token. */
const shareOf = ({ holders, wanted, held }: Omit<Situation, 'me'>): number =>
  evenShare(
    new Set([...wanted.map(shardKey), ...held.keys()]).size,
    holders.map(({ capacity }) => capacity),
  );

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
  const share = Math.ceil(shareOf({ holders, wanted, held }));
  const free = wanted.filter((shard) => !held.has(shardKey(shard)));
  return free.slice(0, Math.max(0, Math.min(share, me.capacity) - count(held, me.holder)));
}

/**
 * The connections that a process gives back now, in the reverse of the order in which it takes them: what others have too few of,
 * a few at a time. And one where it is full while nobody runs one that `isFirst`, because Discord may refuse the tokens of all
 * other processes.
 */
export function toGiveBack(situation: Situation, isFirst: (shard: Shard) => boolean): Shard[] {
  const { me, wanted, held } = situation;
  const mine = wanted.filter((shard) => held.get(shardKey(shard)) === me.holder);
  const over = surplus(situation);
  if (over) return mine.slice(-over);
  const isWaitedFor = wanted.some((shard) => isFirst(shard) && !held.has(shardKey(shard)));
  const last = mine.findLast((shard) => !isFirst(shard));
  return isWaitedFor && last && !toTake(situation).length ? [last] : [];
}

function surplus({ me, holders, wanted, held }: Situation): number {
  const even = shareOf({ holders, wanted, held });
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
