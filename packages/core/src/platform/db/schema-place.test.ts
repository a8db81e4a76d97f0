import { createTestDatabase, emptyTestDatabase } from '@tickets/testkit/database/database';
import { databaseGuest } from '@tickets/testkit/database/database-guest';
import { expect, test } from 'vitest';
import { createPool } from './db.ts';
import { withClient } from './embedded/connection.ts';
import { migrate, whatIsPending } from './migrate.ts';

const schemasOfTables = async (url: string) => {
  const { rows } = await withClient(url, (client) =>
    client.query<{ name: string }>(
      `select distinct schemaname as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema', 'graphile_worker') order by 1`,
    ),
  );
  return rows.map(({ name }) => name);
};

test('tables are made in public, also where there is a schema that is called like the user', async () => {
  await using database = await emptyTestDatabase();
  await using guest = await databaseGuest(database.url);
  const name = new URL(database.url).pathname.slice(1);
  await guest.admin(
    `create schema ${guest.name} authorization ${guest.name};
     grant connect, create on database ${name} to ${guest.name}; grant all on schema public to ${guest.name}`,
  );
  await migrate(guest.url);
  expect(await schemasOfTables(guest.url)).toEqual(['public']);
});

test('an installation that an earlier version made in another schema is found, and starts when what is said has been done', async () => {
  await using database = await emptyTestDatabase();
  await migrate(database.url);
  const administer = (sql: string) => withClient(database.url, (client) => client.query(sql));
  await administer('alter schema public rename to "Support"; create schema public');
  const said = await withClient(database.url, whatIsPending).catch((error: Error) => error.message);
  expect(said).toContain('are in the schema Support');
  await expect(migrate(database.url)).rejects.toThrow(String(said));
  expect(await schemasOfTables(database.url)).toEqual(['Support']);
  await administer(String(said).slice(String(said).indexOf('alter schema')));
  expect(await migrate(database.url)).toEqual([]);
});

test("a database whose schema public is another program's is refused in words", async () => {
  await using database = await emptyTestDatabase();
  await withClient(database.url, (client) =>
    client.query('create table schema_migrations (version text primary key)'),
  );
  await expect(migrate(database.url)).rejects.toThrow(
    'Another program keeps its tables in the schema public',
  );
  const own =
    'create schema own; create table own.schema_migrations (); create table own.guilds (); create table own.tickets ();';
  await withClient(database.url, (client) =>
    client.query(`${own} create table own.ticket_messages (); create table own.effects ()`),
  );
  await expect(migrate(database.url)).rejects.toThrow('are in the schema own');
});

test('a session is as the program needs it, whatever the database has by default', async () => {
  await using database = await createTestDatabase();
  const name = new URL(database.url).pathname.slice(1);
  const settings = { timezone: 'Asia/Tokyo', datestyle: 'SQL, DMY', search_path: 'pg_temp' };
  for (const [setting, value] of Object.entries(settings))
    await withClient(database.url, (client) =>
      client.query(`alter database ${name} set ${setting} = '${value}'`),
    );
  const pool = createPool(database.url, { max: 1 });
  try {
    const { rows } =
      await pool.query(`select '2026-03-04T05:06:07Z'::timestamptz as at, current_schema() as schema,
      '2026-03-04T20:00:00Z'::timestamptz::date::text as day`);
    expect(rows).toEqual([{ at: new Date('2026-03-04T05:06:07Z'), schema: 'public', day: '2026-03-04' }]);
  } finally {
    await pool.end();
    for (const setting of Object.keys(settings))
      await withClient(database.url, (client) => client.query(`alter database ${name} reset ${setting}`));
  }
});
