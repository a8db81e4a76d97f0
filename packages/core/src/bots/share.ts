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
  /** How many connections it carries at most. */
  capacity: number;
  /** It may run the program's own bot. One whose token Discord refuses may not, and runs users' bots like any other. */
  runsMain: boolean;
}

export interface Situation {
  me: Holder;
  /** The processes that look for what is to be run, this one among them. */
  holders: readonly Holder[];
  /** The shards of the program's own bot, in the order in which they are taken. */
  main: readonly Shard[];
  /** Users' bots, in the same order in all processes. */
  users: readonly Shard[];
  /** What is being run, by key. */
  held: ReadonlyMap<string, string>;
}

/** What a process has of one kind, and what it would have if all were dealt anew. */
interface Part {
  has: number;
  due: number;
}

interface Seat extends Holder {
  main: Part;
  users: Part;
  /** What it has and nobody moves. */
  other: number;
  all: number;
}

type Kind = 'main' | 'users';

/** Of what a process has too much, it gives back this part at a time, so that few are on their way. */
const PART_AT_A_TIME = 1 / 4;

const lack = ({ has, due }: Part): number => Math.max(0, due - has);
const surplus = ({ has, due }: Part): number => Math.max(0, has - due);
const roomOf = ({ capacity, all }: Seat): number => Math.max(0, capacity - all);
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/**
 * The connections that a process takes now: of those that nobody has what it is due, and what is left over because no
 * process that is due has room.
 */
export function toTake(situation: Situation): Shard[] {
  const { me, seats, free } = look(situation);
  const claim = (seat: Seat, kind: Kind): number => {
    const main = Math.min(lack(seat.main), free.main.length, roomOf(seat));
    return kind === 'main' ? main : Math.min(lack(seat.users), roomOf(seat) - main);
  };
  const most = (kind: Kind): number => {
    const leftOver = free[kind].length - sum(seats.map((seat) => claim(seat, kind)));
    return claim(me, kind) + Math.max(0, leftOver);
  };
  const main = me.runsMain ? free.main.slice(0, Math.min(roomOf(me), most('main'))) : [];
  return [...main, ...free.users.slice(0, Math.min(roomOf(me) - main.length, most('users')))];
}

/**
 * The connections that a process gives back now, the last that it would take first: a part of what it has too much of, as
 * far as others that are due have room for it, and once nothing of the kind waits to be taken. One that is full gives users'
 * bots back for shards of the program's own bot that nobody runs and it is due.
 */
export function toGiveBack(situation: Situation): Shard[] {
  const { me, seats, free } = look(situation);
  const handedOver = (kind: Kind): number => {
    if (free[kind].length) return 0;
    const takers = sum(
      seats.filter((seat) => seat !== me).map((seat) => Math.min(lack(seat[kind]), roomOf(seat))),
    );
    return Math.min(Math.ceil(surplus(me[kind]) * PART_AT_A_TIME), takers);
  };
  const waiting = Math.min(lack(me.main), free.main.length) - roomOf(me);
  const giving = {
    main: handedOver('main'),
    users: Math.max(handedOver('users'), Math.min(surplus(me.users), waiting)),
  };
  const last = (kind: Kind): Shard[] => {
    const mine = situation[kind].filter((shard) => situation.held.get(shardKey(shard)) === me.holder);
    return mine.slice(mine.length - giving[kind]);
  };
  return [...last('main'), ...last('users')];
}

/**
 * Who has what, and who is due how much: so many as each would have if they were dealt anew one by one to whoever has the
 * fewest, the program's own bot first. What a process has that does not look is not dealt while its leases last.
 */
function look({ me: self, holders, main, users, held }: Situation) {
  const me = seatOf(self);
  const seats = [me, ...holders.filter(({ holder }) => holder !== self.holder).map(seatOf)];
  const byHolder = new Map(seats.map((seat) => [seat.holder, seat]));
  const kinds = new Map<string, Kind>();
  for (const shard of main) kinds.set(shardKey(shard), 'main');
  for (const shard of users) kinds.set(shardKey(shard), 'users');
  for (const [key, holder] of held) {
    const seat = byHolder.get(holder);
    if (!seat) continue;
    const kind = kinds.get(key);
    if (kind) seat[kind].has += 1;
    else seat.other += 1;
    seat.all += 1;
  }
  const isFree = (shard: Shard) => !held.has(shardKey(shard));
  const free = { main: main.filter(isFree), users: users.filter(isFree) };
  const dealt = (kind: Kind) => free[kind].length + sum(seats.map((seat) => seat[kind].has));
  const load = ({ other, main, users }: Seat) => other + main.due + users.due;
  const keeps = ({ has, due }: Part) => due - has;
  const mayRunMain = seats.filter(({ runsMain }) => runsMain);
  deal('main', mayRunMain, ({ main }) => main.due, [
    ({ main }) => keeps(main),
    (seat) => (roomOf(seat) ? 0 : 1),
    ({ all }) => all,
  ]);
  deal('users', seats, load, [({ users }) => keeps(users)]);
  return { me, seats, free };

  /** Where several have the fewest, in the order of `then`; in the end by name, because all processes have to come to the same. */
  function deal(
    kind: Kind,
    among: readonly Seat[],
    size: (seat: Seat) => number,
    then: readonly ((seat: Seat) => number)[],
  ) {
    let left = dealt(kind);
    while (left) {
      const open = among.filter((seat) => load(seat) < seat.capacity);
      if (!open.length) return;
      const fewest = Math.min(...open.map(size));
      const [lowest, higher] = [
        open.filter((it) => size(it) === fewest),
        open.filter((it) => size(it) > fewest),
      ];
      const rounds = Math.min(
        Math.floor(left / lowest.length),
        ...higher.map((seat) => size(seat) - fewest),
        ...lowest.map((seat) => seat.capacity - load(seat)),
      );
      const next = rounds ? lowest : lowest.sort((a, b) => compare(a, b, then)).slice(0, left);
      for (const seat of next) seat[kind].due += rounds || 1;
      left -= next.length * (rounds || 1);
    }
  }
}

const seatOf = (holder: Holder): Seat => ({
  ...holder,
  main: { has: 0, due: 0 },
  users: { has: 0, due: 0 },
  other: 0,
  all: 0,
});

function compare(a: Seat, b: Seat, by: readonly ((seat: Seat) => number)[]): number {
  for (const of of by) if (of(a) !== of(b)) return of(a) - of(b);
  return a.holder < b.holder ? -1 : 1;
}
