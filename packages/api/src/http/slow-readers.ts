import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isUpgrade } from './upgrades.ts';
import { whenOver } from './when-over.ts';

export interface ReaderLimits {
  /** For how long a reader may take next to nothing of an answer. */
  within_ms: number;
  /** What may wait for all readers together, in bytes. */
  unsent_max: number;
}

/** Of what waits for it a reader takes so much in a second, or is cut off. A telephone in a bad network takes more. */
const bytesASecond = 4 * 1024;
const lookEveryMs = 1_000;

interface Open {
  /** Whether something waited for it at the last look. */
  waited: boolean;
  /** As of the last time that it was looked whether it takes anything. */
  taken: number;
  was_waiting: boolean;
}

/** Streams that hold what was written for an answer before it goes to the connection. */
const streams = new WeakMap<ServerResponse, Writable>();

/** To be called for an answer that is written into a stream without a look at whether its reader takes it. */
export function noteUnsent({ raw }: FastifyReply, stream: Writable): void {
  streams.set(raw, stream);
}

/**
 * Cuts off readers who leave answers standing: what waits for them lies in memory, and holds a place. Each has to take a little, and
 * where too much waits for all of them together, those go first for whom most has waited for a second or longer.
 */
export function installSlowReaders(app: FastifyInstance, { within_ms, unsent_max }: ReaderLimits): void {
  const open = new Map<ServerResponse, Open>();
  app.addHook('onRequest', (request, reply, done) => {
    // A live socket has limits of its own.
    if (!isUpgrade(request)) {
      open.set(reply.raw, { waited: false, taken: 0, was_waiting: false });
      whenOver(reply, () => open.delete(reply.raw));
    }
    done();
  });
  const cut = (raw: ServerResponse, why: object) => {
    app.log.info(why, 'a reader who takes too little is cut off');
    raw.socket?.destroy();
  };
  const cutIdle = () => {
    for (const [raw, before] of open) {
      const { socket } = raw;
      if (!socket) continue;
      const waits = socket.writableLength > 0;
      const taken = socket.bytesWritten - socket.writableLength;
      const too_little = taken - before.taken < (bytesASecond * within_ms) / 1000;
      if (waits && before.was_waiting && too_little) cut(raw, { taken });
      Object.assign(before, { taken, was_waiting: waits });
    }
  };
  const cutCrowd = () => {
    let unsent = 0;
    const slow: { raw: ServerResponse; bytes: number }[] = [];
    for (const [raw, before] of open) {
      const bytes = (raw.socket?.writableLength ?? 0) + (streams.get(raw)?.writableLength ?? 0);
      unsent += bytes;
      if (before.waited && bytes) slow.push({ raw, bytes });
      before.waited = bytes > 0;
    }
    if (unsent <= unsent_max) return;
    for (const { raw, bytes } of slow.sort((a, b) => b.bytes - a.bytes)) {
      if (unsent <= unsent_max) return;
      cut(raw, { bytes, unsent });
      unsent -= bytes;
    }
  };
  const timers = [setInterval(cutIdle, within_ms), setInterval(cutCrowd, Math.min(lookEveryMs, within_ms))];
  for (const timer of timers) timer.unref();
  app.addHook('onClose', async () => {
    for (const timer of timers) clearInterval(timer);
  });
}
