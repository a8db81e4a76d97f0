import { AppError } from '@tickets/contract/platform/errors';
import { imageOf } from '@tickets/core/integrations/image';
import type { Context } from '@tickets/core/platform/context';
import type { FastifyInstance } from 'fastify';
import type { Limits } from '../http/limits.ts';

/** GET /image-proxy: the picture of an integration, for whoever was shown it in the last minutes. */
export function installImages(app: FastifyInstance, ctx: Context, limits: Limits): void {
  app.get<{ Querystring: { token?: unknown } }>('/image-proxy', async (request, reply) => {
    await limits.address(request, reply, '/image-proxy');
    const { token } = request.query;
    const picture = typeof token === 'string' ? await imageOf(ctx, token) : undefined;
    if (!picture) throw new AppError('route.not_found');
    return reply
      .header('cache-control', 'private, max-age=3600')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .type(picture.type)
      .send(picture.bytes);
  });
}
