import { randomBytes } from 'node:crypto';
import { withClient } from '@tickets/core/platform/db/embedded/connection';

export interface DatabaseGuest extends AsyncDisposable {
  name: string;
  /** The same database, as this user reaches it. */
  url: string;
  /** Asks as the user who owns the database. */
  admin(sql: string): ReturnType<typeof ask>;
}

const ask = (url: string, sql: string) => withClient(url, (client) => client.query(sql));

/** A user of a database who may do nothing in it yet. */
export async function databaseGuest(database_url: string): Promise<DatabaseGuest> {
  const name = `guest_${randomBytes(6).toString('hex')}`;
  const admin = (sql: string) => ask(database_url, sql);
  await admin(`create role ${name} login password 'guest'`);
  const url = new URL(database_url);
  Object.assign(url, { username: name, password: 'guest' });
  return {
    name,
    url: url.href,
    admin,
    // Roles are of the whole server, and stay when its database goes.
    async [Symbol.asyncDispose]() {
      await admin(`drop owned by ${name} cascade; drop role ${name}`);
    },
  };
}
