interface Pace {
  timer: number;
  listeners: Set<() => void>;
}

const paces = new Map<number, Pace>();

/** Calls back every so many milliseconds. All of one pace share a timer. Returns how to stop. */
export function onTick(everyMs: number, listener: () => void): () => void {
  const pace = paces.get(everyMs) ?? startTicking(everyMs);
  pace.listeners.add(listener);
  return () => {
    pace.listeners.delete(listener);
    if (pace.listeners.size > 0) return;
    window.clearInterval(pace.timer);
    paces.delete(everyMs);
  };
}

function startTicking(everyMs: number): Pace {
  const listeners = new Set<() => void>();
  const tick = () => {
    for (const listener of listeners) listener();
  };
  const pace = { timer: window.setInterval(tick, everyMs), listeners };
  paces.set(everyMs, pace);
  return pace;
}
