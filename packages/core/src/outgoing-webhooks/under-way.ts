import type { Clock } from '../platform/clock.ts';

/** A call that takes longer is slow, and so are the receivers of its server for a while. */
const SLOW_MS = 2_000;
const SLOW_FOR_MS = 600_000;

/** The calls of webhooks that this process has under way, whatever became of their rows, and whose receivers were slow lately. */
export class UnderWay {
  readonly calls = new Set<Promise<void>>();
  readonly #clock: Clock;
  readonly #inServer = new Map<string, number>();
  readonly #slowUntil = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The call never fails, and tells how long its receiver took. */
  add(guild_id: string, call: Promise<number>): void {
    this.#inServer.set(guild_id, (this.#inServer.get(guild_id) ?? 0) + 1);
    const done: Promise<void> = call.then((took_ms) => {
      this.calls.delete(done);
      const left = (this.#inServer.get(guild_id) ?? 1) - 1;
      if (left) this.#inServer.set(guild_id, left);
      else this.#inServer.delete(guild_id);
      if (took_ms >= SLOW_MS) this.#slowUntil.set(guild_id, this.#clock.elapsed() + SLOW_FOR_MS);
    });
    this.calls.add(done);
  }

  /** How many calls each server has, and the servers whose receivers were slow within the last ten minutes. */
  now(): { servers: { guild_id: string; calls: number }[]; slow: string[] } {
    const now = this.#clock.elapsed();
    for (const [guild_id, until] of this.#slowUntil) if (until <= now) this.#slowUntil.delete(guild_id);
    return {
      servers: [...this.#inServer].map(([guild_id, calls]) => ({ guild_id, calls })),
      slow: [...this.#slowUntil.keys()],
    };
  }
}
