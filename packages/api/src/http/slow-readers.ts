import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { isUpgrade } from './upgrades.ts';
import { whenOver } from './when-over.ts';

/** Of what waits for it a reader takes so much in a second, or is cut off. A telephone in a bad network takes more. */
const bytesASecond = 4 * 1024;

/** Cuts off readers of any answer who leave it standing: what waits for them lies in memory, and holds a place. */
export function installSlowReaders(app: FastifyInstance, within_ms: number): void {
  const open = new Map<ServerResponse, { taken: number; waits: boolean }>();
  app.addHook('onRequest', (request, reply, done) => {
    // A live socket has limits of its own.
    if (!isUpgrade(request)) {
      open.set(reply.raw, { taken: 0, waits: false });
      whenOver(reply, () => open.delete(reply.raw));
    }
    done();
  });
  const timer = setInterval(() => {
    for (const [raw, before] of open) {
      const { socket } = raw;
      if (!socket) continue;
      const waits = socket.writableLength > 0;
      const taken = socket.bytesWritten - socket.writableLength;
      if (waits && before.waits && taken - before.taken < (bytesASecond * within_ms) / 1000) {
        app.log.info({ taken }, 'a reader who takes nothing is cut off');
        socket.destroy();
      } else open.set(raw, { taken, waits });
    }
  }, within_ms).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
