const ASK_AFTER_MS = 20_000;
const ANSWER_WITHIN_MS = 5_000;

interface HeartbeatOptions {
  ask: () => void;
  /** Nothing came, not even an answer. */
  onSilence: () => void;
}

/**
 * Finds out that a connection is dead which does not say so, as when a cable is pulled or a computer slept: asks once
 * nothing has come for a while, and takes whatever comes then for an answer.
 */
export class Heartbeat {
  private readonly options: HeartbeatOptions;
  private heardAt = performance.now();
  private isAsking = false;
  private timer: number;

  constructor(options: HeartbeatOptions) {
    this.options = options;
    this.timer = window.setTimeout(this.look, ASK_AFTER_MS);
  }

  /** Touches no timer: it is called for everything that comes. */
  heard(): void {
    this.heardAt = performance.now();
    this.isAsking = false;
  }

  ask(): void {
    if (this.isAsking) return;
    this.isAsking = true;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      if (this.isAsking) this.options.onSilence();
      else this.look();
    }, ANSWER_WITHIN_MS);
    this.options.ask();
  }

  stop(): void {
    window.clearTimeout(this.timer);
  }

  private readonly look = () => {
    const quietFor = performance.now() - this.heardAt;
    if (quietFor >= ASK_AFTER_MS) this.ask();
    else this.timer = window.setTimeout(this.look, ASK_AFTER_MS - quietFor);
  };
}
