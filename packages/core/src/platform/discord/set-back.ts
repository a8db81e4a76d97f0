/** So much may the two clocks differ without one of them having been set, in milliseconds. */
const setBackMsMin = 500;

/** Notices that somebody, or a time server, has set the system's clock back. */
export class SetBack {
  /** How far the time of day is ahead of the time that has gone by. */
  #ahead = Date.now() - performance.now();

  /** Whether that was so since it was last asked. */
  wasSetBack(): boolean {
    const ahead = Date.now() - performance.now();
    const isBack = ahead < this.#ahead - setBackMsMin;
    if (isBack || ahead > this.#ahead) this.#ahead = ahead;
    return isBack;
  }
}
