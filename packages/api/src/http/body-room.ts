import { AppError } from '@tickets/contract/platform/errors';
import { networkOf } from '@tickets/core/platform/net/network';
import type { FastifyInstance } from 'fastify';
import { whenOver } from './when-over.ts';

/** Shorter ones are not counted: each request that an address can have under way may bring as much. */
const SMALL_BYTES = 64 * 1024;
const LARGEST_BYTES = 1024 * 1024;
/** Under way at once, of one address, and in all. */
const EACH_BYTES = 8 * 1024 * 1024;
const ALL_BYTES = 64 * 1024 * 1024;

/**
 * Keeps count of the longer bodies that are on their way, because each is held until its end has come. Files have a room of their own
 * (`upload.ts`), and are streamed.
 */
export function installBodyRoom(app: FastifyInstance): void {
  const perAddress = new Map<string, number>();
  let all = 0;
  app.addHook('preParsing', async (request, reply) => {
    const { headers } = request;
    if (!/^application\/([\w.-]+\+)?json/i.test(headers['content-type'] ?? '')) return;
    // A chunked body can have any length. Without either header there is no body.
    const isChunked = headers['transfer-encoding'] !== undefined;
    const bytes = isChunked ? LARGEST_BYTES : Math.min(Number(headers['content-length'] ?? 0), LARGEST_BYTES);
    if (bytes <= SMALL_BYTES) return;
    const address = networkOf(request.ip);
    const own = perAddress.get(address) ?? 0;
    if (own + bytes > EACH_BYTES) throw new AppError('request.rate_limited');
    if (all + bytes > ALL_BYTES) throw new AppError('service.overloaded');
    all += bytes;
    perAddress.set(address, own + bytes);
    whenOver(reply, () => {
      all -= bytes;
      const left = (perAddress.get(address) ?? bytes) - bytes;
      if (left) perAddress.set(address, left);
      else perAddress.delete(address);
    });
  });
}
