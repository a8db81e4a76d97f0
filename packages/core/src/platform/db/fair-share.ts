import { AppError } from '@tickets/contract/platform/errors';
import { type Caller, CallerGoneError } from './patience.ts';

/** How many of a person's calls hold connections at once. The program has 20 connections for everybody. */
const callsMax = 4;
/** A call may hold a second one without waiting, as for what it asks beside its transaction: it would wait for itself. */
const heldFreely = 2;
const waitingMax = 60;
const retryAfterSeconds = 5;
/** What is left at least of a call's patience after it waited for its person's other calls. */
const patienceMsMin = 500;

interface Waiting {
  caller: Caller;
  go: () => void;
}

interface Person {
  calls: number;
  waiting: Set<Waiting>;
}

/** Shares a pool's connections so that one person, however often they ask, leaves most of them to others. */
export class FairShare {
  readonly #people = new Map<string, Person>();

  /** Waits until a call may take a connection, which is to be given back with `leave`. */
  async take(caller: Caller): Promise<void> {
    if (caller.person_id === undefined) return;
    const person = this.#people.get(caller.person_id) ?? { calls: 0, waiting: new Set() };
    this.#people.set(caller.person_id, person);
    if (mayTake(person, caller)) return hold(person, caller);
    if (person.waiting.size >= waitingMax)
      throw new AppError('request.rate_limited', { params: { seconds: retryAfterSeconds } });
    const began = performance.now();
    await this.#turn(person, caller);
    // Who has waited here does not wait as long again for the database.
    caller.ms = Math.max(patienceMsMin, caller.ms - (performance.now() - began));
  }

  leave(caller: Caller): void {
    const person = caller.person_id === undefined ? undefined : this.#people.get(caller.person_id);
    if (!person) return;
    caller.held -= 1;
    if (caller.held === 0) person.calls -= 1;
    for (const waiting of person.waiting) {
      if (!mayTake(person, waiting.caller)) continue;
      person.waiting.delete(waiting);
      hold(person, waiting.caller);
      waiting.go();
    }
    if (!person.calls && !person.waiting.size) this.#people.delete(caller.person_id as string); // as it was found above
  }

  async #turn(person: Person, caller: Caller): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { caller, go: resolve };
    person.waiting.add(waiting);
    const timer = setTimeout(() => reject(new AppError('service.overloaded')), caller.ms);
    const leave = () => reject(new CallerGoneError());
    if (caller.gone?.aborted) leave();
    else caller.gone?.addEventListener('abort', leave, { once: true });
    try {
      await promise;
    } finally {
      person.waiting.delete(waiting);
      clearTimeout(timer);
      caller.gone?.removeEventListener('abort', leave);
    }
  }
}

const mayTake = (person: Person, { held }: Caller): boolean =>
  held === 0 ? person.calls < callsMax : held < heldFreely;

function hold(person: Person, caller: Caller): void {
  if (caller.held === 0) person.calls += 1;
  caller.held += 1;
}
