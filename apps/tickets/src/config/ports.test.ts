import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from './ports.ts';

async function occupy() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('a busy port moves on to the next free one', async () => {
  const busy = await occupy();
  expect(await freePort('127.0.0.1', busy)).toBeGreaterThan(busy);
});

test('a port that was given out already is not given out twice', async () => {
  const first = await freePort('127.0.0.1', 0);
  expect(await freePort('127.0.0.1', first, [first])).toBeGreaterThan(first);
});

test('port 0 is any free port', async () => {
  expect(await freePort('127.0.0.1', 0)).toBeGreaterThan(0);
});

test('a network address that this machine does not have is named', async () => {
  await expect(freePort('192.0.2.1', 0)).rejects.toThrow('no network address 192.0.2.1');
});
