import { AppError } from '@tickets/contract/platform/errors';
import { type Caller, waitForTurn } from './patience.ts';

interface Share {
  /** How many calls hold connections at once. The program has 20 connections for everybody. */
  calls: number;
  /** How many more wait. */
  waiting: number;
  /** From when on they hold one at once alone: so much longer (milliseconds) than one at once would have in the same time. */
  tired_ms?: number;
}
const ofPerson: Share = { calls: 4, waiting: 200, tired_ms: 1_500 };
/** Of the staff of a server together, so that its texts, which are theirs to fill, are slow for nobody else. */
const ofServer: Share = { calls: 6, waiting: 240 };
/** Of what one person presses and commands in Discord, which has to be answered. */
const ofPresser: Share = { calls: 4, waiting: 1_000 };
/** Of all that is pressed and commanded in a server. */
const ofPresses: Share = { calls: 6, waiting: 2_000 };
/** A call may hold a second one without waiting, as for what it asks beside its transaction: it would wait for itself. */
const heldFreely = 2;
const retryAfterSeconds = 5;

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
  /** For how much longer its calls have held connections than one at once would have, until `counted_at`. */
  over_ms: number;
  counted_at: number;
}

/** Groups that are kept for what they have held, before those that have rested since are looked for. */
const sweepAbove = 5_000;

/**
 * Shares a pool's connections so that one person, however often they ask, and the staff of one server, however many they are,
 * leave most of them to others; so do those who press and command something in one server.
 */
export class FairShare {
  readonly #groups = new Map<string, Group>();
  /** Callers that hold connections, how many, and since when. */
  readonly #holding = new Map<Caller, { groups: readonly Group[]; held: number; since: number }>();
  readonly #now: () => number;
  #sweepAt = sweepAbove;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Waits until a call may take a connection, which is to be given back with `leave`. */
  async take(caller: Caller): Promise<void> {
    const groups = this.#holding.get(caller)?.groups ?? this.#groupsOf(caller);
    if (!groups.length) return;
    if (this.#mayTake(groups, caller)) return this.#hold(groups, caller);
    if (groups.some(({ share, waiting }) => waiting.size >= share.waiting))
      throw new AppError('request.rate_limited', { params: { seconds: retryAfterSeconds } });
    await this.#turn(groups, caller);
  }

  leave(caller: Caller): void {
    const holding = this.#holding.get(caller);
    if (!holding) return;
    const { groups } = holding;
    holding.held -= 1;
    if (holding.held === 0) {
      this.#holding.delete(caller);
      const now = this.#now();
      for (const group of groups) {
        group.calls -= 1;
        group.over_ms = Math.min(overMs(group, now) + now - holding.since, 2 * (group.share.tired_ms ?? 0));
        group.counted_at = now;
      }
    }
    for (const waiting of groups.flatMap((group) => [...group.waiting])) {
      if (!waiting.groups[0]?.waiting.has(waiting) || !this.#mayTake(waiting.groups, waiting.caller))
        continue;
      for (const group of waiting.groups) group.waiting.delete(waiting);
      this.#hold(waiting.groups, waiting.caller);
      waiting.go();
    }
    this.#forget(groups);
  }

  #groupsOf({ person_id, server_id, pressed }: Caller): Group[] {
    const group = (key: string, share: Share) => {
      const found = this.#groups.get(key) ?? {
        key,
        share,
        calls: 0,
        waiting: new Set(),
        over_ms: 0,
        counted_at: 0,
      };
      this.#groups.set(key, found);
      return found;
    };
    return [
      ...(person_id === undefined ? [] : [group(`person:${person_id}`, ofPerson)]),
      ...(server_id === undefined ? [] : [group(`server:${server_id}`, ofServer)]),
      ...(pressed === undefined ? [] : [group(`pressed_by:${pressed.by}`, ofPresser)]),
      ...(pressed?.in === undefined ? [] : [group(`pressed_in:${pressed.in}`, ofPresses)]),
    ];
  }

  #mayTake(groups: readonly Group[], caller: Caller): boolean {
    const held = this.#holding.get(caller)?.held;
    if (held !== undefined) return held < heldFreely;
    const now = this.#now();
    return groups.every((group) => group.calls < placesOf(group, now));
  }

  #hold(groups: readonly Group[], caller: Caller): void {
    const holding = this.#holding.get(caller);
    if (holding) {
      holding.held += 1;
      return;
    }
    this.#holding.set(caller, { groups, held: 1, since: this.#now() });
    for (const group of groups) group.calls += 1;
  }

  #forget(groups: readonly Group[]): void {
    const now = this.#now();
    const isIdle = (group: Group) => !group.calls && !group.waiting.size && overMs(group, now) === 0;
    for (const group of groups) if (isIdle(group)) this.#groups.delete(group.key);
    if (this.#groups.size <= this.#sweepAt) return;
    for (const group of this.#groups.values()) if (isIdle(group)) this.#groups.delete(group.key);
    this.#sweepAt = Math.max(sweepAbove, 2 * this.#groups.size);
  }

  async #turn(groups: readonly Group[], caller: Caller): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = { caller, groups, go: resolve };
    for (const group of groups) group.waiting.add(waiting);
    try {
      await waitForTurn(caller, promise);
    } finally {
      for (const group of groups) group.waiting.delete(waiting);
      this.#forget(groups);
    }
  }
}

const overMs = ({ over_ms, counted_at }: Group, now: number) => Math.max(0, over_ms - (now - counted_at));

/** Whoever has kept several connections at work for long has one at once, until they rest. */
const placesOf = (group: Group, now: number) =>
  overMs(group, now) > (group.share.tired_ms ?? Number.POSITIVE_INFINITY) ? 1 : group.share.calls;
