import pg from 'pg';
import { createSealer, type Sealer, sealingKeyByte, sealingKeyName } from '../platform/crypto/seal.ts';
import { type KeyValues, type SealedColumn, sealedColumns } from './columns.ts';

const BATCH = 200;

export interface Resealed {
  /** By `table.column`: how many values are there, got the newest key, and could not be opened with any key. */
  columns: Record<string, { values: number; resealed: number; lost: number }>;
}

/**
 * Seals every value with the newest key, a few rows in a transaction, while the program runs: a value that is changed
 * meanwhile is left to whoever changed it. Whatever ends it, the values that it reached have the new key, the others their old
 * one, and the next call goes on with those.
 */
export async function resealAll(
  client: pg.ClientBase,
  sealer: Sealer,
  onProgress: (column: string, done: { values: number; resealed: number }) => void = () => undefined,
): Promise<Resealed> {
  const columns: Resealed['columns'] = {};
  for (const sealed of await presentColumns(client)) {
    const name = `${sealed.table}.${sealed.column}`;
    const done = { values: 0, resealed: 0, lost: 0 };
    columns[name] = done;
    for await (const rows of batches(client, sealed)) {
      for (const row of rows) {
        done.values += 1;
        const outcome = await resealRow(client, sealer, sealed, row);
        if (outcome !== 'kept') done[outcome] += 1;
      }
      onProgress(name, done);
    }
  }
  return { columns };
}

/** By which keys the values of a database are sealed: by the first byte of a value, how many. */
export async function keyBytesInUse(client: pg.ClientBase): Promise<Map<number, number>> {
  return usesOf(client, () => true);
}

async function usesOf(
  client: pg.ClientBase,
  isCounted: (byte: number, sealed: SealedColumn, bytes: readonly number[]) => boolean,
): Promise<Map<number, number>> {
  const uses = new Map<number, number>();
  for (const sealed of await presentColumns(client)) {
    const { table, column } = sealed;
    const { rows } = await client.query<{ id: number; values: number }>(
      `select get_byte(${quoted(column)}, 0) as id, count(*)::int as values from public.${quoted(table)}
       where ${quoted(column)} is not null group by 1`,
    );
    const bytes = rows.map(({ id }) => id);
    for (const { id, values } of rows)
      if (isCounted(id, sealed, bytes)) uses.set(id, (uses.get(id) ?? 0) + values);
  }
  return uses;
}

export interface KeyInUse {
  /** The whole name where the key is configured, else its first two digits. */
  name: string;
  isKnown: boolean;
  values: number;
}

/**
 * The same by the names of keys, without values that are not missed. Where several names begin with that byte, the values are
 * opened to tell them apart.
 */
export async function keysInUse(client: pg.ClientBase, secrets: readonly string[]): Promise<KeyInUse[]> {
  const inUse: KeyInUse[] = [];
  const known = new Set(secrets.map(sealingKeyByte));
  const uses = await usesOf(
    client,
    (byte, { isReplaced }, bytes) =>
      known.has(byte) || !isReplaced || !bytes.some((other) => known.has(other)),
  );
  for (const [byte, values] of uses) {
    const alike = [...new Set(secrets)].filter((secret) => sealingKeyByte(secret) === byte);
    const [only] = alike;
    if (alike.length > 1) inUse.push(...(await keysThatOpen(client, byte, alike)));
    else inUse.push({ name: only ? sealingKeyName(only) : digitsOf(byte), isKnown: Boolean(only), values });
  }
  return inUse;
}

async function keysThatOpen(
  client: pg.ClientBase,
  byte: number,
  secrets: readonly string[],
): Promise<KeyInUse[]> {
  const keys = secrets.map((secret) => ({ name: sealingKeyName(secret), sealer: createSealer([secret]) }));
  const uses = new Map<string, KeyInUse>();
  for (const sealed of await presentColumns(client))
    for await (const rows of batches(client, sealed))
      for (const { key, value } of rows) {
        if (value[0] !== byte) continue;
        const name = keys.find(({ sealer }) => opens(sealer, value, sealed.context(key)))?.name;
        const use = { name: name ?? digitsOf(byte), isKnown: name !== undefined };
        uses.set(use.name, { ...use, values: (uses.get(use.name)?.values ?? 0) + 1 });
      }
  return [...uses.values()];
}

function opens(sealer: Sealer, value: Buffer, context: string): boolean {
  try {
    sealer.open(value, context);
    return true;
  } catch {
    return false; // the cipher says no more than that this key did not seal it
  }
}

const digitsOf = (byte: number) => byte.toString(16).padStart(2, '0');

/** A database that stands in an older schema has fewer of them. */
async function presentColumns(client: pg.ClientBase): Promise<SealedColumn[]> {
  const { rows } = await client.query<{ name: string }>(
    "select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'",
  );
  const present = new Set(rows.map(({ name }) => name));
  return sealedColumns.filter(({ table, column }) => present.has(`${table}.${column}`));
}

interface SealedRow {
  key: KeyValues;
  value: Buffer;
}

async function* batches(
  client: pg.ClientBase,
  { table, column, key, also = [] }: SealedColumn,
): AsyncGenerator<SealedRow[], void> {
  const wanted = [...key, ...also].map(quoted).join(', ');
  const order = key.map(quoted).join(', ');
  for (let last: KeyValues | undefined; ; ) {
    const after = last && `and (${order}) > (${key.map((_, index) => `$${index + 1}`).join(', ')})`;
    const from: KeyValues = last ?? {};
    const { rows } = await client.query<Record<string, string | number | Buffer>>(
      `select ${wanted}, ${quoted(column)} as sealed_value from public.${quoted(table)}
       where ${quoted(column)} is not null ${after ?? ''} order by ${order} limit ${BATCH}`,
      after ? key.map((name) => from[name]) : [],
    );
    const found = rows.map(({ sealed_value, ...values }) => ({
      key: values as KeyValues, // the columns that were asked for are ids
      value: sealed_value as Buffer, // bytea
    }));
    if (found.length) yield found;
    last = found.at(-1)?.key;
    if (found.length < BATCH) return;
  }
}

async function resealRow(
  client: pg.ClientBase,
  sealer: Sealer,
  { table, column, key, context }: SealedColumn,
  row: SealedRow,
): Promise<'kept' | 'resealed' | 'lost'> {
  let value: Buffer | undefined;
  try {
    value = sealer.reseal(row.value, context(row.key));
  } catch {
    return 'lost';
  }
  if (!value) return 'kept';
  const at = key.map((name, index) => `${quoted(name)} = $${index + 3}`).join(' and ');
  const { rowCount } = await client.query(
    `update public.${quoted(table)} set ${quoted(column)} = $1 where ${quoted(column)} = $2 and ${at}`,
    [value, row.value, ...key.map((name) => row.key[name])],
  );
  return rowCount ? 'resealed' : 'kept';
}

const quoted = (name: string) => pg.escapeIdentifier(name);
