import { registry } from '../personal-data/registry/registry.ts';
import { type BackupTable, nameForm } from './manifest.ts';

type Shape = Pick<BackupTable, 'schema' | 'name' | 'columns'>;

/** The tables of the newest schema, and their columns; a test of the registry compares it with the database. */
const newest = new Map(
  Object.entries(registry).map(([table, { nothing, holds = {} }]) => [
    table,
    new Set([...nothing.split(' '), ...Object.keys(holds)]),
  ]),
);

/** Tables that the newest schema has, so that nobody else's may be called so. */
export const ourTables: readonly string[] = [...newest.keys()];

export interface Sorted<T> {
  ours: T[];
  /** Of other programs, or made by hand: tables, and columns of tables of ours. As an operator names them. */
  not_ours: string[];
}

/** What is ours of what a database has. In another schema than the newest it is whatever has a name as ours have. */
export function sortOut<T extends Shape>(shapes: readonly T[], is: { newest: boolean }): Sorted<T> {
  const sorted: Sorted<T> = { ours: [], not_ours: [] };
  for (const shape of shapes) {
    const { schema, name } = shape;
    const isKnown = is.newest && schema === 'public';
    const known = newest.get(name);
    if (!nameForm.test(name) || (isKnown && !known)) {
      sorted.not_ours.push(name);
      continue;
    }
    const isOurs = (column: string) => nameForm.test(column) && (!isKnown || known?.has(column));
    sorted.ours.push({ ...shape, columns: shape.columns.filter(isOurs) });
    for (const column of shape.columns) if (!isOurs(column)) sorted.not_ours.push(`${name}.${column}`);
  }
  return sorted;
}

/** Says what is not there; undefined where that is nothing. */
export function notOursInWords({ not_ours }: Pick<Sorted<unknown>, 'not_ours'>): string | undefined {
  if (!not_ours.length) return undefined;
  return `Left out, because ${not_ours.length === 1 ? 'it is' : 'they are'} not of this program: ${not_ours.join(', ')}.`;
}
