import { once } from 'node:events';
import { liveSockets } from '@tickets/contract/tickets/live';
import { buildSession } from '@tickets/testkit/data/factories';
import { assembleCast, type Cast, openerFor, openers } from '@tickets/testkit/permissions/cast';
import { type CallerName, callerNames, expectedOf } from '@tickets/testkit/permissions/declared';
import { serveApi } from '@tickets/testkit/worlds/app';
import { type BotWorld, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';

/** Every live socket by everyone, as the table of actions declares it. */

const who = ['nobody', ...callerNames] as const;
const sockets = Object.entries(liveSockets);

let w: BotWorld;
let cast: Cast;
let api: Awaited<ReturnType<typeof serveApi>>;
const ticketOf = new Map<string, number>();
beforeAll(async () => {
  w = await startBotWorld();
  api = await serveApi(w.ctx);
  cast = await assembleCast(w);
  for (const opener of openers) ticketOf.set(opener, (await cast.ticket({ opener })).ticket_id);
});
afterAll(async () => {
  await api.api.close();
  await w[Symbol.asyncDispose]();
});

describe.each(sockets)('the live socket of the %s', (_, { path, access }) => {
  test.each(who.map((name) => [name, expectedOf(name, { access }) === 'served'] as const))(
    '%s listens: %s',
    async (name, listens) => {
      if (name !== 'nobody') await cast.enter(name);
      expect({ who: name, listens: await hears(path, name) }).toEqual({ who: name, listens });
    },
  );
});

/** Whether they are let in; else the socket has to end as a refusal does, without a word about anything. */
async function hears(path: string, name: CallerName | 'nobody'): Promise<boolean> {
  const params: Record<string, string | number> = {
    guild_id: w.guild_id,
    ticket_id: ticketOf.get(openerFor(name)) ?? 0,
  };
  const address = path.replace(/:(\w+)/g, (_, key: string) => String(params[key]));
  const token = name === 'nobody' ? '' : await buildSession(w.ctx, cast.people[name].id);
  const socket = new WebSocket(api.url.replace('http', 'ws') + address, { origin: 'http://dashboard.test' });
  const ended = once(socket, 'close');
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'auth', data: { token } }));
  const [data] = await once(socket, 'message');
  const frame = JSON.parse(String(data));
  if (frame.type === 'authenticated') socket.terminate();
  const [code] = await ended;
  if (frame.type === 'authenticated') return true;
  expect([frame, code]).toEqual([{ error: expect.any(String) }, 1008]);
  return false;
}
