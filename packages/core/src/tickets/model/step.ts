import type { Context } from '../../platform/context.ts';
import { isRefusal } from '../../platform/discord/failures.ts';
import { keyOf, type TicketKey } from './find.ts';

/** How a step towards an open ticket is done. */
export interface StepOptions {
  /** Nothing was tried before, so nothing can be there already and need not be looked for. */
  is_first_try?: boolean;
  /** The opener is told the outcome by the answer to their press; otherwise they are told in Discord. */
  opener_waits?: boolean;
  /** Told as soon as the ticket can be used, where what is still to be done takes long. It may be told more than once. */
  onPlaced?: ((channel_id: string) => void) | undefined;
}

/** A step that Discord refuses is left out and noted; when Discord does not answer, it is to be tried again. */
export function logRefusal(ctx: Context, ticket: TicketKey, error: unknown, what: string): void {
  if (!isRefusal(error)) throw error;
  ctx.log.warn({ err: error, ...keyOf(ticket) }, what);
}
