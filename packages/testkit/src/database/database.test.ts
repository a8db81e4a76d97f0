import { withClient } from '@tickets/core/platform/db/embedded/connection';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';

const names = async (url: string) => {
  const { rows } = await withClient(url, (client) =>
    client.query<{ datname: string }>('SELECT datname FROM pg_database'),
  );
  return rows.map((row) => row.datname);
};

test('databases that are made at the same time are migrated and do not see each other', async () => {
  const databases = await Promise.all(Array.from({ length: 5 }, () => createTestDatabase()));
  expect(new Set(databases.map(({ url }) => url)).size).toBe(5);
  for (const { db, url } of databases) {
    const applied = await db.selectFrom('schema_migrations').select('version').execute();
    expect(applied.length).toBeGreaterThan(0);
    await withClient(url, (client) => client.query('CREATE TABLE mine ()'));
  }
  await Promise.all(databases.map((database) => database.drop()));
});

test('the database of a test that is over is as new for the next one, whatever was left in it', async () => {
  const first = await createTestDatabase();
  const numbers = await nextNumbers(first);
  await first.db.insertInto('bot_staff').values({ user_id: '1' }).execute();
  await sql`set search_path to nowhere`.execute(first.db);
  const forgotten = new pg.Client(first.url);
  forgotten.on('error', () => undefined);
  const cut = new Promise<void>((resolve) => forgotten.on('end', resolve));
  await forgotten.connect();
  await forgotten.query('begin; lock table bot_staff');
  await first.drop();
  await first.drop();
  await cut;
  await expect(nextNumbers(first)).rejects.toThrow('destroyed');

  await using next = await createTestDatabase();
  expect(next.url).toBe(first.url);
  expect(await next.db.selectFrom('bot_staff').selectAll().execute()).toEqual([]);
  expect(await nextNumbers(next)).toEqual(numbers);
});

test.each([
  'create table mine ()',
  'alter table bot_staff add column since date',
  'alter table bot_staff rename to elsewhere',
  'alter table panels alter column title drop not null',
  'create function mine() returns trigger language plpgsql as $$ begin return null; end $$',
  'drop index tickets_live',
  "update schema_migrations set checksum = 'another'",
])('a database whose schema a test changed is removed: %s', async (change) => {
  await using other = await createTestDatabase();
  const database = await createTestDatabase();
  const name = new URL(database.url).pathname.slice(1);
  expect(await names(other.url)).toContain(name);
  await withClient(database.url, (client) => client.query(change));
  await database.drop();
  expect(await names(other.url)).not.toContain(name);
});

test('a connection that broke meanwhile keeps no database from being given up', async () => {
  const database = await createTestDatabase();
  await sql`select`.execute(database.db);
  await withClient(database.url, (client) =>
    client.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`),
  );
  await sql`select`.execute(database.db);
  await database.drop();
});

/** What the next rows of all tables are numbered. */
async function nextNumbers({ db }: TestDatabase) {
  const { rows } = await sql`
    select seqrelid::regclass::text as sequence, nextval(seqrelid) as number from pg_sequence
    order by seqrelid`.execute(db);
  expect(rows.length).toBeGreaterThan(1);
  return rows;
}
