import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';

/** A page sends its sign-in, now and then a ping, and answers ours: some kilobytes an hour. */
const BYTES_AT_ONCE = 40 * 1024;
const BYTES_EACH_MS = 1;

/**
 * Ends a live socket that sends more than any page does. It counts what comes over the line, because pongs and the parts
 * of a message cost as much as messages do, and of those the library tells nothing.
 */
export function limitIncoming(socket: WebSocket, line: Socket): void {
  let left = BYTES_AT_ONCE;
  let counted_at = performance.now();
  // Before the library reads it. A piece has at most 64 kB; the one that is too much is still read.
  line.prependListener('data', ({ length }: Buffer) => {
    const now = performance.now();
    left = Math.min(BYTES_AT_ONCE, left + (now - counted_at) * BYTES_EACH_MS) - length;
    counted_at = now;
    if (left < 0) socket.terminate();
  });
}
