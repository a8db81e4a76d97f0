import { type AddressInfo, connect } from 'node:net';
import fastify, { type FastifyReply } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { installBodyRoom } from './body-room.ts';

test('a longer body whose sender has gone before it is looked at takes no room', async () => {
  const waiting: { reply: FastifyReply; goOn: () => void }[] = [];
  const app = fastify({ trustProxy: true });
  // Stands for asking the database who calls.
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (request.headers['x-waits']) waiting.push({ reply, goOn: done });
    else done();
  });
  installBodyRoom(app);
  app.post('/', async () => 'taken');
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo; // It listens on TCP.
  for (let count = 0; count < 9; count += 1) {
    const sender = connect(port, '127.0.0.1');
    sender.write(
      'POST / HTTP/1.1\r\nhost: x\r\nx-waits: 1\r\nx-forwarded-for: 192.0.2.1\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n"',
    );
    await vi.waitFor(() => expect(waiting).toHaveLength(count + 1));
    sender.destroy();
    const { reply, goOn } = waiting[count]!; // it came
    await vi.waitFor(() => expect(reply.raw.closed).toBe(true));
    goOn();
  }
  const next = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1' },
    body: JSON.stringify('x'.repeat(900_000)),
  });
  expect(await next.text()).toBe('taken');
});
