/** Work that nobody waits for where it begins; the end of the program does. */
export class InWork {
  readonly #all = new Set<Promise<unknown>>();

  /** Returns the same promise: its failure stays the business of the code that holds it. */
  add<T>(work: Promise<T>): Promise<T> {
    this.#all.add(work);
    const forget = () => this.#all.delete(work);
    work.then(forget, forget);
    return work;
  }

  /** Resolves when nothing is left, however it went. */
  async over(): Promise<void> {
    while (this.#all.size) await Promise.allSettled(this.#all);
  }
}
