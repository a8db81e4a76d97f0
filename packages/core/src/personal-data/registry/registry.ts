import type { Fate, Held, TableEntry } from './entry.ts';
import { belongings } from './people.ts';
import { ourOwn } from './servers.ts';
import { conversations } from './tickets.ts';

/**
 * Of every table what it holds of a person, what the export writes of it, and what erasure does with it. A new table or
 * column has to be added here; what is `plain` is then erased without more.
 */
export const registry: Readonly<Record<string, TableEntry>> = { ...belongings, ...conversations, ...ourOwn };

/** The columns that erasure does from here, as they stand in the registry. */
export function plainColumns(): { table: string; column: string; held: Held; erased: Fate }[] {
  return Object.entries(registry).flatMap(([table, { holds = {} }]) =>
    Object.entries(holds).flatMap(([column, { held, erased, plain }]) =>
      plain ? [{ table, column, held, erased }] : [],
    ),
  );
}
