import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerAsCloudflare } from './address-ban.ts';
import { type Fault, type Faults, plainPath } from './faults.ts';

declare module 'fastify' {
  interface FastifyRequest {
    fault: Fault | null;
  }
}

/** Lets faults strike every route of the simulator, before its work or after it. */
export function mountFaults(app: FastifyInstance, faults: Faults): void {
  app.decorateRequest('fault', null);
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header('via', '1.1 google');
    const ban = faults.takeBan(request.url, request.headers.authorization);
    if (ban) return answerAsCloudflare(reply, ban);
    const fault = faults.take(request.method, plainPath(request.url));
    if (!fault) return undefined;
    if (fault.kind === 'banned') return answerAsCloudflare(reply, fault);
    if (fault.afterEffect || fault.kind === 'delay') {
      request.fault = fault;
      if (fault.kind === 'delay' && !fault.afterEffect)
        await (fault.until ?? wait(fault.delayMs ?? 1000, undefined, { ref: false }));
      return undefined;
    }
    await fault.until;
    return strike(request, reply, fault);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const { fault } = request;
    if (!fault?.afterEffect) return payload;
    if (fault.kind === 'delay') {
      await (fault.until ?? wait(fault.delayMs ?? 1000, undefined, { ref: false }));
      return payload;
    }
    if (fault.kind === 'timeout') return silence(reply);
    if (fault.kind === 'reset') {
      request.raw.socket.destroy();
      return payload;
    }
    if (fault.kind === 'banned') return payload;
    if (fault.kind === 'stalled') {
      reply.removeHeader('content-length');
      return Readable.from(onlyBeginning(String(payload)));
    }
    reply.code(fault.kind).header('content-type', 'application/json').removeHeader('content-length');
    if (fault.kind === 429) reply.headers(waitHeaders(fault));
    return JSON.stringify(answerOf(fault));
  });
}

function strike(request: FastifyRequest, reply: FastifyReply, fault: Fault) {
  if (fault.kind === 'timeout') {
    reply.hijack();
    return silence(reply);
  }
  if (fault.kind === 'reset') {
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
  if (fault.kind === 'stalled')
    return reply.type('application/json').send(Readable.from(onlyBeginning('{"id":"1"}')));
  const status = typeof fault.kind === 'number' ? fault.kind : 500;
  if (fault.html)
    return reply.code(status).type('text/html; charset=UTF-8').send(`<html><title>${status}</title></html>`);
  if (status === 429) reply.headers(waitHeaders(fault));
  return reply.code(status).send(answerOf(fault));
}

async function* onlyBeginning(text: string): AsyncGenerator<string> {
  yield text.slice(0, text.length / 2);
  await new Promise(() => {});
}

function waitHeaders(fault: Fault): Record<string, string> {
  const seconds = fault.retryAfterSeconds ?? 0.05;
  return {
    'retry-after': String(seconds),
    'x-ratelimit-limit': '5',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset-after': String(seconds),
    'x-ratelimit-scope': fault.global ? 'global' : fault.shared ? 'shared' : 'user',
    ...(fault.global && { 'x-ratelimit-global': 'true' }),
  };
}

function answerOf(fault: Fault): object {
  if (fault.kind !== 429)
    return { message: fault.message ?? `${fault.kind}: fault on demand`, code: fault.code ?? 0 };
  return {
    message: 'You are being rate limited.',
    retry_after: fault.retryAfterSeconds ?? 0.05,
    global: fault.global ?? false,
  };
}

/** It says 102 ("Processing"), which clients pass over; a test that looks for it need not sit the silence out. */
function silence(reply: FastifyReply): Promise<never> {
  reply.raw.writeProcessing();
  return new Promise(() => {});
}
