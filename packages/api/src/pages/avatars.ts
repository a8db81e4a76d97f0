import { AppError } from '@tickets/contract/platform/errors';
import { Snowflake } from '@tickets/contract/platform/snowflake';
import type { Context } from '@tickets/core/platform/context';
import { pictureOf } from '@tickets/core/servers/picture';
import type { FastifyInstance } from 'fastify';
import { byAddress } from '../http/by-address.ts';
import type { Limits } from '../http/limits.ts';

/** GET /avatars/:user_id: someone's picture through us, for anyone who cannot reach Discord's own address of it. */
export function installAvatars(app: FastifyInstance, ctx: Context, limits: Limits): void {
  app.get<{ Params: { user_id: string } }>('/avatars/:user_id', byAddress(limits), async (request, reply) => {
    const id = Snowflake.safeParse(request.params.user_id);
    const picture = id.success ? await pictureOf(ctx, id.data) : undefined;
    if (!picture?.content_type?.startsWith('image/')) throw new AppError('route.not_found');
    return (
      reply
        .header('cache-control', 'public, max-age=3600')
        // Also for an SVG, which is a program where it is opened as a page.
        .header('content-security-policy', "default-src 'none'; sandbox")
        .type(picture.content_type)
        .send(picture.bytes)
    );
  });
}
