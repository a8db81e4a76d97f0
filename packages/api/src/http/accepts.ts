import type { FastifyRequest } from 'fastify';

/** Whether the client accepts gzip: Accept-Encoding names it, and not with a quality of zero. */
export const takesGzip = ({ headers }: FastifyRequest): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(headers['accept-encoding'] ?? '');
