import type { z } from 'zod';

/** A field of something that people edit: the schema by which it is read, and the one by which it is sent. */
export interface Field {
  read: z.ZodType;
  sent: z.ZodType;
}

/** The fields of an entity. Their names are those of its defaults, so that neither names a field without the other. */
export type FieldTable<Defaults> = Record<keyof Defaults, Field>;

/** One part of every field, such as its schemas as the shape of an object. */
export function partOf<Part extends string, Table extends Record<string, Record<Part, unknown>>>(
  table: Table,
  part: Part,
): { [Name in keyof Table]: Table[Name][Part] } {
  const parts = Object.entries(table).map(([name, field]) => [name, field[part]]);
  // Its keys are those of the table, each with this part of its field.
  return Object.fromEntries(parts) as { [Name in keyof Table]: Table[Name][Part] };
}

/** What may be sent of values: a key that is absent keeps what was there, and null asks for the default. */
export type Sent<Values> = { [Name in keyof Values]?: Values[Name] | null | undefined };

/** What was sent over what was there; of something new there was its defaults, whose keys are all that there are. */
export function merged<Values extends object>(
  sent: Sent<Values>,
  { kept, defaults }: { kept: Values; defaults: Values },
): Values {
  const next = { ...defaults };
  for (const name of namesOf(defaults)) {
    const value = sent[name];
    if (value === undefined) next[name] = kept[name];
    else if (value !== null) next[name] = value;
  }
  return next;
}

/** The keys of an object whose type names them all. */
export function namesOf<Values extends object>(values: Values): (keyof Values)[] {
  return Object.keys(values) as (keyof Values)[]; // Object.keys knows no more of them than that they are texts
}

/** These values of an object. */
export function picked<Values extends object, Name extends keyof Values>(
  values: Values,
  names: readonly Name[],
): Pick<Values, Name> {
  const found = Object.fromEntries(names.map((name) => [name, values[name]]));
  return found as Pick<Values, Name>; // Its keys are the names.
}

/** Whether a table says so of the field that a dotted path is in. */
export const isSaidOf = (table: Readonly<Record<string, boolean>>, path: string): boolean =>
  table[path.split('.')[0] ?? path] ?? false;
