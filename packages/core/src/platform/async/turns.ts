/** A piece of a long work, done when it is its turn. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Where nobody else waits. */
export const atOnce: InTurn = (work) => work();

interface Person {
  running: number;
  waiting: (() => void)[];
}

/**
 * Runs a few pieces of long works at once. Classes of people take turns, and so do the people of a class: a person with much
 * under way makes nobody else wait for longer than one piece. With `of_person`, no person has more pieces than that running,
 * not even while there is room: for pieces that take long.
 */
export class Turns {
  readonly #at_once: number;
  readonly #of_person: number;
  /** By class, then by person. After their turn, both go to the end. */
  readonly #classes = new Map<string, Map<string, Person>>();
  #running = 0;

  constructor(at_once: number, { of_person = at_once }: { of_person?: number } = {}) {
    this.#at_once = at_once;
    this.#of_person = of_person;
  }

  of(kind: string, name: string): InTurn {
    return async (work) => {
      const people = this.#classes.get(kind) ?? new Map<string, Person>();
      this.#classes.set(kind, people);
      const person = people.get(name) ?? { running: 0, waiting: [] };
      people.set(name, person);
      await new Promise<void>((begin) => {
        person.waiting.push(begin);
        this.#next();
      });
      try {
        return await work();
      } finally {
        this.#running -= 1;
        person.running -= 1;
        if (!person.running && !person.waiting.length) people.delete(name);
        if (!people.size) this.#classes.delete(kind);
        // Everything else that came in between is answered before the next piece.
        setImmediate(() => this.#next());
      }
    };
  }

  #next(): void {
    while (this.#running < this.#at_once && this.#beginOne());
  }

  #beginOne(): boolean {
    for (const [kind, people] of this.#classes)
      for (const [name, person] of people) {
        if (person.running >= this.#of_person) continue;
        const begin = person.waiting.shift();
        if (!begin) continue;
        people.delete(name);
        people.set(name, person);
        this.#classes.delete(kind);
        this.#classes.set(kind, people);
        this.#running += 1;
        person.running += 1;
        begin();
        return true;
      }
    return false;
  }
}
