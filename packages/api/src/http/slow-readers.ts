import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { networkOf } from '@tickets/core/platform/net/network';
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

/** A reader who took this much since the last look is spared until twice as much waits as there is room for. */
const movingBytes = 16 * 1024;

interface Open {
  /** The network from which it was asked for. */
  holder: string;
  /** Bytes, as of the last look at the crowd. */
  taken_at_look: number;
  /** Whether something waited for it at the last look. */
  waited: boolean;
  /** Bytes, as of the last look for idle readers. */
  taken: number;
  was_waiting: boolean;
}

/** Streams that hold what was written for an answer before it goes to the connection. */
const streams = new WeakMap<ServerResponse, Writable>();

/** To be called for an answer that is written into a stream faster than its reader may take it. */
export function noteUnsent({ raw }: FastifyReply, stream: Writable): void {
  streams.set(raw, stream);
}

/**
 * Cuts off readers who take too little of their answers, because what waits for them stays in memory. Each has to take a little. Where
 * too much waits for all of them together, readers who take next to nothing go first, those of the network with most waiting before others.
 */
export function installSlowReaders(app: FastifyInstance, { within_ms, unsent_max }: ReaderLimits): void {
  const open = new Map<ServerResponse, Open>();
  app.addHook('onRequest', (request, reply, done) => {
    // A live socket has limits of its own.
    if (!isUpgrade(request)) {
      open.set(reply.raw, {
        holder: networkOf(request.ip),
        taken_at_look: 0,
        waited: false,
        taken: 0,
        was_waiting: false,
      });
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
    const slow: { raw: ServerResponse; bytes: number; holder: string; moves: boolean }[] = [];
    const held = new Map<string, number>();
    for (const [raw, before] of open) {
      const { holder } = before;
      // Pipelined answers count too: they have no socket yet.
      const bytes = raw.writableLength + (streams.get(raw)?.writableLength ?? 0);
      const taken = (raw.socket?.bytesWritten ?? 0) - bytes;
      unsent += bytes;
      held.set(holder, (held.get(holder) ?? 0) + bytes);
      const moves = taken - before.taken_at_look >= movingBytes;
      if (before.waited && bytes) slow.push({ raw, bytes, holder, moves });
      Object.assign(before, { waited: bytes > 0, taken_at_look: taken });
    }
    const of = ({ holder }: { holder: string }) => held.get(holder) ?? 0;
    slow.sort((a, b) => of(b) - of(a) || b.bytes - a.bytes);
    for (const { raw, bytes, moves } of slow) {
      if (unsent <= unsent_max * (moves ? 2 : 1)) continue;
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
