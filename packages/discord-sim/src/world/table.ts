import { compareIds } from './snowflake.ts';

type GroupKey = string | undefined | readonly string[];

export interface TableOptions<Row, Group extends string> {
  name: string;
  key: (row: Row) => string;
  /** Ways to find rows: each says under which key or keys a row is filed. */
  groups: Record<Group, (row: Row) => GroupKey>;
}

export type Change = { table: string; put: unknown } | { table: string; delete: string };

/**
 * Rows of one kind, filed under several keys. Rows are never changed in place: a change puts a new row, which is
 * what lets events carry the state at their own moment and the journal stay complete.
 */
export class Table<Row extends object, Group extends string = never> {
  readonly name: string;
  readonly key: (row: Row) => string;
  #rows = new Map<string, Row>();
  #groups: Record<Group, (row: Row) => GroupKey>;
  #filed = new Map<Group, Map<string, string[]>>();
  #onChange: (change: Change) => void;

  constructor(options: TableOptions<Row, Group>, onChange: (change: Change) => void) {
    this.name = options.name;
    this.key = options.key;
    this.#groups = options.groups;
    this.#onChange = onChange;
    for (const group of this.#groupNames()) this.#filed.set(group, new Map());
  }

  get size(): number {
    return this.#rows.size;
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key);
  }

  has(key: string): boolean {
    return this.#rows.has(key);
  }

  all(): Row[] {
    return [...this.#rows.values()];
  }

  /** Keys filed under `key`, oldest first. The list is the table's own: do not change it. */
  keysIn(group: Group, key: string): readonly string[] {
    return this.#filed.get(group)?.get(key) ?? [];
  }

  /** Rows filed under `key`, oldest first. */
  in(group: Group, key: string): Row[] {
    const rows: Row[] = [];
    for (const id of this.keysIn(group, key)) {
      const row = this.#rows.get(id);
      if (row) rows.push(row);
    }
    return rows;
  }

  countIn(group: Group, key: string): number {
    return this.keysIn(group, key).length;
  }

  put(row: Row): Row {
    const key = this.key(row);
    const before = this.#rows.get(key);
    this.#rows.set(key, row);
    for (const group of this.#groupNames()) {
      const keys = list(this.#groups[group](row));
      const oldKeys = before ? list(this.#groups[group](before)) : [];
      for (const old of oldKeys) if (!keys.includes(old)) this.#unfile(group, old, key);
      for (const fresh of keys) if (!oldKeys.includes(fresh)) this.#file(group, fresh, key);
    }
    this.#onChange({ table: this.name, put: row });
    return row;
  }

  delete(key: string): boolean {
    const row = this.#rows.get(key);
    if (!row) return false;
    this.#rows.delete(key);
    for (const group of this.#groupNames()) {
      for (const old of list(this.#groups[group](row))) this.#unfile(group, old, key);
    }
    this.#onChange({ table: this.name, delete: key });
    return true;
  }

  #groupNames(): Group[] {
    return Object.keys(this.#groups) as Group[]; // the record's own keys
  }

  #file(group: Group, under: string, key: string): void {
    const buckets = this.#filed.get(group);
    const keys = buckets?.get(under);
    if (!keys) {
      buckets?.set(under, [key]);
      return;
    }
    const last = keys[keys.length - 1];
    if (last === undefined || compareIds(last, key) < 0) keys.push(key);
    else keys.splice(lowerBound(keys, key), 0, key);
  }

  #unfile(group: Group, under: string, key: string): void {
    const buckets = this.#filed.get(group);
    const keys = buckets?.get(under);
    if (!keys) return;
    const at = lowerBound(keys, key);
    if (keys[at] === key) keys.splice(at, 1);
    if (keys.length === 0) buckets?.delete(under);
  }
}

/** Index of the first key that is not older than `key`. */
export function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareIds(keys[middle] ?? '', key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function list(key: GroupKey): readonly string[] {
  if (key === undefined) return [];
  return typeof key === 'string' ? [key] : key;
}
