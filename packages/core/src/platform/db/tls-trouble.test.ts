import { once } from 'node:events';
import { createServer } from 'node:net';
import { TLSSocket } from 'node:tls';
import { createTestDatabase } from '@tickets/testkit/database/database';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { tlsTrouble } from './tls-trouble.ts';

/** Of a server called database.test, signed by itself. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgo1f6chnyFaeix8HV
vvYGbwYjemN31bVx9PZQ5vXmoZWhRANCAAQLsmukyMLUhW6ER9QONrTT4scSt4Lk
hnASI/oo1MA6byMKfuHxvZxxf/+QCSIaw21rhcHHLHQYPiWkVcmxVb01
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBhjCCAS2gAwIBAgIUZPFsXfqO9Y+8CEHWcnT/p/0ZAf8wCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNZGF0YWJhc2UudGVzdDAgFw0yNjExMzAxMTQ1MDhaGA8yMTI2
MTEwNjExNDUwOFowGDEWMBQGA1UEAwwNZGF0YWJhc2UudGVzdDBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABAuya6TIwtSFboRH1A42tNPixxK3guSGcBIj+ijUwDpv
Iwp+4fG9nHF//5AJIhrDbWuFwccsdBg+JaRVybFVvTWjUzBRMB0GA1UdDgQWBBQ7
TQmIxIX3o7YW6PxgF/Y0xSm/1jAfBgNVHSMEGDAWgBQ7TQmIxIX3o7YW6PxgF/Y0
xSm/1jAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCIB5PoLLyr/wj
FPUPTn1rN6Kx8KZozD4+9Si5zyVlxHq3AiAqfyAO7AEgiG9oPUgGqAaWM0lA8a+r
POES/HF71NZ8Mg==
-----END CERTIFICATE-----`;

/** As much of a PostgreSQL server as it takes to begin an encrypted connection. */
async function encryptedServer(): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined); // the client hangs up
    socket.once('data', () => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, key, cert }).on('error', () => undefined); // as above
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as { port: number }).port; // It listens on TCP.
}

const connect = async (connectionString: string) => {
  try {
    const client = new pg.Client({ connectionString });
    client.on('error', () => undefined); // told by connect(), too
    await client.connect();
    await client.end();
  } catch (error) {
    return tlsTrouble(error)?.text;
  }
  return undefined;
};

test('a certificate that nobody known has signed is named, and how to trust it', async () => {
  const port = await encryptedServer();
  expect(await connect(`postgresql://tickets@127.0.0.1:${port}/tickets?sslmode=verify-full`)).toMatch(
    /^The certificate of the database is not trusted: .*self.signed/,
  );
});

test('a server that takes no encrypted connections is told as such', async () => {
  await using database = await createTestDatabase();
  expect(await connect(`${database.url}${database.url.includes('?') ? '&' : '?'}sslmode=verify-full`)).toBe(
    'The database takes no encrypted connections',
  );
});

test('a file that the address of the database names and that is missing is named', async () => {
  expect(await connect('postgresql://tickets@127.0.0.1/tickets?sslrootcert=/no/such.crt')).toBe(
    'A file that DATABASE_URL names cannot be read: /no/such.crt (ENOENT)',
  );
});
