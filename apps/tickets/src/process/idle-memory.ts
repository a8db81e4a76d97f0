import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What is needed for the start alone is out of use by then. */
const AFTER_START_MS = 10_000;
/** Of a heap that is larger than this, other work would wait too long. */
const HEAP_BYTES_MAX = 96 * 1024 ** 2;
/**
 * By so much the heap grows before what is out of use in it is looked for. By itself V8 lets it grow to four times its size; at half
 * of this others wait three times as long while long answers are read.
 */
const GROWTH_PERCENT = 100;
const LOOK_EVERY_MS = 30_000;
/** So much is held beside what is in use, as after long answers to many. */
const HELD_IN_VAIN_BYTES = 192 * 1024 ** 2;
/** The part of the time between two looks in which something was done. */
const IDLE = 0.1;

/**
 * Holds little memory beside what is in use, and gives it back to the system, in about 80 ms: once after the start, and whenever much
 * of it is held and little is asked. By itself Node does so when it needs room, and a program of which little is asked never does.
 */
export function holdLittleMemory(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  setTimeout(giveBack, AFTER_START_MS).unref();
  let before = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    const { rss, heapUsed } = process.memoryUsage();
    if (utilization < IDLE && rss - heapUsed > HELD_IN_VAIN_BYTES) giveBack();
  }, LOOK_EVERY_MS).unref();
}

function giveBack(): void {
  if (process.memoryUsage().heapUsed > HEAP_BYTES_MAX) return;
  setFlagsFromString('--expose-gc');
  const collect: (options: object) => void = runInNewContext('gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
