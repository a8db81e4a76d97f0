import { createTestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { effects } from './effects.ts';

const names = effects.map(({ name }) => name);

test('what the database notes by itself is followed by the program', async () => {
  await using world = await createTestContext();
  const { rows } = await sql<{ kind: string }>`
    select distinct m[1] as kind
    from pg_proc, regexp_matches(prosrc, 'want_effect\\([^,]+, ''([a-z_.]+)''', 'g') as m`.execute(
    world.ctx.db,
  );
  expect(rows.length).toBeGreaterThan(5);
  for (const { kind } of rows) expect(names).toContain(kind);
});

test('no two kinds have the same name', () => {
  expect(new Set(names).size).toBe(names.length);
});
