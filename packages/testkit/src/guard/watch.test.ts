import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../database/database.ts';
import { readServerErrors } from './server-log.ts';
import { allowDatabaseError, allowWarning, beginTest, takeOffences, watchedLog } from './watch.ts';

const failing = sql`select 1 / 0 from generate_series(1, 1)`;

test('an error in the database that a test swallowed is told with its statement', async () => {
  await using database = await createTestDatabase();
  await failing.execute(database.db).catch(() => undefined); // swallowed, as code may do
  const offences = takeOffences();
  expect(offences).toHaveLength(1);
  expect(offences[0]).toMatch(
    /ERROR 22012: division by zero[\s\S]*STATEMENT: select 1 \/ 0 from generate_series/,
  );
});

test('and one that a function caught is none', async () => {
  await using database = await createTestDatabase();
  await sql`do $$ begin perform 1 / 0; exception when division_by_zero then end $$`.execute(database.db);
  expect(takeOffences()).toEqual([]);
});

test('what a test allows is no offence, and one after it may not do the same', async () => {
  await using database = await createTestDatabase();
  beginTest();
  allowDatabaseError(/22012: division by zero/);
  allowWarning(/nobody answers/);
  const break_both = async () => {
    await failing.execute(database.db).catch(() => undefined); // as above
    watchedLog().warn({ part: 'test' }, 'nobody answers');
  };
  await break_both();
  expect(takeOffences()).toEqual([]);
  beginTest();
  await break_both();
  expect(takeOffences()).toEqual([
    expect.stringContaining('division by zero'),
    expect.stringContaining('nobody answers'),
  ]);
});

test('lines of processes that log at the same time are told apart', () => {
  const log = [
    '2026-11-26 12:00:00.000 UTC [11] [a 23505 tickets] ERROR:  duplicate key',
    '2026-11-26 12:00:00.000 UTC [11] [a 23505 tickets] DETAIL:  Key (id)=(1) already exists.',
    '2026-11-26 12:00:00.001 UTC [12] [b 42P01 tickets] ERROR:  no such table',
    '2026-11-26 12:00:00.001 UTC [11] [a 23505 tickets] STATEMENT:  insert',
    '\tinto x',
    '2026-11-26 12:00:00.002 UTC [9] LOG:  checkpoint starting',
    '2026-11-26 12:00:00.003 UTC [13] [c 57P01 tickets] FATAL:  terminating connection',
    '',
  ].join('\n');
  expect(readServerErrors(log)).toMatchObject([
    { database: 'a', state: '23505', notes: { STATEMENT: 'insert\ninto x' } },
    { database: 'b', state: '42P01', message: 'no such table', notes: {} },
  ]);
});
