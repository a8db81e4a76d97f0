import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import websocket from '@fastify/websocket';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { installUpgrades, isHandshakeFor, isUpgrade } from './upgrades.ts';

const WITHIN_MS = 300;

async function serve() {
  const app = fastify({
    forceCloseConnections: true,
    http: { shouldUpgradeCallback: isHandshakeFor(['/live/:of']) },
  });
  onTestFinished(() => app.close());
  const becameLive = installUpgrades(app, WITHIN_MS);
  await app.register(websocket);
  app.websocketServer.on('connection', (_socket, request) => becameLive(request));
  app.register(async (scope) => {
    scope.addHook('onRequest', async ({ url }, reply) => {
      if (url === '/live/refused') return reply.code(403).send();
    });
    scope.get('/live/:of', { websocket: true }, (socket) => {
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
  ['GET', '/none', 404],
  ['GET', '/live', 404],
  ['GET', '/live/1/2', 404],
  ['GET', '/asks', 200],
  ['GET', `/live/1?${'a&'.repeat(300)}`, 404],
  ['GET', '/%ff', 400],
  ['HEAD', '/live/1', 404],
  ['PUT', '/taken', 200],
  ...['OPTIONS', 'PUT', 'PATCH', 'DELETE', 'POST'].map((method): [string, string, number] => [
    method,
    '/live/1',
    404,
  ]),
])(
  'a handshake by %s of %s, where no live socket is, is a request like others',
  async (method, path, status) => {
    const { say } = await serve();
    const heard = await say(handshake(method, path).replace('Upgrade', 'Upgrade, close'));
    expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    if (path === '/asks') expect(heard).toContain('"is_upgrade":false');
  },
);

test('a handshake that is refused ends its connection', async () => {
  const { say } = await serve();
  expect(await say(handshake('GET', '/live/refused'))).toMatch(/^HTTP\/1.1 403 /);
});

test('one that is answered by nobody ends its connection, too', async () => {
  const { say } = await serve();
  expect(await say(handshake('GET', '/live/%ff'))).toMatch(/^HTTP\/1.1 400 |^$/);
});

test('one that becomes a live socket stays', async () => {
  const { port } = await serve();
  const socket = new WebSocket(`ws://127.0.0.1:${port}/live/1`);
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
