import { lookup } from 'node:dns/promises';
import { startTestApp } from '@tickets/testkit/worlds/app';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { openFront } from './front.ts';

test('localhost is answered at all its addresses, during the start and after it', async () => {
  await using app = await startTestApp();
  const { log, storage } = app.ctx;
  const front = await openFront({
    host: 'localhost',
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
