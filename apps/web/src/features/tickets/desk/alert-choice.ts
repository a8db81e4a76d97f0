import { useSyncExternalStore } from 'react';

/** How somebody wants to be told that a ticket waits for them. It is the browser's, like its permission. */
export interface AlertChoice {
  sound: boolean;
  notification: boolean;
}

const KEY = 'ticket_alerts';
const CHANGED = 'ticket-alerts-changed';
const none: AlertChoice = { sound: false, notification: false };

export function readAlertChoice(): AlertChoice {
  return parse(localStorage.getItem(KEY));
}

export function storeAlertChoice(part: Partial<AlertChoice>): void {
  localStorage.setItem(KEY, JSON.stringify({ ...readAlertChoice(), ...part }));
  window.dispatchEvent(new Event(CHANGED));
}

export function useAlertChoice(): AlertChoice {
  return parse(useSyncExternalStore(subscribe, () => localStorage.getItem(KEY)));
}

function subscribe(listener: () => void) {
  // What another window changed, and this one.
  window.addEventListener('storage', listener);
  window.addEventListener(CHANGED, listener);
  return () => {
    window.removeEventListener('storage', listener);
    window.removeEventListener(CHANGED, listener);
  };
}

function parse(stored: string | null): AlertChoice {
  try {
    const value: unknown = JSON.parse(stored ?? 'null');
    if (typeof value !== 'object' || value === null) return none;
    const is = (key: keyof AlertChoice) => key in value && (value as Record<string, unknown>)[key] === true;
    return { sound: is('sound'), notification: is('notification') };
  } catch {
    return none;
  }
}
