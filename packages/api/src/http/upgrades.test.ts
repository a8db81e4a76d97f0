import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import websocket from '@fastify/websocket';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { installUpgrades, isUpgrade } from './upgrades.ts';

const WITHIN_MS = 300;

async function serve() {
  const app = fastify({ forceCloseConnections: true });
  onTestFinished(() => app.close());
  const becameLive = installUpgrades(app, WITHIN_MS);
  await app.register(websocket);
  app.websocketServer.on('connection', (_socket, request) => becameLive(request));
  app.register(async (scope) => {
    scope.get('/live', { websocket: true }, (socket) => {
      socket.on('message', (said) => socket.send(String(said)));
    });
    scope.get('/asks', async (request) => ({ is_upgrade: isUpgrade(request) }));
    scope.put('/taken', async () => 'taken');
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo; // It listens on TCP.
  /** What is said to it until its connection is closed. */
  const say = (words: string) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(words));
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    return text(socket).catch(() => '');
  };
  return { port, say };
}

const handshake = (method: string, path: string) =>
  `${method} ${path} HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n` +
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

test.each([
  ['GET', '/none'],
  ['GET', '/%ff'],
  ...['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'POST'].flatMap((method) =>
    ['/live', '/none', '/%ff', '/taken'].map((path): [string, string] => [method, path]),
  ),
])('a handshake by %s of %s that becomes no live socket ends', async (method, path) => {
  const { say } = await serve();
  expect(await say(handshake(method, path))).toMatch(/^HTTP\/1.1 [45]\d\d /);
});

test('one that becomes a live socket stays', async () => {
  const { port } = await serve();
  const socket = new WebSocket(`ws://127.0.0.1:${port}/live`);
  await once(socket, 'open');
  await sleep(2 * WITHIN_MS);
  socket.send('still here');
  expect(String((await once(socket, 'message'))[0])).toBe('still here');
  socket.close();
});

test('a header by itself takes no connection out of HTTP', async () => {
  const { say } = await serve();
  const asks = 'GET /asks HTTP/1.1\r\nhost: x\r\nupgrade: x\r\n';
  expect(await say(`${asks}\r\n${asks}connection: close\r\n\r\n`)).toMatch(
    /is_upgrade":false[\s\S]*is_upgrade":false/,
  );
});
