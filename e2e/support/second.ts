import { expect, type Locator } from '@playwright/test';

/** What staff and members are promised: each sees the other's every step this soon after it was done. */
const SECOND_MS = 1_000;
/** A step that a busy machine held up; later is never. */
const NEVER_MS = 10_000;

/** How soon steps appear everywhere, from the moment at which they were acknowledged to whoever did them. */
export class Steps {
  readonly #delays: number[] = [];

  seen(...shown: Locator[]): Promise<void> {
    return this.#time(shown.map((one) => one.first().waitFor({ timeout: NEVER_MS })));
  }

  gone(...hidden: Locator[]): Promise<void> {
    return this.#time(hidden.map((one) => one.waitFor({ state: 'hidden', timeout: NEVER_MS })));
  }

  /** One in four may be the machine's fault; most of them are the product's alone. */
  expectWithinASecond(): void {
    const late = this.#delays.filter((delay) => delay > SECOND_MS);
    const told = this.#delays.map(Math.round).join(', ');
    expect(late.length, `steps that took longer than a second: ${told} ms`).toBeLessThanOrEqual(
      Math.ceil(this.#delays.length / 4),
    );
  }

  async #time(waits: Promise<void>[]): Promise<void> {
    const started = performance.now();
    await Promise.all(waits);
    this.#delays.push(performance.now() - started);
  }
}
