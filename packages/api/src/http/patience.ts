import { type Caller, withCaller } from '@tickets/core/platform/db/patience';
import { forServer } from '@tickets/core/platform/discord/served-server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUpgrade } from './upgrades.ts';

/** Anyone who asks is told within five seconds that the database does not answer. */
const databaseMs = 4_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** As the database knows whoever asks. */
    caller: Caller;
  }
}

export function installPatience(app: FastifyInstance): void {
  app.decorateRequest('caller');
  app.addHook('onRequest', (request, reply, done) => {
    request.caller = { ms: databaseMs, gone: isOnlyReading(request) ? whenGone(reply) : undefined };
    withCaller(request.caller, done);
  });
  // Once more: a body is read in the context of its connection.
  app.addHook('preHandler', (request, _reply, done) => {
    const guild_id = request.admitted?.call?.caller.access.guild_id;
    withCaller(request.caller, () => (guild_id === undefined ? done() : forServer(guild_id, done)));
  });
}

/** What changes something is done also when its sender has gone. A socket's own questions go on after its request. */
const isOnlyReading = (request: FastifyRequest) => request.method === 'GET' && !isUpgrade(request);

function whenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
