import type { RouteName } from '@tickets/contract/route-paths';
import { type Caller, withCaller } from '@tickets/core/platform/db/patience';
import { forServer } from '@tickets/core/platform/discord/served-server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUpgrade } from './upgrades.ts';
import { whenOver } from './when-over.ts';

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

/** Calls that only read, though they are sent with POST: their filters are in the body. */
const readWithPost: ReadonlySet<string | undefined> = new Set<RouteName>(['audit.list', 'transcripts.list']);

/** What changes something is done also when its sender has gone. A socket's own questions go on after its request. */
export const isOnlyReading = (request: FastifyRequest) =>
  request.method === 'HEAD' ||
  (request.method === 'GET' && !isUpgrade(request)) ||
  readWithPost.has(request.routeOptions.config.route_name);

function whenGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  whenOver(reply, () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
