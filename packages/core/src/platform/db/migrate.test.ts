import { once } from 'node:events';
import { createServer, connect as dial, type Socket } from 'node:net';
import { createTestDatabase, emptyTestDatabase } from '@tickets/testkit/database/database';
import { gateTo } from '@tickets/testkit/database/database-gate';
import { expect, test, vi } from 'vitest';
import { CommitUnanswered, migrate, newestMigration } from './migrate.ts';

const GOODBYE = Buffer.from([0x58, 0, 0, 0, 4]); // Terminate, as PostgreSQL's clients send it.

/** What a server says to a connection that is still open when it stops: ErrorResponse, severity FATAL, code 57P01. */
function stopping(): Buffer {
  const fields = ['SFATAL', 'VFATAL', 'C57P01', 'Mterminating connection due to administrator command', ''];
  const body = Buffer.from(fields.map((field) => `${field}\0`).join(''));
  const head = Buffer.alloc(5, 'E');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

test('a database that stops in the moment in which a migration lets go of it breaks nothing', async () => {
  await using database = await createTestDatabase();
  const to = new URL(database.url);
  const host = to.searchParams.get('host') ?? to.hostname;
  const port = Number(to.port || 5432);
  const told: Socket[] = [];
  const gate = createServer((client) => {
    const server = host.startsWith('/') ? dial(`${host}/.s.PGSQL.${port}`) : dial(port, host);
    server.pipe(client);
    client.on('data', (bytes: Buffer) => {
      if (!bytes.equals(GOODBYE)) return server.write(bytes);
      told.push(client);
      server.unpipe(client);
      client.end(stopping());
      return server.end(bytes);
    });
    for (const socket of [client, server]) socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(gate, 'listening');
  const address = gate.address();
  if (!address || typeof address === 'string') throw new Error('the gate has no port');
  const uncaught = vi.fn();
  process.once('uncaughtException', uncaught);

  const through = new URL(database.url);
  through.searchParams.delete('host');
  through.hostname = '127.0.0.1';
  through.port = String(address.port);
  expect(await migrate(through.href)).toEqual([]);

  await vi.waitFor(() => expect(told.every((socket) => socket.closed)).toBe(true));
  expect(told).toHaveLength(2);
  expect(uncaught).not.toHaveBeenCalled();
  process.removeListener('uncaughtException', uncaught);
  gate.close();
});

test('where the connection breaks before the database says whether an upgrade stays, that is not told as taken back', async () => {
  await using database = await emptyTestDatabase();
  await migrate(database.url, { to: newestMigration() - 1 });
  await using gate = await gateTo(database.url);
  gate.loseAnswerTo('commit\0');
  await expect(migrate(gate.url)).rejects.toThrow(CommitUnanswered);
  expect(await migrate(database.url)).toEqual([]);
});
