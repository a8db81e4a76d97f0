import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { networkOf } from '@tickets/core/platform/net/network';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isUpgrade } from './upgrades.ts';
import { whenOver } from './when-over.ts';

export interface ReaderLimits {
  /** For how long a reader may take nothing of an answer, beside what they have earned. */
  within_ms: number;
  /** What may wait for all readers together, in bytes. */
  unsent_max: number;
}

const lookEveryMs = 1_000;

/**
 * What a reader takes earns them time at a rate, in bytes a second. By one look it cannot be known: a system holds up to 4 MB for a
 * connection, and takes more only when about a third of that has gone, so a slow reader seems to take nothing for a while.
 */
const rates = {
  /** Whoever takes less is cut off. A telephone in a bad network takes more. */
  least: 4 * 1024,
  /** Whoever takes so much is spared until twice as much waits for all as there is room for. */
  fair: 16 * 1024,
};
/** What can be earned at most, by the limit `within_ms`. At the least rate it takes nearly as long until a third of 4 MB has gone. */
const earnedTimesMax = 12;

/** A connection on which answers are on their way: several where requests were sent without waiting for answers. */
interface Reader {
  /** The network from which they were asked for. */
  holder: string;
  answers: Set<ServerResponse>;
  /** Bytes that the system had taken at the last look. */
  taken: number;
  /** Whether something waited at the last look. */
  waited: boolean;
  /** By `performance.now()`. */
  cut_at: number;
  spared_until: number;
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
  const readers = new Map<Socket, Reader>();
  app.addHook('onRequest', (request, reply, done) => {
    // A live socket has limits of its own.
    if (!isUpgrade(request)) {
      const { socket } = request.raw;
      const reader = readers.get(socket) ?? {
        holder: networkOf(request.ip),
        answers: new Set(),
        taken: takenOf(socket),
        waited: false,
        cut_at: performance.now() + within_ms,
        spared_until: 0,
      };
      readers.set(socket, reader);
      reader.answers.add(reply.raw);
      whenOver(reply, () => {
        reader.answers.delete(reply.raw);
        if (!reader.answers.size) readers.delete(socket);
      });
    }
    done();
  });
  const cut = (socket: Socket, why: object) => {
    app.log.info(why, 'a reader who takes too little is cut off');
    socket.destroy();
    readers.delete(socket);
  };
  const look = () => {
    const now = performance.now();
    let unsent = 0;
    const waiting: { socket: Socket; reader: Reader; bytes: number }[] = [];
    const held = new Map<string, number>();
    for (const [socket, reader] of readers) {
      const bytes = [...reader.answers].reduce((sum, answer) => sum + unsentOf(answer), 0);
      const taken = takenOf(socket);
      const earned = (rate: number) => ((taken - reader.taken) / rate) * 1000;
      const most = now + earnedTimesMax * within_ms;
      if (bytes) reader.cut_at = Math.min(reader.cut_at + earned(rates.least), most);
      else reader.cut_at = now + within_ms;
      // What the system takes at first is not what the reader takes.
      if (reader.waited)
        reader.spared_until = Math.min(Math.max(reader.spared_until, now) + earned(rates.fair), most);
      if (bytes && now > reader.cut_at) {
        cut(socket, { taken });
        continue;
      }
      unsent += bytes;
      held.set(reader.holder, (held.get(reader.holder) ?? 0) + bytes);
      if (reader.waited && bytes) waiting.push({ socket, reader, bytes });
      Object.assign(reader, { taken, waited: bytes > 0 });
    }
    const of = ({ reader }: { reader: Reader }) => held.get(reader.holder) ?? 0;
    waiting.sort((a, b) => of(b) - of(a) || b.bytes - a.bytes);
    for (const { socket, reader, bytes } of waiting) {
      if (unsent <= unsent_max * (reader.spared_until > now ? 2 : 1)) continue;
      cut(socket, { bytes, unsent });
      unsent -= bytes;
    }
  };
  const timer = setInterval(look, Math.min(lookEveryMs, within_ms)).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/** What a connection has beneath it: Node tells of a piece only when all of it has gone, and some are megabytes long. */
interface Handle {
  bytesWritten: number;
  writeQueueSize: number;
}

/** Bytes that the system has taken. */
function takenOf(socket: Socket): number {
  const handle = (socket as unknown as { _handle: Handle | null })._handle;
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}

const unsentOf = (answer: ServerResponse) =>
  answer.writableLength + (streams.get(answer)?.writableLength ?? 0);
