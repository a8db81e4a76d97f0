import { withPatience } from '@tickets/core/platform/db/patience';
import type { FastifyInstance } from 'fastify';

/** Anyone who asks is told within five seconds that the database does not answer. */
const databaseMs = 4_000;

export function installPatience(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, _reply, done) => withPatience(databaseMs, done));
  // Once more: a body is read in the context of its connection.
  app.addHook('preHandler', (_request, _reply, done) => withPatience(databaseMs, done));
}
