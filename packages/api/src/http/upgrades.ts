import type { IncomingMessage } from 'node:http';
import { liveSockets } from '@tickets/contract/tickets/live';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hasTooManyParts } from './addresses.ts';

/**
 * For Node.js: whether a request leaves HTTP, as handshakes for these paths do. For all others, whatever they say of it, they are
 * requests like any: the library would make a socket of each before it closed it.
 */
export function isHandshakeFor(paths: readonly string[]): (request: IncomingMessage) => boolean {
  const patterns = paths.map((path) => new RegExp(`^${path.replace(/:\w+/g, '[^/?]+')}(\\?|$)`));
  return ({ method, url = '', headers }) =>
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    patterns.some((pattern) => pattern.test(url)) &&
    !hasTooManyParts(url);
}

/** For the live sockets of the dashboard. */
export const isLiveHandshake = isHandshakeFor(Object.values(liveSockets).map(({ path }) => path));

const upgrades = new WeakSet<IncomingMessage>();

/** Whether a request took its connection out of HTTP. A header that says so by itself does not. */
export const isUpgrade = ({ raw }: Pick<FastifyRequest, 'raw'>): boolean => upgrades.has(raw);

const ANSWERED_MS = 10_000;

/**
 * Closes connections that asked to become live sockets and did not, which Node.js leaves open: after their answer, or after a
 * while, because no hook runs for some answers. Install it before whatever takes upgrades. Call what it returns for each request
 * that became a socket.
 */
export function installUpgrades(
  app: FastifyInstance,
  within_ms = ANSWERED_MS,
): (request: IncomingMessage) => void {
  const waiting = new WeakMap<IncomingMessage, NodeJS.Timeout>();
  const settle = (request: IncomingMessage) => clearTimeout(waiting.get(request));
  app.server.prependListener('upgrade', (request) => {
    upgrades.add(request);
    waiting.set(request, setTimeout(() => request.socket.destroy(), within_ms).unref());
    request.socket.once('close', () => settle(request));
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (isUpgrade(request)) reply.raw.once('finish', () => request.raw.socket.destroySoon());
    done();
  });
  return settle;
}
