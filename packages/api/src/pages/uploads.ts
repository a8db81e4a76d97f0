import type { Context } from '@tickets/core/platform/context';
import { receiveAnnounced, uploadBehind } from '@tickets/core/transfer/import/arrivals';
import type { FastifyInstance } from 'fastify';
import { byAddress } from '../http/by-address.ts';
import type { Limits } from '../http/limits.ts';
import { takesItsTime } from '../http/slow-bodies.ts';

/**
 * PUT /imports/:token: the archive for which the address was signed, as it comes. The address says who sends it, so it takes
 * no session and no header of ours.
 */
export function installImportUploads(app: FastifyInstance, ctx: Context, limits: Limits): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Nothing is read before it is known what for.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.put<{ Params: { token: string } }>('/imports/:token', byAddress(limits), async (request, reply) => {
      takesItsTime(request);
      const row = await uploadBehind(ctx, request.params.token);
      const { headers, raw } = request;
      await receiveAnnounced(ctx, row, {
        content_type: headers['content-type'],
        content_length: headers['content-length'],
        bytes: raw,
      });
      return reply.code(200).header('cache-control', 'no-store').send();
    });
    scope.addHook('onSend', async (request, reply) => {
      if (!request.raw.complete) reply.header('connection', 'close');
    });
  });
}
