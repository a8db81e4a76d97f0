import { AppError } from '@tickets/contract/platform/errors';
import { Turns } from '@tickets/core/platform/async/turns';
import type { Context } from '@tickets/core/platform/context';
import { networkOf } from '@tickets/core/platform/net/network';
import { fetchPicture, readPictureToken } from '@tickets/core/platform/net/picture-proxy';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { byAddress, generousLimits } from '../http/by-address.ts';
import type { Limits } from '../http/limits.ts';
import { whenOver } from '../http/when-over.ts';

/** Addresses of readers take turns. */
const fetchedAtOnce = 8;
const MIB = 1024 ** 2;
/** Pictures lie in memory until they are sent, of all readers and of one address. */
const roomBytes = { all: 64 * MIB, address: 24 * MIB };
const sentWithinMs = 30_000;

/** GET /image-proxy: a picture from elsewhere, for whoever was given the signed address of it a short time ago. */
export function installImages(app: FastifyInstance, ctx: Context, limits: Limits): void {
  const turns = new Turns(fetchedAtOnce);
  const room = createRoom();
  app.get<{ Querystring: { token?: unknown } }>(
    '/image-proxy',
    byAddress(limits, { each: generousLimits }),
    async (request, reply) => {
      const { token } = request.query;
      const url = typeof token === 'string' ? readPictureToken(ctx, token) : undefined;
      if (url === undefined) throw new AppError('route.not_found');
      const address = networkOf(request.ip);
      const inTurn = turns.of('reader', address);
      const picture = await inTurn(async () => (reply.raw.closed ? undefined : fetchPicture(ctx, url)));
      if (!picture) throw new AppError('route.not_found');
      room.take(reply, address, picture.bytes.length);
      return reply
        .header('cache-control', 'private, max-age=3600')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('x-content-type-options', 'nosniff')
        .type(picture.type)
        .send(picture.bytes);
    },
  );
}

/** Room for pictures on their way to readers. Who takes one too slowly is cut off. */
function createRoom() {
  const taken = new Map<string, number>();
  const of = (key: string) => taken.get(key) ?? 0;
  const add = (key: string, bytes: number) => {
    const now = of(key) + bytes;
    if (now > 0) taken.set(key, now);
    else taken.delete(key);
  };
  return {
    take(reply: FastifyReply, address: string, bytes: number): void {
      const keys = ['all', `address:${address}`];
      const [all, own] = keys.map((key) => of(key) + bytes);
      if (Number(all) > roomBytes.all || Number(own) > roomBytes.address) {
        reply.header('retry-after', 1);
        throw new AppError('request.rate_limited');
      }
      for (const key of keys) add(key, bytes);
      const tooSlow = setTimeout(() => reply.raw.destroy(), sentWithinMs);
      whenOver(reply, () => {
        clearTimeout(tooSlow);
        for (const key of keys) add(key, -bytes);
      });
    },
  };
}
