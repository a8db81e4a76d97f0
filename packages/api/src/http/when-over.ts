import type { FastifyReply } from 'fastify';

/**
 * Calls back once an answer was sent or its reader has gone, or at once where either has happened already. By this is given back what
 * was taken for the answer: the event of its end alone may have come before anyone listened.
 */
export function whenOver({ raw }: FastifyReply, over: () => void): void {
  if (raw.closed || raw.destroyed) over();
  else raw.once('close', over);
}
