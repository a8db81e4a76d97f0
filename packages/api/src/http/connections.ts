import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '@tickets/core/platform/net/network';
import type { Logger } from 'pino';
import { hasTooManyParts } from './addresses.ts';
import { memoryLimits } from './gcra.ts';
import { refusalText, refuseAtOnce } from './refusals.ts';
import { countSmallPieces } from './small-pieces.ts';

export interface ConnectionLimits {
  /** Of this process, live sockets included. */
  max: number;
  /** Of one address; behind a trusted proxy, its requests under way and live sockets. */
  each_max: number;
  /** Requests and new connections of one address in a second; for a moment twice as many. */
  requests_each_max: number;
}

/** Files, the database and Discord need descriptors, too. */
const KEPT_DESCRIPTORS = 200;
const MOST = 16_000;
const EACH = 256;
const REQUESTS_EACH = 500;
const BURST_S = 2;
/**
 * How many requests of a connection are taken before the first is answered. Browsers and proxies send one at a time; the
 * rest are answered in one turn of the event loop, in which nobody else is.
 */
const PIPELINED_MAX = 4;
/** So many small pieces of a body count as a request: parsing them costs as much. */
const PIECES_A_REQUEST = 10 / 3;
/** Time to read why one is refused. */
const LAST_WORDS_MS = 500;
const TELL_EVERY_MS = 60_000;

/** As many as leave the process descriptors for everything else. */
export function usualLimits(): ConnectionLimits {
  return {
    max: Math.min(MOST, Math.max(64, openFilesMax() - KEPT_DESCRIPTORS)),
    each_max: EACH,
    requests_each_max: REQUESTS_EACH,
  };
}

function openFilesMax(): number {
  if (process.platform !== 'linux') return Number.POSITIVE_INFINITY;
  const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
}

export interface RequestBudget {
  /** Whether an address may make one more request now, which is counted. */
  mayAsk(address: string): boolean;
  /** Counts as so many requests what an address has cost already. */
  owe(address: string, requests: number): void;
}

export function requestBudget(requests_each_max: number): RequestBudget {
  const budget = memoryLimits();
  const limit = { max: requests_each_max * BURST_S, period_ms: BURST_S * 1000 };
  return {
    mayAsk: (address) => budget.take(address, limit, performance.now()).allowed,
    owe: (address, requests) => budget.owe(address, limit, requests, performance.now()),
  };
}

/** Refuses connections and requests above the limits, before they cost more than that. */
export function limitConnections(
  server: Server,
  { max, each_max, requests_each_max }: ConnectionLimits,
  { isProxy, log }: { isProxy: (address: string) => boolean; log: Pick<Logger, 'warn'> },
): void {
  const perAddress = new Map<string, { count: number; asking: Set<Socket> }>();
  let all = 0;
  const tell = atMostEvery(TELL_EVERY_MS);
  const budget = requestBudget(requests_each_max);
  /** The address that a connection is counted for; undefined for a proxy's, behind which there are many. */
  const countedFor = new WeakMap<Socket, string | undefined>();

  const [serve] = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const address = addressOf(socket);
    if (!mayAsk(socket)) return hangUp(socket);
    const own = perAddress.get(address) ?? { count: 0, asking: new Set() };
    const isFull = all >= max;
    if (isFull || (own.count >= each_max && countedFor.get(socket) !== undefined))
      return refuse(socket, { address, own: own.count, isFull });
    all += 1;
    perAddress.set(address, own);
    own.count += 1;
    own.asking.add(socket);
    socket.once('close', () => {
      all -= 1;
      own.count -= 1;
      own.asking.delete(socket);
      if (!own.count) perAddress.delete(address);
    });
    serve?.call(server, socket);
  });
  // Those who are being refused take descriptors, too; beyond them a connection is closed without a word.
  server.maxConnections = max + Math.floor(KEPT_DESCRIPTORS / 4);

  // Live sockets ask nothing more. What they send is counted on each of them.
  server.prependListener('upgrade', ({ socket }) => perAddress.get(addressOf(socket))?.asking.delete(socket));
  const waiting = new WeakMap<Socket, number>();
  const [answer] = server.listeners('request');
  server.removeAllListeners('request');
  const take =
    (answer: Answer | undefined): Answer =>
    (request, response) => {
      const { socket } = request;
      if (hasBody(request))
        countSmallPieces(request, response, {
          came: (pieces) => owe(socket, pieces / PIECES_A_REQUEST),
          tooMany: () => socket.destroy(),
        });
      // Node.js parses all that came together, also what came behind the request that ended the connection.
      if (!mayAsk(socket)) return hangUp(socket);
      if (socket.destroyed) return;
      const behind = waiting.get(socket) ?? 0;
      if (behind >= PIPELINED_MAX) return void socket.destroy();
      waiting.set(socket, behind + 1);
      response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
      // Node.js would refuse this itself, before it could be counted.
      if (request.httpVersion === '1.1' && request.headers.host === undefined)
        return void response.writeHead(400, { connection: 'close' }).end();
      if (hasTooManyParts(request.url ?? '')) return refuseAtOnce(response, 'request.address_invalid');
      answer?.call(server, request, response);
    };
  server.on('request', take(answer as Answer | undefined)); // Of a server of Node.js.
  server.on(
    'checkExpectation',
    take((_request, response) => void response.writeHead(417, { connection: 'close' }).end()),
  );

  function addressOf(socket: Socket): string {
    return countedFor.get(socket) ?? networkOf(socket.remoteAddress ?? '');
  }

  function mayAsk(socket: Socket): boolean {
    if (!countedFor.has(socket)) {
      const { remoteAddress = '' } = socket;
      countedFor.set(socket, isProxy(remoteAddress) ? undefined : networkOf(remoteAddress));
    }
    const address = countedFor.get(socket);
    return address === undefined || budget.mayAsk(address);
  }

  /** Counts what a connection has cost beside its requests. Beyond what is left for its address, all who could cost as much end. */
  function owe(socket: Socket, requests: number): void {
    const address = countedFor.get(socket);
    if (address === undefined) return;
    budget.owe(address, requests);
    if (!budget.mayAsk(address)) hangUp(socket);
  }

  /** Ends all connections of an address that could ask: each would cost what is in it before it is counted. */
  function hangUp(socket: Socket): void {
    const address = addressOf(socket);
    socket.destroy();
    for (const other of perAddress.get(address)?.asking ?? []) other.destroy();
    if (tell()) log.warn({ address, requests_each_max }, 'an address asks too much and is hung up on');
  }

  function refuse(socket: Socket, facts: { address: string; own: number; isFull: boolean }): void {
    socket.on('error', () => undefined);
    socket.end(refusalText('service.overloaded'));
    socket.resume();
    setTimeout(() => socket.destroy(), LAST_WORDS_MS).unref();
    if (tell()) log.warn({ ...facts, all, max, each_max }, 'connections are refused');
  }
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

function atMostEvery(ms: number): () => boolean {
  let at = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - at < ms) return false;
    at = performance.now();
    return true;
  };
}
