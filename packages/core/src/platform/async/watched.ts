/** A value, and everyone who wants to hear when it changes. */
export class Watched<T> {
  #value: T;
  readonly #listeners = new Set<(value: T, before: T) => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    const before = this.#value;
    if (value === before) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener(value, before);
  }

  /** Returns the function that ends it. */
  onChange(listener: (value: T, before: T) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Resolves when the value is as wanted, at once where it is so already, and when the signal is aborted. */
  until(isWanted: (value: T) => boolean, signal?: AbortSignal): Promise<void> {
    if (isWanted(this.#value) || signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        stop();
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const stop = this.onChange((value) => isWanted(value) && done());
      signal?.addEventListener('abort', done, { once: true });
    });
  }
}
