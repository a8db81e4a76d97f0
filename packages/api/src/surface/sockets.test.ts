import { once } from 'node:events';
import { liveSockets } from '@tickets/contract/tickets/live';
import { buildGuild, buildTicket, randomId } from '@tickets/testkit/data/factories';
import { type Surface, startSurface } from '@tickets/testkit/surface/world';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';

let surface: Surface;
beforeAll(async () => {
  surface = await startSurface();
});
afterAll(() => surface[Symbol.asyncDispose]());

/** Returns how the live socket at an address ends for a person: with its last frame, its code and its reason. */
async function endOf(path: string, params: Record<string, string | number>, who: string) {
  const address = path.replace(/:(\w+)/g, (_, key: string) => String(params[key]));
  const socket = new WebSocket(surface.app.url.replace('http', 'ws') + address, {
    origin: 'http://dashboard.test',
  });
  const frames: unknown[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  socket.on('open', () => socket.send(JSON.stringify({ type: 'auth', data: { token: who } })));
  const [code, reason] = await once(socket, 'close');
  return { frames, code, reason: String(reason) };
}

describe.each(Object.values(liveSockets).map(({ path }) => path))('the live socket %s', (path) => {
  test('lets no one in whose token is not ours', async () => {
    const { guild_id, ticket_id, token } = surface;
    for (const wrong of ['', 'garbage', `${token.admin.slice(0, -1)}!`]) {
      const end = await endOf(path, { guild_id, ticket_id }, wrong);
      expect(end).toEqual({ frames: [{ error: 'Invalid token' }], code: 1008, reason: 'Invalid token' });
    }
  });

  test('ends for a stranger exactly as if there were no such server and no such ticket', async () => {
    const { guild_id, ticket_id, token } = surface;
    const there = await endOf(path, { guild_id, ticket_id }, token.stranger);
    expect(there).toMatchObject({ frames: [{ error: expect.any(String) }], code: 1008 });
    expect(await endOf(path, { guild_id, ticket_id: 2_000_000 }, token.stranger)).toEqual(there);
    expect(await endOf(path, { guild_id: randomId(), ticket_id }, token.stranger)).toEqual(there);
  });

  test('tells a member without a level nothing about which tickets there are', async () => {
    const { guild_id, ticket_id, token } = surface;
    const there = await endOf(path, { guild_id, ticket_id }, token.nobody);
    expect(there.frames).toEqual([{ error: expect.stringMatching(/^You do not have permission/) }]);
    expect(await endOf(path, { guild_id, ticket_id: 2_000_000 }, token.nobody)).toEqual(there);
  });
});

test('the live socket of a ticket knows no ticket of another server', async () => {
  const { app, guild_id, token } = surface;
  const other = await buildGuild(app.ctx);
  const foreign = await buildTicket(app.ctx, { guild_id: other.guild_id, ticket_id: 8_000 });
  for (const ticket_id of [foreign.ticket_id, 2_000_000]) {
    const { frames } = await endOf(liveSockets.ticket.path, { guild_id, ticket_id }, token.admin);
    expect(frames).toEqual([{ error: 'Ticket not found' }]);
  }
});
