import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainColumns, registry } from './registry.ts';
import { mentioning } from './tickets.ts';

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

const words = (text: string) => text.split(' ').filter(Boolean);
const named = Object.entries(registry).flatMap(([table, { nothing, holds = {} }]) =>
  [...words(nothing), ...Object.keys(holds)].map((column) => `${table}.${column}`),
);

describe('the registry of personal data', () => {
  test('names every column of the database, each once', () => {
    expect([...named].sort()).toEqual(columns);
  });

  test('gives a reason for everything that stays, and for everything that no copy has', () => {
    const silent = Object.entries(registry).flatMap(([table, { holds = {} }]) =>
      Object.entries(holds).flatMap(([column, { erased, exported, because }]) =>
        (erased === 'stays' || exported === null) && !because ? [`${table}.${column}`] : [],
      ),
    );
    expect(silent).toEqual([]);
  });

  test('erases by itself only columns that are compared with an id', () => {
    expect(plainColumns().filter(({ held, erased }) => held !== 'id' || erased === 'stays')).toEqual([]);
  });

  test('looks for ids in words of others only where there are such columns', () => {
    const searched = Object.entries(mentioning).flatMap(([table, list]) =>
      list.map(({ column }) => `${table}.${column}`),
    );
    expect(searched.filter((name) => !columns.includes(name))).toEqual([]);
  });
});
