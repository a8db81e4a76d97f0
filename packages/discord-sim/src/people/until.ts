import type { World } from '../world/world.ts';

/** How long a test waits for something to come about. */
const PATIENCE_MS = 10_000;

/** Resolves with what `look` finds, now or after something has happened in the world; says what it waited for if nothing comes. */
export function until<T>(
  world: World,
  look: () => T | undefined | false,
  what: string,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let stop = () => {};
    const timer = setTimeout(() => {
      stop();
      reject(new Error(`waited ${patienceMs} ms for ${what}`));
    }, patienceMs);
    const check = () => {
      try {
        const found = look();
        // It would count as found before it has looked.
        if (found instanceof Promise)
          throw new Error('what is waited for must be seen at once, not by a promise');
        if (found === undefined || found === false) return false;
        clearTimeout(timer);
        stop();
        resolve(found);
      } catch (error) {
        clearTimeout(timer);
        stop();
        reject(error);
      }
      return true;
    };
    if (!check()) stop = world.listen(check);
  });
}
