import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { stage } from '../testing.ts';
import type { SimApplication } from '../world/entities.ts';

/** An application that is called at an address of its own, as careful about signatures as it is told to be. */
async function application(app: SimApplication, options: { checks: boolean }) {
  const heard: { type: number }[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (options.checks && !isSigned(app, request, body)) return response.writeHead(401).end();
    const message = JSON.parse(body);
    heard.push(message);
    const answer = message.type === 1 ? { type: 1 } : { type: 4, data: { content: 'by address' } };
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}/interactions`,
    heard,
    [Symbol.asyncDispose]: () => new Promise<void>((done) => server.close(() => done())),
  };
}

function isSigned(app: SimApplication, request: IncomingMessage, body: string): boolean {
  const prefix = Buffer.from('302a300506032b6570032100', 'hex');
  const der = Buffer.concat([prefix, Buffer.from(app.verify_key, 'hex')]);
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  const signature = Buffer.from(String(request.headers['x-signature-ed25519']), 'hex');
  return verify(null, Buffer.from(`${request.headers['x-signature-timestamp']}${body}`), key, signature);
}

describe('an application with an address for interactions', () => {
  it('is called there, signed, and its answer counts', async () => {
    await using on = await stage();
    await using called = await application(on.app, { checks: true });
    const set = await on.fetch('PATCH', '/applications/@me', {
      body: { interactions_endpoint_url: called.url },
    });
    expect(set.status).toBe(200);
    const command = on.sim.world.commands.put({
      id: on.sim.world.newId(),
      application_id: on.app.id,
      type: 1,
      name: 'ping',
      description: 'd',
      version: '1',
      default_member_permissions: null,
    });
    const run = on.sim.world.createInteraction({
      kind: 'command',
      user_id: on.owner.id,
      channel_id: on.channel.id,
      command_id: command.id,
    });
    await vi.waitFor(() => expect(on.sim.world.interactions.get(run.id)?.state).toBe('answered'));
    expect(on.sim.world.messages.in('channel', on.channel.id).map((row) => row.content)).toEqual([
      'by address',
    ]);
    expect(called.heard.map(({ type }) => type)).toEqual([1, 2]);
  });

  it('is refused an address that takes forged signatures, or that nobody answers', async () => {
    await using on = await stage();
    await using careless = await application(on.app, { checks: false });
    for (const url of [careless.url, 'http://127.0.0.1:1/']) {
      const answer = await on.fetch('PATCH', '/applications/@me', {
        body: { interactions_endpoint_url: url },
      });
      expect(answer).toMatchObject({ status: 400, body: { code: 50035 } });
    }
  });
});
