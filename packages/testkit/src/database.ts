import { randomBytes } from 'node:crypto';
import { createDb, createPool, type Db } from '@tickets/core/platform/db/db';
import { databaseNamed, withClient } from '@tickets/core/platform/db/embedded/connection';
import { inject } from 'vitest';

export interface TestDatabase extends AsyncDisposable {
  url: string;
  db: Db;
  /** Closes `db` and removes the database; connections that a test forgot are cut. */
  drop(): Promise<void>;
}

/** A migrated, empty database of one's own, in about 50 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await testServer();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await withClient(server.url, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${server.template}`),
  );
  const url = databaseNamed(server.url, name);
  const db = createDb(createPool(url, { max: 5 }));
  let dropped: Promise<void> | undefined;
  async function dropOnce() {
    await db.destroy();
    await withClient(server.url, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  }
  const drop = () => {
    dropped ??= dropOnce();
    return dropped;
  };
  return { url, db, drop, [Symbol.asyncDispose]: drop };
}

async function testServer(): Promise<{ url: string; template: string }> {
  const response = await fetch(inject('testServerBroker'));
  if (!response.ok) throw new Error(`The test database did not start: ${await response.text()}`);
  return (await response.json()) as { url: string; template: string }; // Written by global-setup.ts.
}
