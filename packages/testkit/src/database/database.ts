import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createDb, createPool, type Db } from '@tickets/core/platform/db/db';
import { databaseNamed, withClient } from '@tickets/core/platform/db/embedded/connection';
import { StatementNames } from '@tickets/core/platform/db/prepared';
import type pg from 'pg';
import { inject } from 'vitest';
import { watchDatabase } from '../guard/watch.ts';
import { createCleaner, emptyDatabase } from './database-emptying.ts';
import type { TestServer } from './test-server.ts';

export interface TestDatabase extends AsyncDisposable {
  url: string;
  db: Db;
  /** Closes `db` and gives the database up; connections that a test forgot are cut. */
  drop(): Promise<void>;
}

interface Database {
  name: string;
  url: string;
  pool: pg.Pool;
  cleaner: pg.Pool;
}

/**
 * Making a database costs more than most tests, so that the next test, also of another file, gets the emptied one of
 * the last. They end with the server of the run.
 */
const emptied: Database[] = [];

/** A test finds prepared what those before it asked for. More than the program keeps: all tests ask here. */
const prepared = new StatementNames(1500);

/** A migrated, empty database of one's own. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await testServer();
  const database = emptied.pop() ?? (await make(server));
  const db = createDb(lent(database.pool), prepared);
  let dropped: Promise<void> | undefined;
  async function dropOnce() {
    await db.destroy();
    const { pool, cleaner } = database;
    if (server.empty && (await emptyDatabase(pool, cleaner, server.empty))) emptied.push(database);
    else await remove(database);
  }
  const drop = () => {
    dropped ??= dropOnce();
    return dropped;
  };
  return { url: database.url, db, drop, [Symbol.asyncDispose]: drop };
}

async function make(server: TestServer): Promise<Database> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  watchDatabase(name, server.log_file);
  await withClient(server.url, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${server.template}`),
  );
  const url = databaseNamed(server.url, name);
  return { name, url, pool: createPool(url, { max: 5 }), cleaner: createCleaner(url) };
}

async function remove({ name, pool, cleaner }: Database): Promise<void> {
  await Promise.all([pool.end(), cleaner.end()]);
  const server = await testServer();
  await withClient(server.url, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
}

/** The pool for one test: who ends it waits for what still runs on it, as with its own, and its connections stay. */
function lent(pool: pg.Pool): pg.Pool {
  async function end() {
    while (pool.idleCount < pool.totalCount || pool.waitingCount) await delay(1);
  }
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'end') return end;
      const value = Reflect.get(target, name, target);
      // On the pool itself, which counts its connections.
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

async function testServer(): Promise<TestServer> {
  const response = await fetch(inject('testServerBroker'));
  if (!response.ok) throw new Error(`The test database did not start: ${await response.text()}`);
  return (await response.json()) as TestServer; // Written by global-setup.ts.
}

/** A database without anything in it. */
export async function emptyTestDatabase(): Promise<{ url: string } & AsyncDisposable> {
  const server = await testServer();
  const name = `test_${randomBytes(8).toString('hex')}`;
  watchDatabase(name, server.log_file);
  await withClient(server.url, (client) => client.query(`CREATE DATABASE ${name}`));
  return {
    url: databaseNamed(server.url, name),
    async [Symbol.asyncDispose]() {
      await withClient(server.url, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}
