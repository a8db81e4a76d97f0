/** A process of readers who watch tickets, and come back as the dashboard does when a connection breaks. */
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { LiveServerFrame } from '../../packages/contract/src/tickets/live.ts';
import { type Collected, now, type Order, type Reader, type Report } from './frames.ts';

const AT_ONCE = 200;
const nothing = (): Collected => ({ delays: [], refusals: [], gaps: 0, closed: 0 });

let collected = nothing();
let url = '';
let live = 0;
const sockets = new Map<Reader, WebSocket>();
const seqs = new Map<Reader, number>();

function tell(report: Report): void {
  process.send?.(report);
}

function receive(reader: Reader, frame: LiveServerFrame): void {
  if ('error' in frame) {
    collected.refusals.push(frame.error);
    return;
  }
  if (frame.type === 'authenticated') {
    seqs.set(reader, frame.data.seq);
    live += 1;
  }
  if (frame.type !== 'message') return;
  const { seq, content } = frame.data;
  if (seq !== (seqs.get(reader) ?? 0) + 1) collected.gaps += 1;
  seqs.set(reader, seq);
  const written = Number(content.split(' ')[0]);
  if (written) collected.delays.push(now() - written);
}

/** Resolves when the connection stands, or has failed. */
function connect(reader: Reader, failures = 0): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = new WebSocket(url.replace('http', 'ws') + reader.path, {
    origin: url,
    perMessageDeflate: false,
    headers: { 'x-forwarded-for': reader.address },
  });
  sockets.set(reader, socket);
  let isLive = false;
  socket.on('open', () => {
    resolve();
    const since = seqs.get(reader);
    const data = { token: reader.token, ...(since !== undefined && { since }) };
    socket.send(JSON.stringify({ type: 'auth', data }));
  });
  socket.on('message', (data) => {
    const frame: LiveServerFrame = JSON.parse(String(data));
    isLive ||= 'type' in frame && frame.type === 'authenticated';
    receive(reader, frame);
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    resolve();
    if (isLive) {
      live -= 1;
      collected.closed += 1;
    }
    const tries = isLive ? 0 : failures + 1;
    const longest = Math.min(30_000, 1000 * 2 ** tries);
    setTimeout(() => void connect(reader, tries), longest * (0.5 + Math.random() / 2));
  });
  return promise;
}

async function connectAll(readers: Reader[]): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let reader = readers[next++]; reader; reader = readers[next++]) await connect(reader);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

process.on('message', (order: Order) => {
  if (order.kind === 'connect') {
    url = order.url;
    void connectAll(order.readers);
  } else if (order.kind === 'count') {
    tell({ kind: 'counted', live });
  } else if (order.kind === 'collect') {
    tell({ kind: 'collected', ...collected });
    collected = nothing();
  } else if (order.kind === 'resume') {
    for (const socket of sockets.values()) socket.resume();
  } else {
    const readers = [...sockets].filter(([{ path }]) => path === order.path).slice(0, order.count);
    for (const [, socket] of readers) socket.pause();
  }
});
// The parent ends this process; without work of its own it would end before.
await sleep(2 ** 31 - 1);
