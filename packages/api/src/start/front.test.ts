import { lookup } from 'node:dns/promises';
import { liveSockets } from '@tickets/contract/tickets/live';
import { startTestApp, type TestApp } from '@tickets/testkit/worlds/app';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { isLiveHandshake } from '../http/upgrades.ts';
import { openFront } from './front.ts';

async function open(app: TestApp, host: string) {
  const { log, storage } = app.ctx;
  const front = await openFront({
    host,
    port: 0,
    backlog: 16,
    version: '1',
    log,
    storage,
    metrics_access: {},
    connections: {},
    trusted_proxies: [],
  });
  onTestFinished(front.close);
  return front;
}

test('a live socket is refused at once during the start, and let in on the same address after it', async () => {
  await using app = await startTestApp();
  const front = await open(app, '127.0.0.1');
  const dial = async () => {
    const { path } = liveSockets.list;
    const socket = new WebSocket(`ws://127.0.0.1:${front.port}${path.replace(/:\w+/, '1')}`);
    const how = await new Promise((tell) => {
      socket.on('open', () => tell('open'));
      socket.on('error', ({ message }) => tell(message));
      setTimeout(() => tell('nothing'), 2_000).unref();
    });
    socket.terminate();
    return how;
  };
  expect(await dial()).toBe('Unexpected server response: 503');
  const next = fastify({ http: { shouldUpgradeCallback: isLiveHandshake } });
  const sockets = new WebSocketServer({ noServer: true });
  next.server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, () => undefined),
  );
  await front.takeOver(next);
  expect(await dial()).toBe('open');
  await next.close();
});

test('localhost is answered at all its addresses, during the start and after it', async () => {
  await using app = await startTestApp();
  const front = await open(app, 'localhost');
  const hosts = (await lookup('localhost', { all: true })).map(({ address, family }) =>
    family === 6 ? `[${address}]` : address,
  );
  const statuses = () =>
    Promise.all(hosts.map(async (host) => (await fetch(`http://${host}:${front.port}/ip`)).status));
  expect(await statuses()).toEqual(hosts.map(() => 503));
  const next = fastify();
  next.get('/ip', () => 'here');
  await front.takeOver(next);
  expect(await statuses()).toEqual(hosts.map(() => 200));
  await next.close();
});
