import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What is needed for the start alone is out of use by then. */
const AFTER_START_MS = 10_000;

/**
 * Gives memory that only the start needed back to the system, once, in about 80 ms. By itself Node does so when it needs
 * room, and a demo that one person tries never does.
 */
export function giveBackAfterStart(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc');
    const collect: (options: object) => void = runInNewContext('gc');
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, AFTER_START_MS).unref();
}
