import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A text that stays as it is while the program runs, as it is sent. */
export interface Kept {
  type: string;
  bytes: Buffer;
  etag: string;
}

export function kept(type: string, text: string): Kept {
  const bytes = Buffer.from(text);
  const hash = createHash('sha256').update(bytes).digest('base64url');
  return { type: `${type}; charset=utf-8`, bytes, etag: `"${hash}"` };
}

export function sendKept(request: FastifyRequest, reply: FastifyReply, text: Kept): FastifyReply {
  const { type, bytes, etag } = text;
  reply.header('cache-control', 'no-cache').header('etag', etag);
  // It may stand among others there, or as a weak one after a proxy has compressed the text.
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  return reply.type(type).send(bytes);
}
