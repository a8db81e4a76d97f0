import { PassThrough } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import { AppError } from '@tickets/contract/platform/errors';
import type { PageAnswer } from '@tickets/contract/platform/first-view';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { takesGzip } from '../http/accepts.ts';
import { byAddress, generousLimits } from '../http/by-address.ts';
import { exposedHeaders } from '../http/cors.ts';
import type { Limits } from '../http/limits.ts';
import { noteUnsent } from '../http/slow-readers.ts';
import type { Dashboard } from './first-view.ts';

/** Headers that each read takes over from the request for all of them: who asks, and from where. */
const passedOn = ['authorization', 'x-tickets', 'origin', 'user-agent', 'x-forwarded-for', 'host'] as const;

/**
 * GET /reads?page=/manage/1/settings: all that a page of the dashboard reads first, in one answer. Each read is answered as if it
 * had been asked for by itself, with its own rights and limits, and is a line of JSON as soon as it is known. With `level=true`
 * the caller's level in the page's server is one of them.
 */
export function installReads(app: FastifyInstance, limits: Limits, dashboard: Dashboard): void {
  app.get<{ Querystring: { page?: unknown; level?: unknown } }>(
    '/reads',
    byAddress(limits, { each: generousLimits }),
    async (request, reply) => {
      const { page, level } = request.query;
      const found = typeof page === 'string' ? await dashboard.readsOf(page) : undefined;
      if (!found) throw new AppError('route.not_found');
      const paths = [...(level === 'true' ? found.level : []), ...found.reads];
      const isPacked = takesGzip(request);
      // Each line is sent as it comes.
      const lines = isPacked ? createGzip({ flush: constants.Z_SYNC_FLUSH }) : new PassThrough();
      noteUnsent(reply, lines);
      const { gone } = request.caller;
      const asked = paths.map(async (path) =>
        lines.write(`${JSON.stringify(await answerTo(request, path))}\n`),
      );
      void Promise.all(asked).then(
        () => lines.end(),
        // Where the caller has gone, nobody needs it; any other error is reported as the stream's.
        (error: Error) => (gone?.aborted ? lines.destroy() : lines.destroy(error)),
      );
      if (isPacked) reply.header('content-encoding', 'gzip');
      return reply
        .header('cache-control', 'no-store')
        .header('vary', 'accept-encoding')
        .type('application/x-ndjson; charset=utf-8')
        .send(lines);
    },
  );
}

async function answerTo(
  { server, headers, socket, caller }: FastifyRequest,
  path: string,
): Promise<PageAnswer> {
  // The caller's signal lasts until all reads are sent, and would keep in memory whatever still listens to it.
  const gone = new AbortController();
  const leave = () => gone.abort();
  if (caller.gone?.aborted) leave();
  caller.gone?.addEventListener('abort', leave);
  const answer = await server
    .inject({
      url: path,
      headers: some(headers, passedOn),
      ...(socket.remoteAddress && { remoteAddress: socket.remoteAddress }),
      signal: gone.signal,
    })
    .finally(() => caller.gone?.removeEventListener('abort', leave));
  return {
    path,
    status: answer.statusCode,
    headers: some(answer.headers, ['content-type', ...exposedHeaders]),
    body: answer.payload,
  };
}

/** Those of the named headers that are there. */
function some(headers: Record<string, unknown>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );
}
