export interface Throttled {
  (): void;
  /** Forgets what is still to be run. */
  cancel(): void;
}

/** Runs at once; what is asked for within some milliseconds after that is run once, at their end. */
export function atMostEvery(ms: number, work: () => void): Throttled {
  let timer: number | undefined;
  let wanted = false;
  const run = () => {
    wanted = false;
    timer = window.setTimeout(() => {
      timer = undefined;
      if (wanted) run();
    }, ms);
    work();
  };
  const ask = () => {
    if (timer === undefined) run();
    else wanted = true;
  };
  return Object.assign(ask, {
    cancel() {
      window.clearTimeout(timer);
      timer = undefined;
      wanted = false;
    },
  });
}
