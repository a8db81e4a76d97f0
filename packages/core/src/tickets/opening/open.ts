import { AppError } from '@tickets/contract/platform/errors';
import type { UserCall } from '../../access/caller.ts';
import type { Questions } from '../../forms/questions.ts';
import type { Context } from '../../platform/context.ts';
import { isFinal } from '../../platform/discord/ask.ts';
import { ticketLock, withLock } from '../../platform/locks/ticket-lock.ts';
import { warnUnlessOutage } from '../../platform/outages.ts';
import { listChannels } from '../../servers/channels.ts';
import { findTicket, type TicketKey } from '../model/find.ts';
import type { OpenRequest } from '../model/open-request.ts';
import type { StepOptions } from '../model/step.ts';
import { admitTicket } from './open-admit.ts';
import { planOpening } from './open-checks.ts';
import { continueOpening } from './open-steps.ts';
import type { EarlierTicket } from './openings-before.ts';

export type Opened =
  | { state: 'opened'; ticket_id: number; channel_id: string }
  /** A second press: the ticket that the first one made. */
  | { state: 'already_open'; ticket_id: number; channel_id: string }
  | { state: 'being_opened'; ticket_id: number }
  /** Discord does not answer; the ticket is kept and finished later. */
  | { state: 'delayed'; ticket_id: number };

/** How long the steps in Discord are tried while the person waits; after that its effect goes on. */
const waits = [0, 400, 1500];

export type Prepared =
  /** The form of the panel with this custom id comes first. */
  { next: 'ask'; custom_id: string; form: Questions } | { next: 'open' } | { next: 'tell'; opened: Opened };

/**
 * What a press leads to. A panel with a form makes every check now and again when the form is sent, so that nobody
 * fills it in for nothing and nobody slips through. Writes nothing.
 */
export async function prepareOpening(call: UserCall, request: OpenRequest): Promise<Prepared> {
  const found = await withFreshChannels(call, request, () =>
    planOpening(call, call.db, request, { rehearsal: true }),
  );
  if (found.earlier) return { next: 'tell', opened: placeOf(found.earlier) };
  const { form, panel } = found.plan;
  return form && panel ? { next: 'ask', custom_id: panel.custom_id, form } : { next: 'open' };
}

/**
 * Opens a ticket for who calls, or points to the one that an earlier press opened, or refuses with the reason. `onPlaced`
 * is told sooner where the ticket can be used and its welcome message takes long.
 */
export async function openTicket(
  call: UserCall,
  request: OpenRequest,
  onPlaced?: (opened: Opened) => void,
): Promise<Opened> {
  const { ticket, isNew } = await withFreshChannels(call, request, () => admitTicket(call, request));
  if (!isNew) return placeOf(ticket);
  const { guild_id } = request;
  const { ticket_id } = ticket;
  const opened = await openNow(call, { guild_id, ticket_id }, (channel_id) =>
    onPlaced?.({ state: 'opened', ticket_id, channel_id }),
  );
  return opened ? { state: 'opened', ticket_id, channel_id: opened } : { state: 'delayed', ticket_id };
}

function placeOf({ ticket_id, channel_id }: EarlierTicket): Opened {
  return channel_id === null
    ? { state: 'being_opened', ticket_id }
    : { state: 'already_open', ticket_id, channel_id };
}

/** The cache may count channels that are gone; before saying that there is no room, Discord is asked. */
async function withFreshChannels<T>(
  ctx: Context,
  { guild_id }: OpenRequest,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const full =
      error instanceof AppError && ['ticket.guild_full', 'ticket.category_full'].includes(error.code);
    if (!full) throw error;
    await listChannels(ctx, guild_id, { refresh: true });
    return await work();
  }
}

/** Does the steps in Discord while someone waits. Returns the channel; undefined when it is opened later. */
export async function openNow(
  ctx: Context,
  key: TicketKey,
  onPlaced?: StepOptions['onPlaced'],
): Promise<string | undefined> {
  for (const [attempt, wait] of waits.entries()) {
    const started = performance.now();
    if (wait) await ctx.clock.pause(wait);
    try {
      const steps = () =>
        continueOpening(ctx, key, { is_first_try: attempt === 0, opener_waits: true, onPlaced });
      const done = await withLock(ctx.db, ticketLock(key.guild_id, key.ticket_id), steps);
      return done.busy ? undefined : (done.value?.channel_id ?? undefined);
    } catch (error) {
      if (error instanceof AppError && isFinal(error)) throw error;
      warnUnlessOutage(ctx.log, error, 'a step of opening a ticket failed', { ...key, attempt });
      if (performance.now() - started > 5000) break;
    }
  }
  // It can be used without what stands in it, which its effect sees to.
  const ticket = await findTicket(ctx.db, key);
  return ticket?.status === 'open' ? (ticket.channel_id ?? undefined) : undefined;
}
