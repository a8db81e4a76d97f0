import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Received {
  method: string;
  /** Path and query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Answered {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Never answers. */
  hangs?: boolean;
  /** How long it waits before it answers. */
  after_ms?: number;
}

/** A small server of somebody else, that keeps what it is sent. */
export interface Receiver extends AsyncDisposable {
  url: string;
  received: Received[];
  /** What it answers from now on. */
  answers(answer: Answered | ((received: Received) => Answered)): void;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let answer: (received: Received) => Answered = () => ({});
  const server = createServer(async (request, response) => {
    const one = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: await text(request),
    };
    received.push(one);
    const {
      status = 200,
      type = 'application/json',
      headers = {},
      body = '{}',
      hangs,
      after_ms,
    } = answer(one);
    if (hangs) return;
    if (after_ms) await sleep(after_ms);
    response.writeHead(status, { 'content-type': type, ...headers }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('listens on a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    answers(next) {
      answer = typeof next === 'function' ? next : () => next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
