import { AppError } from '@tickets/contract/platform/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendError } from './errors.ts';

const leisurely = new WeakSet<FastifyRequest['raw']>();

/** Its body has a time limit of its own. */
export function takesItsTime(request: FastifyRequest): void {
  leisurely.add(request.raw);
}

/** A body is here in time, or its sender is told so and let go; also one that nobody reads any more. */
export function installSlowBodies(app: FastifyInstance, within_ms: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const hasBody =
      raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length']) > 0;
    if (hasBody) {
      const timer = setTimeout(() => {
        if (raw.complete || leisurely.has(raw)) return;
        if (reply.sent) raw.destroy();
        else sendError(request, reply.header('connection', 'close'), new AppError('request.too_slow'));
      }, within_ms).unref();
      raw.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
    }
    done();
  });
}
