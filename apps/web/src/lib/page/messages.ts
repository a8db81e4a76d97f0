import { useSyncExternalStore } from 'react';
import { common } from '../../messages/en/common.ts';
import { servers } from '../../messages/en/servers.ts';
import type { Messages } from '../../messages/subjects.ts';

declare module 'use-intl' {
  // Makes every key and parameter of t('...') checked by the compiler.
  interface AppConfig {
    Locale: 'en';
    Messages: Messages;
  }
}

export type Subject = keyof Messages;

/** One file a subject and language, fetched together with the screen that needs it. */
const files = import.meta.glob<Record<string, unknown>>([
  '../../messages/*/*.ts',
  '!../../messages/*/{common,servers}.ts',
]);
const locale = 'en';

// The first screen's texts come with the shell.
let loaded: Partial<Messages> = { common, servers };
const listeners = new Set<() => void>();

/** Fetches the texts of some subjects. A screen's route does this beside fetching the screen. */
export async function loadMessages(...subjects: Subject[]): Promise<void> {
  const missing = subjects.filter((subject) => !(subject in loaded));
  if (missing.length === 0) return;
  const added = await Promise.all(
    missing.map(async (subject) => {
      const load = files[`../../messages/${locale}/${subject}.ts`];
      if (!load) throw new Error(`There are no ${locale} texts for ${subject}`);
      return [subject, (await load())[subject]] as const;
    }),
  );
  loaded = { ...loaded, ...Object.fromEntries(added) };
  for (const listener of listeners) listener();
}

/** The texts that are there. The compiler knows all subjects; a screen renders only after its own were loaded. */
export function readMessages(): Messages {
  return loaded as Messages;
}

export function useMessages(): Messages {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readMessages);
}
