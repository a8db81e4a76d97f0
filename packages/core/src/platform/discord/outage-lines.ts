import type { Logger } from 'pino';

interface Lines {
  log: Logger | undefined;
  now: () => number;
  wait: (ms: number) => Promise<unknown>;
  begins: string;
  ends: string;
}

/** An outage in which some calls are answered ends once all of them were, for so long. */
const calmMs = 5_000;

/** One line when calls of Discord begin to fail from one cause, and one when it is over, for all of this process that fail in between. */
export class OutageLines {
  readonly #lines: Lines;
  #since: number | undefined;
  #last = 0;
  #refused = 0;
  #isEnding = false;

  constructor(lines: Lines) {
    this.#lines = lines;
  }

  failed(because: string): void {
    this.#last = this.#lines.now();
    this.#refused += 1;
    if (this.#since !== undefined) return;
    this.#since = this.#last;
    this.#lines.log?.warn({ because }, this.#lines.begins);
  }

  answered(): void {
    if (this.#since === undefined || this.#isEnding) return;
    this.#isEnding = true;
    void this.#end(this.#since, this.#refused);
  }

  async #end(since: number, refused: number): Promise<void> {
    await this.#lines.wait(calmMs);
    this.#isEnding = false;
    // The next call that is answered tries again.
    if (this.#refused !== refused) return;
    const seconds = Math.round((this.#last - since) / 1000);
    this.#since = undefined;
    this.#refused = 0;
    this.#lines.log?.info({ refused, seconds }, this.#lines.ends);
  }
}
