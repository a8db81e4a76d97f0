import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What is needed for the start alone is out of use by then. */
const AFTER_START_MS = 10_000;
/** Of a heap that is larger than this, other work would wait too long. */
const HEAP_BYTES_MAX = 96 * 1024 ** 2;

/**
 * Gives memory that only the start needed back to the system, once, in about 80 ms. By itself Node does so when it needs
 * room, and a program of which little is asked never does.
 */
export function giveBackAfterStart(): void {
  setTimeout(() => {
    if (process.memoryUsage().heapUsed > HEAP_BYTES_MAX) return;
    setFlagsFromString('--expose-gc');
    const collect: (options: object) => void = runInNewContext('gc');
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, AFTER_START_MS).unref();
}
