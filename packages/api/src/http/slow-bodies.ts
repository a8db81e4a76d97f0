import { AppError } from '@tickets/contract/platform/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendError } from './errors.ts';

const leisurely = new WeakSet<FastifyRequest['raw']>();

/** Its body has a time limit of its own. */
export function takesItsTime(request: FastifyRequest): void {
  leisurely.add(request.raw);
}

/** What takes its time brings so much in a second all the same. */
const bytesASecond = 4 * 1024;

/**
 * Ends a body that stands still, so that it holds no room. One of which bytes have come that we have yet to read does not. Whether
 * the stream is paused says nothing: one that is read by iterating always is.
 */
function watch({ raw }: FastifyRequest, every_ms: number): void {
  let seen = raw.socket.bytesRead;
  const timer = setInterval(() => {
    if (raw.complete || raw.destroyed) return clearInterval(timer);
    const { bytesRead } = raw.socket;
    if (raw.readableLength === 0 && bytesRead - seen < (bytesASecond * every_ms) / 1000) raw.destroy();
    seen = bytesRead;
  }, every_ms).unref();
  raw.once('close', () => clearInterval(timer)).once('end', () => clearInterval(timer));
}

/**
 * A body is here in time, or its sender is told so and let go; also one that nobody reads any more. One that may take its
 * time is let go when it stands still.
 */
export function installSlowBodies(app: FastifyInstance, within_ms: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const hasBody =
      raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length']) > 0;
    if (hasBody) {
      const timer = setTimeout(() => {
        if (raw.complete) return;
        if (leisurely.has(raw)) return watch(request, within_ms / 3);
        if (reply.sent) raw.destroy();
        else sendError(request, reply.header('connection', 'close'), new AppError('request.too_slow'));
      }, within_ms).unref();
      raw.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
    }
    done();
  });
}
