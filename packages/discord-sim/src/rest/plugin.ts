import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DiscordError } from '../errors.ts';
import { namelessPath, plainPath } from '../faults/faults.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { World } from '../world/world.ts';
import { admit, identify } from './auth.ts';
import { type Actor, Answer, type Call, fieldsOf, type Route } from './call.ts';
import { allRoutes } from './routes.ts';
import { MAX_REQUEST_BYTES, parseJson, readMultipart } from './uploads.ts';
import { refuseForm } from './validate/form.ts';

export interface RestOptions {
  world: World;
  limits: RateLimits;
  /** Requests for which there is no route, as `METHOD /path`, counted. */
  unimplemented: Map<string, number>;
}

/** Discord's REST, version 10, under the prefix at which it is mounted. */
export async function restPlugin(app: FastifyInstance, options: RestOptions): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false });
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: MAX_REQUEST_BYTES },
    async (_request: FastifyRequest, body: string | Buffer) => parseJson(body.toString()),
  );
  // A request without a body may name any content type.
  app.addHook('onRequest', async ({ headers }) => {
    if (!headers['transfer-encoding'] && Number(headers['content-length'] ?? 0) === 0)
      delete headers['content-type'];
  });
  // Discord names no charset, which Fastify does; some libraries compare the whole.
  app.addHook('onSend', async (_request, reply, payload) => {
    if (String(reply.getHeader('content-type')).startsWith('application/json'))
      reply.header('content-type', 'application/json');
    return payload;
  });
  app.setErrorHandler((error, _request, reply) => sendError(error, reply));
  app.setNotFoundHandler((request, reply) => {
    const name = `${request.method} ${namelessPath(plainPath(request.url))}`;
    options.unimplemented.set(name, (options.unimplemented.get(name) ?? 0) + 1);
    return reply.code(501).send({ message: `The simulated Discord has no route ${name}`, code: 0 });
  });
  for (const route of allRoutes) {
    app.route({
      method: route.method,
      url: route.path,
      bodyLimit: MAX_REQUEST_BYTES,
      handler: (request, reply) => serve(options, route, request, reply),
    });
  }
}

async function serve(options: RestOptions, route: Route, request: FastifyRequest, reply: FastifyReply) {
  const { world, limits } = options;
  const actor = identify(world, request.headers.authorization);
  admit(actor, route.access);
  const upload = request.isMultipart() ? await readMultipart(request) : { body: request.body, files: [] };
  const params = request.params as Record<string, string>; // the router gives texts only
  const verdict = limits.take({
    route: `${route.method} ${route.path}`,
    who: actor.kind === 'nobody' ? (params.token ?? request.ip) : actor.userId,
    major: params.channel_id ?? params.guild_id ?? params.webhook_id ?? '',
    renames: renames(route, upload.body),
  });
  reply.headers(verdict.headers);
  if (verdict.refused) {
    const { retryAfterSeconds, global } = verdict.refused;
    return reply
      .code(429)
      .send({ message: 'You are being rate limited.', retry_after: retryAfterSeconds, global });
  }
  const call: Call = {
    world,
    actor,
    params,
    query: request.query as Record<string, string | undefined>, // repeated keys are used nowhere here
    ...upload,
    ...readReason(request),
  };
  const result = await world.transact(() => route.handle(call));
  if (result === undefined) return reply.code(204).send();
  if (result instanceof Answer) return reply.code(result.status).send(result.body);
  return reply.send(result);
}

/** Does as someone what a request of theirs would do, without one. Refusals are thrown as DiscordError. */
export function callRoute(
  world: World,
  actor: Actor,
  request: Pick<Call, 'body'> & { method: Route['method']; path: string } & Partial<
      Pick<Call, 'query' | 'files' | 'params'>
    >,
): unknown {
  const route = allRoutes.find(({ method, path }) => method === request.method && path === request.path);
  if (!route) throw new Error(`no such route: ${request.method} ${request.path}`);
  admit(actor, route.access);
  const { body, query = {}, files = [], params = {} } = request;
  const result = world.transact(() => route.handle({ world, actor, params, query, body, files }));
  return result instanceof Answer ? result.body : result;
}

function renames(route: Route, body: unknown): boolean {
  if (route.method !== 'PATCH' || route.path !== '/channels/:channel_id') return false;
  const fields = fieldsOf(body);
  return fields.name !== undefined || fields.topic !== undefined;
}

function readReason(request: FastifyRequest): { reason?: string } {
  const header = request.headers['x-audit-log-reason'];
  if (typeof header !== 'string') return {};
  const reason = decoded(header);
  if (reason.length > 512) refuseForm('reason', 'BASE_TYPE_MAX_LENGTH', 'Must be 512 or fewer in length.');
  return { reason };
}

function decoded(header: string): string {
  try {
    return decodeURIComponent(header);
  } catch (error) {
    // A reason with a bare percent sign was simply not encoded.
    if (error instanceof URIError) return header;
    throw error;
  }
}

function sendError(error: unknown, reply: FastifyReply) {
  if (error instanceof DiscordError) return reply.code(error.status).send(error.toJSON());
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || code === 'FST_REQ_FILE_TOO_LARGE') {
    return reply.code(413).send({ message: 'Request entity too large', code: 40005 });
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return reply
      .code(400)
      .send({ message: 'Expected "Content-Type" header to be one of {\'application/json\'}.', code: 50035 });
  }
  // Anyone who asked is gone, in the middle of an upload perhaps.
  if (code === 'ECONNRESET') return reply.code(400).send({ message: 'The request ended early', code: 0 });
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (error instanceof Error && status < 500)
    return reply.code(status).send({ message: error.message, code: 0 });
  // A fault of the simulator itself: anyone who runs it must see it.
  console.error(error);
  return reply.code(500).send({ message: '500: Internal Server Error', code: 0 });
}
