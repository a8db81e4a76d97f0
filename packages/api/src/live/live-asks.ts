import type { TicketListFrame } from '@tickets/contract/tickets/live';
import { accessLoader } from '@tickets/core/access/load';
import { ticketFactsLoader } from '@tickets/core/access/ticket-access';
import type { Parties } from '@tickets/core/access/ticket-parties';
import type { Context } from '@tickets/core/platform/context';
import { gateLoader } from '@tickets/core/premium/tier';
import { type ListedTicket, listedTicketLoader } from '@tickets/core/tickets/lists/list';
import { type Frame, frameOf } from './frame.ts';

/** What sockets ask the database, of which thousands ask at once: after a restart, when roles changed, every minute. */
export const liveAsks = (ctx: Context) => ({
  access: accessLoader(ctx),
  ticket: ticketFactsLoader(ctx),
  premium: gateLoader(ctx, 'live_chat'),
  listed: listedFrames(ctx),
});
export type LiveAsks = ReturnType<typeof liveAsks>;

/** A line of the list, written down, and what decides who may see it. */
export interface Listed {
  ticket_id: number;
  parties: Parties;
  frame: Frame;
}

/** A line of the list, written down once for all who ask about it in the same moment. */
function listedFrames(ctx: Context) {
  const listed = listedTicketLoader(ctx);
  const frames = new WeakMap<ListedTicket, Frame>();
  return async (ticket: { guild_id: string; ticket_id: number }): Promise<Listed | undefined> => {
    const found = await listed(ticket);
    if (!found) return undefined;
    const frame =
      frames.get(found) ?? frameOf<TicketListFrame>({ type: 'tickets_changed', data: found.change });
    frames.set(found, frame);
    return { ticket_id: ticket.ticket_id, parties: found.parties, frame };
  };
}
