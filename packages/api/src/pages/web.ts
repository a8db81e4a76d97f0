import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { ConfigPublic } from '@tickets/contract/platform/config';
import { AppError } from '@tickets/contract/platform/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { takesGzip } from '../http/accepts.ts';
import { sendError } from '../http/errors.ts';
import { BuiltFiles } from './built-files.ts';
import { type Dashboard, openDashboard } from './first-view.ts';

const compress = promisify(gzip);

const notPages = /^\/(api|user|files|reads|metrics|healthz|readyz)(\/|$)/;

/** What a browser needs of documents alone. A screen is many small files: there these headers outweigh the code. */
const documentHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
  'access-control-expose-headers',
  'access-control-allow-credentials',
  'referrer-policy',
  'strict-transport-security',
  'x-request-id',
];
/**
 * What code and styles go without: by the first three a browser asks whether a file has changed, which one whose name
 * carries a hash never does; by the others pages of another origin read it, and the dashboard sends its own.
 */
const neededByNoScreen = [
  'etag',
  'last-modified',
  'accept-ranges',
  'access-control-allow-origin',
  'cross-origin-resource-policy',
];

/** The dashboard: its files, and its one page for every address that a browser opens and that is nothing else. */
export async function installWeb(
  app: FastifyInstance,
  { web_dir, config }: { web_dir?: string | undefined; config: ConfigPublic },
): Promise<Dashboard | undefined> {
  if (web_dir) {
    await app.register(fastifyStatic, {
      root: web_dir,
      // It may be built while the program runs.
      suppressWarning: true,
      index: false,
      // By itself it would list every folder of an address for each request.
      serve: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        // Names in /assets carry a hash of what they contain.
        const hashed = path.startsWith(join(web_dir, 'assets/'));
        // An emoji's picture stays as it is, too, and an old one would do no harm.
        const kept = hashed || path.startsWith(join(web_dir, 'emoji/'));
        const days = hashed ? 365 : 30;
        reply.header('cache-control', kept ? `max-age=${days * 86_400}, immutable` : 'no-cache');
        if (kept) for (const name of documentHeaders) reply.removeHeader(name);
        if (hashed) for (const name of neededByNoScreen) reply.removeHeader(name);
      },
    });
    serveFiles(app, new BuiltFiles(web_dir));
  }
  const dashboard = web_dir ? openDashboard(web_dir, config) : undefined;
  app.setNotFoundHandler(async (request, reply) => {
    if (request.method === 'OPTIONS') return reply.code(204).send();
    if (!isPage(request)) return sendError(request, reply, new AppError('route.not_found'));
    const document = await dashboard?.documentFor(pathOf(request));
    if (!document) return notBuilt(reply);
    const policy = String(reply.getHeader('content-security-policy'));
    reply
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding')
      .header(
        'content-security-policy',
        policy
          .replace("script-src 'self'", (own) => [own, ...document.script_hashes].join(' '))
          .replace("style-src 'self'", (own) => [own, ...document.style_hashes].join(' ')),
      )
      .type('text/html; charset=utf-8');
    if (!takesGzip(request)) return reply.send(document.html);
    // Nothing of it is secret. As it is, it would not be there with the first packets.
    return reply.header('content-encoding', 'gzip').send(await compress(document.html));
  });
  return dashboard;
}

function serveFiles(app: FastifyInstance, files: BuiltFiles): void {
  app.route({
    method: ['HEAD', 'GET'],
    url: '/*',
    handler(request, reply) {
      // It throws nothing: the router has refused what cannot be decoded up to there.
      const path = decodeURI(request.url.split(/[?#]/, 1)[0] ?? '');
      if (path !== posix.normalize(path) || path.includes('\\')) throw new AppError('route.not_found');
      // Nobody waits for the reply, which would listen for its end once more.
      files.has(path).then(
        (isThere) => void (isThere ? reply.sendFile(path) : reply.callNotFound()),
        (error: unknown) => void reply.send(error),
      );
    },
    errorHandler(error, request, reply) {
      // Whoever asked has gone while the file was opened.
      if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') return void request.raw.destroy();
      return app.errorHandler(error, request, reply);
    },
  });
}

const pathOf = (request: FastifyRequest) => request.url.split('?')[0] ?? '';

function isPage(request: FastifyRequest): boolean {
  const path = pathOf(request);
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (notPages.test(path) || path.startsWith('/assets/')) return false;
  return request.headers.accept?.includes('text/html') || !path.split('/').at(-1)?.includes('.');
}

function notBuilt(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .send('The dashboard is not built yet. Run "npm run build" and load this page again.\n');
}
