import type { FastifyRequest } from 'fastify';

/** Whether an answer may be packed with gzip: it is named, and not with a quality of zero. */
export const takesGzip = ({ headers }: FastifyRequest): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(headers['accept-encoding'] ?? '');
