import type { JobName, JobPayloads } from '../platform/jobs/jobs.ts';

type Owners = { [N in JobName]?: (payload: JobPayloads[N]) => string };

/** Jobs that may take minutes, by whose they are. */
const owners: Owners = {
  'transcripts.download': ({ guild_id }) => guild_id,
  'server.export': ({ guild_id }) => guild_id,
  'import.work': ({ guild_id }) => guild_id,
  // A person has one at a time.
  'data_request.work': ({ request_id }) => request_id,
};

/** Shares the places for jobs, so that long ones leave some to short ones, and those of one server leave some to other servers'. */
export class LongJobs {
  readonly #max: { all: number; each: number };
  readonly #running = new Map<string, number>();
  #all = 0;

  constructor(places: number) {
    this.#max = { all: Math.max(1, places - 2), each: Math.max(1, Math.floor(places / 4)) };
  }

  /** Takes a place, to be given back by what is returned. Undefined where there is none for this job now. */
  take(name: string, payload: unknown): (() => void) | undefined {
    const ownerOf = owners[name as JobName] as ((payload: unknown) => string | undefined) | undefined; // by addJob's types
    if (!ownerOf) return () => undefined;
    // One that an older program has added does not say.
    const owner = ownerOf(payload) ?? '';
    const running = this.#running.get(owner) ?? 0;
    if (this.#all >= this.#max.all || running >= this.#max.each) return undefined;
    this.#all += 1;
    this.#running.set(owner, running + 1);
    return () => {
      this.#all -= 1;
      const left = (this.#running.get(owner) ?? 1) - 1;
      if (left) this.#running.set(owner, left);
      else this.#running.delete(owner);
    };
  }
}
