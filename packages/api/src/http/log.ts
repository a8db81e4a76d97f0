import type { FastifyInstance } from 'fastify';

/** One line an answer. It names the route and not the address, because addresses carry sign-in codes and file links. */
export function installLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { url: route = 'none', config } = request.routeOptions;
    const line = {
      request_id: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      user_id: request.admitted?.session?.user_id,
      guild_id: request.admitted?.call?.caller.access.guild_id,
    };
    if (config.route_name) app.log.info(line, 'answered');
    else app.log.debug(line, 'answered');
  });
}
