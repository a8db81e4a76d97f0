import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Sends a file that may have changed since it was fetched. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, path: string | undefined) {
  const bytes = path ? await readIfThere(path) : undefined;
  if (!path || !bytes) return notFound(reply);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 20)}"`;
  void reply.header('etag', etag).header('cache-control', 'no-cache');
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return sendBytes(reply, path, bytes);
}

/** Sends a file whose name is never given to other contents. */
export async function sendForGood(reply: FastifyReply, path: string | undefined, maxAge: number) {
  const bytes = path ? await readIfThere(path) : undefined;
  if (!path || !bytes) return notFound(reply);
  void reply.header('cache-control', `public, max-age=${maxAge}`);
  return sendBytes(reply, path, bytes);
}

const notFound = (reply: FastifyReply) => reply.code(404).type('text/plain').send('Not found');

function sendBytes(reply: FastifyReply, path: string, bytes: Buffer) {
  const type = TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  return reply.header('x-content-type-options', 'nosniff').type(type).send(bytes);
}

export async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
