import type { JobName, JobPayloads } from '../platform/jobs/jobs.ts';

type Owners = { [N in JobName]?: (payload: JobPayloads[N]) => string };

/** Jobs that may take minutes, by whose they are. */
const long: Owners = {
  'transcripts.download': ({ guild_id }) => guild_id,
  'server.export': ({ guild_id }) => guild_id,
  'import.work': ({ guild_id }) => guild_id,
  // A person has one at a time.
  'data_request.work': ({ request_id }) => request_id,
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
  /** For when the last job of each owner that was sent away comes again. */
  readonly #again = new Map<string, number>();
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
    if (this.#all >= this.#places || running >= PLACES_OF_ONE) return { again: this.#sendAway(owner) };
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
    const now = Date.now();
    for (const [one, at] of this.#again) if (at < now) this.#again.delete(one);
    const at = Math.max(now + COME_AGAIN_MS, (this.#again.get(owner) ?? 0) + APART_MS);
    this.#again.set(owner, at);
    return new Date(at);
  }
}
