import type { FastifyReply } from 'fastify';

/**
 * Calls back once when an answer was sent or its reader has gone; at once where that is so already. Whatever is taken for an answer
 * after something was waited for is given back by this: an event that came before is not told again.
 */
export function whenOver({ raw }: FastifyReply, over: () => void): void {
  if (raw.closed || raw.destroyed) over();
  else raw.once('close', over);
}
