import type { Context } from '@tickets/core/context';
import { accessLoader } from '@tickets/core/permissions/load';
import { ticketFactsLoader } from '@tickets/core/permissions/ticket-access';
import { premiumLoader } from '@tickets/core/premium/tier';

/** What sockets ask the database, of which thousands ask at once: after a restart, when roles changed, every minute. */
export const liveAsks = (ctx: Context) => ({
  access: accessLoader(ctx),
  ticket: ticketFactsLoader(ctx),
  premium: premiumLoader(ctx),
});
export type LiveAsks = ReturnType<typeof liveAsks>;
