import { withClient } from '@tickets/core/platform/db/embedded/connection';
import { expect, test } from 'vitest';
import { createTestDatabase } from './database.ts';

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

test('a dropped database is gone, also when somebody forgot a connection to it', async () => {
  await using other = await createTestDatabase();
  const database = await createTestDatabase();
  const name = new URL(database.url).pathname.slice(1);
  expect(await names(other.url)).toContain(name);
  await database.drop();
  await database.drop();
  expect(await names(other.url)).not.toContain(name);
});
