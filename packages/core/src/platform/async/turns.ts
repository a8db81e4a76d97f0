/** A piece of a long work, done when it is its turn. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Where nobody else waits. */
export const atOnce: InTurn = (work) => work();

/**
 * Lets few pieces of long works be done at once. Classes of people take turns, and in a class the people do, so that who
 * has much under way keeps nobody else waiting for more than a piece.
 */
export class Turns {
  readonly #at_once: number;
  /** By class, then by person. Whose turn it was goes to the end. */
  readonly #waiting = new Map<string, Map<string, (() => void)[]>>();
  #running = 0;

  constructor(at_once: number) {
    this.#at_once = at_once;
  }

  of(kind: string, person: string): InTurn {
    return async (work) => {
      await this.#turn(kind, person);
      try {
        return await work();
      } finally {
        this.#running -= 1;
        // Everything else that came in between is answered before the next piece.
        setImmediate(() => this.#next());
      }
    };
  }

  #turn(kind: string, person: string): Promise<void> {
    return new Promise((begin) => {
      const people = this.#waiting.get(kind) ?? new Map<string, (() => void)[]>();
      const begins = people.get(person) ?? [];
      begins.push(begin);
      people.set(person, begins);
      this.#waiting.set(kind, people);
      this.#next();
    });
  }

  #next(): void {
    while (this.#running < this.#at_once) {
      const [kind, people] = this.#waiting.entries().next().value ?? [];
      const [person, begins] = people?.entries().next().value ?? [];
      const begin = begins?.shift();
      if (kind === undefined || !people || person === undefined || !begins || !begin) return;
      people.delete(person);
      if (begins.length) people.set(person, begins);
      this.#waiting.delete(kind);
      if (people.size) this.#waiting.set(kind, people);
      this.#running += 1;
      begin();
    }
  }
}
