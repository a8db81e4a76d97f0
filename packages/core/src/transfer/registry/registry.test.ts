import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExportedTable } from './entry.ts';
import { registry } from './registry.ts';

let context: TestContext;
/** `table.column`, as the database has them. */
let columns: string[];
beforeAll(async () => {
  context = await createTestContext();
  const { rows } = await sql<{ name: string }>`
    select c.relname || '.' || a.attname as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped`.execute(
    context.ctx.db,
  );
  columns = rows.map(({ name }) => name).sort();
});
afterAll(() => context.close());

const exported: [string, ExportedTable][] = Object.entries({
  ...registry.setup,
  ...registry.names,
  ...registry.tickets,
});
const named = exported.flatMap(([table, { columns, left_out = {} }]) =>
  [...Object.keys(columns), ...Object.keys(left_out).flatMap((names) => names.split(' '))].map(
    (column) => `${table}.${column}`,
  ),
);
const tableOf = (name: string) => name.split('.')[0] ?? '';

test('every column of the database is in an archive, or is left out with a reason', () => {
  const others = columns.filter((name) => !(tableOf(name) in registry.left_out));
  expect([...named].sort()).toEqual(others);
});

test('no table is named twice, and none that is not there', () => {
  const tables = new Set(columns.map(tableOf));
  const all = [...exported.map(([table]) => table), ...Object.keys(registry.left_out)];
  expect(all.filter((table) => !tables.has(table))).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
});

test('whatever is left out says why', () => {
  const reasons = [
    ...Object.values(registry.left_out),
    ...exported.flatMap(([, { left_out = {} }]) => Object.values(left_out)),
  ];
  expect(reasons.filter((reason) => reason.length < 8)).toEqual([]);
});

test('nothing that is secret goes into an archive', () => {
  const secret = /token|secret|session|webhook_url|hash$|password|key$/;
  expect(named.filter((name) => secret.test(name))).toEqual(['tickets.webhook_token']);
});

test('the guide names every file of an archive, and every field of its lines', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../../docs/data-format.md'), 'utf8');
  const missing = exported.flatMap(([table, { columns }]) => {
    const line = guide.split('\n').find((one) => one.includes(`| \`${table}.jsonl\` |`)) ?? '';
    return Object.keys(columns)
      .filter((column) => !line.includes(`\`${column}\``))
      .map((column) => `${table}.${column}`);
  });
  expect(missing).toEqual([]);
});
