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

/** What `make` makes of each, in their order. Others are let in between them. */
export async function eachPausing<Item, Made>(
  items: Iterable<Item>,
  make: (item: Item) => Made,
): Promise<Made[]> {
  const pause = breather();
  const made: Made[] = [];
  for (const item of items) {
    await pause();
    made.push(make(item));
  }
  return made;
}
