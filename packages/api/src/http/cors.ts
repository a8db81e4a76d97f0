import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/** Response headers that a dashboard on any allowed origin can read. */
export const exposedHeaders = [
  'x-request-id',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset-after',
  'retry-after',
  'x-total-count',
  'x-current-page',
  'x-version',
] as const;

/** Registered first, so that a dashboard elsewhere can read every answer, also refusals and limits. */
export async function installCors(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  const [only] = origins;
  await app.register(cors, {
    origin: origins.length === 1 && only ? only : [...origins],
    methods: ['OPTIONS', 'GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'],
    allowedHeaders: ['x-tickets', 'Content-Type', 'Authorization'],
    exposedHeaders: [...exposedHeaders],
    credentials: true,
    maxAge: 600,
    strictPreflight: false,
  });
}
