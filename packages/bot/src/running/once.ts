/** Remembers the last ids of interactions, of which a bot hears twice while one connection takes the place of another. */
export class Once {
  readonly #max: number;
  #now = new Set<string>();
  #before = new Set<string>();

  constructor(max = 1_000) {
    this.#max = max;
  }

  /** Whether it is the first time. */
  isNew(id: string): boolean {
    if (this.#now.has(id) || this.#before.has(id)) return false;
    if (this.#now.size >= this.#max) [this.#before, this.#now] = [this.#now, new Set()];
    this.#now.add(id);
    return true;
  }
}
