import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Lets everything else that waits be done, in the middle of work that takes long and waits for nothing. Asked often, it does so
 * once in a while.
 */
export function breather(every_ms = 10): () => Promise<void> {
  let until = performance.now() + every_ms;
  return async () => {
    if (performance.now() < until) return;
    await nextTurn();
    until = performance.now() + every_ms;
  };
}
