import { atMostEvery } from '@tickets/core/platform/db/at-most-every';
import type { Logger } from 'pino';

const many = 5;
const withinMs = 60_000;
/** A process that takes over one that died hears once more, in a moment, what that one has answered. */
const burstMs = 10_000;
const tellEveryMs = 600_000;

/**
 * Tells the operator of another program that has the bot's token, such as a copy for staging. A few interactions that were answered
 * already, or many at one moment, are no sign of one.
 */
export class OtherProgram {
  readonly #now: () => number;
  /** When each was found to be answered already, the earliest first; acknowledgement and answer both find it. */
  readonly #answered = new Map<string, number>();
  readonly #tell: (of: { application_id: string }) => void;

  constructor(log: Logger, now = () => performance.now()) {
    this.#now = now;
    this.#tell = atMostEvery(tellEveryMs, (of) =>
      log.warn(
        of,
        'another program answers for this bot with the same token, so what people press is done twice; give each installation a bot of its own, or stop the other program',
      ),
    );
  }

  hasAnswered({ id, application_id }: { id: string; application_id: string }): void {
    const now = this.#now();
    for (const [earlier, at] of this.#answered) if (now - at > withinMs) this.#answered.delete(earlier);
    if (!this.#answered.has(id)) this.#answered.set(id, now);
    const [first = now] = this.#answered.values();
    if (this.#answered.size >= many && now - first >= burstMs) this.#tell({ application_id });
  }
}
