const SLICE_MS = 10_000;

/** How many there were in the last ten minutes. */
export class RecentCount {
  static readonly window_ms = 600_000;
  readonly #now: () => number;
  /** By the slice of time in which they came. */
  readonly #slices = new Map<number, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  add(): void {
    const slice = this.#slice();
    this.#slices.set(slice, (this.#slices.get(slice) ?? 0) + 1);
  }

  get value(): number {
    const oldest = this.#slice() - RecentCount.window_ms / SLICE_MS;
    let sum = 0;
    for (const [slice, count] of this.#slices)
      if (slice < oldest) this.#slices.delete(slice);
      else sum += count;
    return sum;
  }

  #slice(): number {
    return Math.floor(this.#now() / SLICE_MS);
  }
}
