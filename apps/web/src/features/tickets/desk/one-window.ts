/** Long enough for all windows to have heard of the same thing, also those that the browser has slowed down. */
const HELD_MS = 5000;
/** The window that somebody works in comes first: it may know that they are looking at it already. */
const LATER_MS = 400;

/**
 * Runs `work` in one window of the browser, of all that ask under the same name. Where the page may hold no locks, every
 * window is on its own.
 */
export async function inOneWindow(name: string, work: () => void): Promise<void> {
  if (!document.hasFocus()) await new Promise((resolve) => window.setTimeout(resolve, LATER_MS));
  if (!('locks' in navigator)) return work();
  await navigator.locks.request(`tickets:${name}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    work();
    await new Promise((resolve) => window.setTimeout(resolve, HELD_MS));
  });
}
