import { useSyncExternalStore } from 'react';

let count = 0;
const listeners = new Set<() => void>();

/** Counts a call for the loading overlay until the answer is there. */
export async function tracked<T>(call: Promise<T>): Promise<T> {
  change(1);
  try {
    return await call;
  } finally {
    change(-1);
  }
}

export function useIsLoading(): boolean {
  return useSyncExternalStore(subscribe, () => count > 0);
}

function change(by: number) {
  count += by;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
