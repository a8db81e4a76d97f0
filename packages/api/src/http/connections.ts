import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '@tickets/core/platform/net/network';
import type { Logger } from 'pino';
import { refusalText } from './refusals.ts';

export interface ConnectionLimits {
  /** Of this process, live sockets included. */
  max: number;
  /** Of one address that is no trusted proxy. */
  each_max: number;
}

/** Files, the database and Discord need descriptors, too. */
const KEPT_DESCRIPTORS = 200;
const MOST = 16_000;
const EACH = 256;
/** Time to read why one is refused. */
const LAST_WORDS_MS = 500;
const TELL_EVERY_MS = 60_000;

/** As many as leave the process descriptors for everything else. */
export function usualLimits(): ConnectionLimits {
  return { max: Math.min(MOST, Math.max(64, openFilesMax() - KEPT_DESCRIPTORS)), each_max: EACH };
}

function openFilesMax(): number {
  if (process.platform !== 'linux') return Number.POSITIVE_INFINITY;
  const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
}

/** Refuses connections above the limits, with a word of why, before the process runs out of descriptors. */
export function limitConnections(
  server: Server,
  { max, each_max }: ConnectionLimits,
  { isProxy, log }: { isProxy: (address: string) => boolean; log: Pick<Logger, 'warn'> },
): void {
  const perAddress = new Map<string, number>();
  let all = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  const [serve] = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const address = networkOf(remoteAddress);
    const own = perAddress.get(address) ?? 0;
    const isFull = all >= max;
    if (isFull || (own >= each_max && !isProxy(remoteAddress)))
      return refuse(socket, { address, own, isFull });
    all += 1;
    perAddress.set(address, own + 1);
    socket.once('close', () => {
      all -= 1;
      const left = (perAddress.get(address) ?? 1) - 1;
      if (left) perAddress.set(address, left);
      else perAddress.delete(address);
    });
    serve?.call(server, socket);
  });
  // Those who are being refused take descriptors, too; beyond them a connection is closed without a word.
  server.maxConnections = max + Math.floor(KEPT_DESCRIPTORS / 4);

  function refuse(socket: Socket, facts: { address: string; own: number; isFull: boolean }): void {
    socket.on('error', () => undefined);
    socket.end(refusalText('service.overloaded'));
    socket.resume();
    setTimeout(() => socket.destroy(), LAST_WORDS_MS).unref();
    if (performance.now() - toldAt < TELL_EVERY_MS) return;
    toldAt = performance.now();
    log.warn({ ...facts, all, max, each_max }, 'connections are refused');
  }
}
