import { useEffect } from 'react';

/** Whatever would be lost with the page that is shown: a form with unsaved changes. */
const holders = new Set<object>();
let afterwards: (() => void) | undefined;

/** Has the page stay, whatever becomes of the access to it, for as long as something typed would go with it. */
export function useHoldsPage(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const holder = {};
    holders.add(holder);
    return () => {
      holders.delete(holder);
      // What is drawn in its place may hold the page as well.
      setTimeout(goOn);
    };
  }, [active]);
}

/** Does it at once, or when nothing holds the page any more. Returns whether that is now. */
export function onceNothingIsHeld(work: () => void): boolean {
  afterwards = work;
  return goOn();
}

function goOn(): boolean {
  if (holders.size || !afterwards) return false;
  const work = afterwards;
  afterwards = undefined;
  work();
  return true;
}
