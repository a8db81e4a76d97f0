import type { JobName, JobPayloads } from '../platform/jobs/jobs.ts';

type Owners = { [N in JobName]?: (payload: JobPayloads[N]) => string };

/** Jobs that may take minutes, by whose they are. */
const long: Owners = {
  'transcripts.download': ({ guild_id }) => guild_id,
  'server.export': ({ guild_id }) => guild_id,
  'import.work': ({ guild_id }) => guild_id,
  // Anybody may ask for one, so all of them together take no more places than one server.
  'data_request.work': () => 'people',
};

/** Jobs that take a minute at most, of which one server may have thousands. */
const many: Owners = {
  'attachment.store': ({ guild_id }) => guild_id,
  'ticket.auto_close': ({ guild_id }) => guild_id,
};

const PLACES_OF_ONE = 2;
const PLACES_OF_MANY = 3;
/** For timers, and what is in no group. */
const PLACES_LEFT = 2;
/** Before a job for which there was no place is looked at once more, and between two such of the same owner. */
const COME_AGAIN_MS = 2_000;
const APART_MS = 100;
/** How much later than asked for a job may come again before its place is given to others. */
const LATE_MS = 5_000;

/**
 * Shares out the places for jobs: long jobs leave some to short ones, both leave some to timers, and one server leaves some to the
 * others.
 */
export class JobPlaces {
  readonly #groups: Group[];

  constructor(places: number) {
    const of_long = Math.max(1, places - PLACES_OF_MANY - PLACES_LEFT);
    this.#groups = [new Group(long, of_long), new Group(many, PLACES_OF_MANY)];
  }

  /** Takes a place, to be given back by `leave`. Where there is none for this job now: when it is to come again. */
  take(name: string, payload: unknown): { leave: () => void } | { again: Date } {
    for (const group of this.#groups) {
      const owner = group.ownerOf(name, payload);
      if (owner !== undefined) return group.take(owner);
    }
    return { leave: () => undefined };
  }
}

class Group {
  readonly #owners: Owners;
  readonly #places: number;
  readonly #running = new Map<string, number>();
  /** Owners with jobs that were sent away: which of them came first, and when the last of these jobs comes again. */
  readonly #waiting = new Map<string, { turn: number; again: number }>();
  #turns = 0;
  #all = 0;

  constructor(owners: Owners, places: number) {
    this.#owners = owners;
    this.#places = places;
  }

  ownerOf(name: string, payload: unknown): string | undefined {
    const ownerOf = this.#owners[name as JobName] as ((payload: unknown) => string | undefined) | undefined; // by addJob's types
    // A job that an older program has added does not say.
    return ownerOf && (ownerOf(payload) ?? '');
  }

  take(owner: string): { leave: () => void } | { again: Date } {
    const running = this.#running.get(owner) ?? 0;
    const free = this.#places - this.#all;
    if (running >= PLACES_OF_ONE || free <= this.#before(owner)) return { again: this.#sendAway(owner) };
    // Its other jobs wait behind those of others.
    this.#waiting.delete(owner);
    this.#all += 1;
    this.#running.set(owner, running + 1);
    return {
      leave: () => {
        this.#all -= 1;
        const left = (this.#running.get(owner) ?? 1) - 1;
        if (left) this.#running.set(owner, left);
        else this.#running.delete(owner);
      },
    };
  }

  /** One after another: if thousands came again at the same time, the program would be busy with sending them away. */
  #sendAway(owner: string): Date {
    const now = performance.now();
    const { turn, again } = this.#waiting.get(owner) ?? { turn: this.#turns++, again: 0 };
    const at = Math.max(now + COME_AGAIN_MS, again + APART_MS);
    this.#waiting.set(owner, { turn, again: at });
    return new Date(Date.now() + at - now);
  }

  /** How many others could take a place, and have waited for one for longer. */
  #before(owner: string): number {
    const now = performance.now();
    const own = this.#waiting.get(owner)?.turn ?? this.#turns;
    let count = 0;
    for (const [other, { turn, again }] of this.#waiting)
      if (again + LATE_MS < now) this.#waiting.delete(other);
      else if (other !== owner && turn < own && (this.#running.get(other) ?? 0) < PLACES_OF_ONE) count += 1;
    return count;
  }
}
