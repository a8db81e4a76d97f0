import { AppError } from '@tickets/contract/platform/errors';
import { type Caller, CallerGoneError } from './patience.ts';

interface Share {
  /** How many calls hold connections at once. The program has 20 connections for everybody. */
  calls: number;
  /** How many more wait. */
  waiting: number;
}
const ofPerson: Share = { calls: 4, waiting: 60 };
/** Of the staff of a server together, so that its texts, which are theirs to fill, are slow for nobody else. */
const ofServer: Share = { calls: 6, waiting: 240 };
/** A call may hold a second one without waiting, as for what it asks beside its transaction: it would wait for itself. */
const heldFreely = 2;
const retryAfterSeconds = 5;
/** What is left at least of a call's patience after it waited for other calls of its share. */
const patienceMsMin = 500;

interface Waiting {
  caller: Caller;
  groups: readonly Group[];
  go: () => void;
}

/** Whose calls have a share together. */
interface Group {
  key: string;
  share: Share;
  calls: number;
  waiting: Set<Waiting>;
}

/**
 * Shares a pool's connections so that one person, however often they ask, and the staff of one server, however many they are,
 * leave most of them to others.
 */
export class FairShare {
  readonly #groups = new Map<string, Group>();
  /** Of callers that hold connections. */
  readonly #holding = new Map<Caller, readonly Group[]>();

  /** Waits until a call may take a connection, which is to be given back with `leave`. */
  async take(caller: Caller): Promise<void> {
    const groups = this.#holding.get(caller) ?? this.#groupsOf(caller);
    if (!groups.length) return;
    if (mayTake(groups, caller)) return this.#hold(groups, caller);
    if (groups.some(({ share, waiting }) => waiting.size >= share.waiting))
      throw new AppError('request.rate_limited', { params: { seconds: retryAfterSeconds } });
    const began = performance.now();
    await this.#turn(groups, caller);
    // Who has waited here does not wait as long again for the database.
    caller.ms = Math.max(patienceMsMin, caller.ms - (performance.now() - began));
  }

  leave(caller: Caller): void {
    const groups = this.#holding.get(caller);
    if (!groups) return;
    caller.held -= 1;
    if (caller.held === 0) {
      this.#holding.delete(caller);
      for (const group of groups) group.calls -= 1;
    }
    for (const waiting of groups.flatMap((group) => [...group.waiting])) {
      if (!waiting.groups[0]?.waiting.has(waiting) || !mayTake(waiting.groups, waiting.caller)) continue;
      for (const group of waiting.groups) group.waiting.delete(waiting);
      this.#hold(waiting.groups, waiting.caller);
      waiting.go();
    }
    this.#forget(groups);
  }

  #groupsOf({ person_id, server_id }: Caller): Group[] {
    const group = (key: string, share: Share) => {
      const found = this.#groups.get(key) ?? { key, share, calls: 0, waiting: new Set() };
      this.#groups.set(key, found);
      return found;
    };
    return [
      ...(person_id === undefined ? [] : [group(`person:${person_id}`, ofPerson)]),
      ...(server_id === undefined ? [] : [group(`server:${server_id}`, ofServer)]),
    ];
  }

  #hold(groups: readonly Group[], caller: Caller): void {
    if (caller.held === 0) {
      this.#holding.set(caller, groups);
      for (const group of groups) group.calls += 1;
    }
    caller.held += 1;
  }

  #forget(groups: readonly Group[]): void {
    for (const { key, calls, waiting } of groups) if (!calls && !waiting.size) this.#groups.delete(key);
  }

  async #turn(groups: readonly Group[], caller: Caller): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { caller, groups, go: resolve };
    for (const group of groups) group.waiting.add(waiting);
    const timer = setTimeout(() => reject(new AppError('service.overloaded')), caller.ms);
    const leave = () => reject(new CallerGoneError());
    if (caller.gone?.aborted) leave();
    else caller.gone?.addEventListener('abort', leave, { once: true });
    try {
      await promise;
    } finally {
      for (const group of groups) group.waiting.delete(waiting);
      clearTimeout(timer);
      caller.gone?.removeEventListener('abort', leave);
      this.#forget(groups);
    }
  }
}

const mayTake = (groups: readonly Group[], { held }: Caller): boolean =>
  held === 0 ? groups.every(({ calls, share }) => calls < share.calls) : held < heldFreely;
