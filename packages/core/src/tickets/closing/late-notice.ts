import type { Context } from '../../platform/context.ts';
import { directRetryAt, isTooManyNow } from '../../platform/discord/direct-channel.ts';
import { ofPeople } from '../../platform/discord/served-server.ts';
import { type EffectKind, want } from '../../platform/effects/effects.ts';
import { ticketLock } from '../../platform/locks/ticket-lock.ts';
import { type Wording, wordingOf } from '../../wording/look.ts';
import { findTicket, type Ticket } from '../model/find.ts';
import { tellOpener } from './announce-closing.ts';

/** An opener hears of the close within this time, or not at all. */
const LATE_MS_MAX = 24 * 60 * 60_000;

/**
 * The direct message to an opener that Discord did not let the bot open when the ticket was closed. The ticket does
 * not wait for it.
 */
export const lateNotice: EffectKind = {
  name: 'ticket.late_notice',
  lockOf: ({ guild_id, key }) => ticketLock(guild_id, Number(key)),
  async settle(ctx, { guild_id, key }) {
    const ticket = await findTicket(ctx.db, { guild_id, ticket_id: Number(key) });
    const now = ctx.clock.now();
    // It may be open again, as itself or as the ticket that goes on from it.
    if (ticket?.status !== 'closed' || (await goesOn(ctx, ticket))) return undefined;
    if (now.getTime() - (ticket.closed_at?.getTime() ?? 0) > LATE_MS_MAX) return undefined;
    const isTold = await tellOpenerIfOpened(ctx, await wordingOf(ctx, guild_id), ticket);
    return isTold ? undefined : directRetryAt(now);
  },
};

const goesOn = (ctx: Context, { guild_id, ticket_id }: Ticket) =>
  ctx.db
    .selectFrom('tickets')
    .where('guild_id', '=', guild_id)
    .where('continues', '=', ticket_id)
    .where('close_source', 'is distinct from', 'undone')
    .select('ticket_id')
    .executeTakeFirst();

/** Tells the opener now, or later where there are too many direct messages just then. */
export async function tellOpenerNowOrLater(ctx: Context, wording: Wording, ticket: Ticket): Promise<void> {
  if (await tellOpenerIfOpened(ctx, wording, ticket)) return;
  const { guild_id, ticket_id } = ticket;
  const due = directRetryAt(ctx.clock.now());
  await want(ctx.db, lateNotice, { guild_id, key: String(ticket_id), wanted: {} }, due);
}

/** Returns false where there are too many direct messages just then. */
async function tellOpenerIfOpened(ctx: Context, wording: Wording, ticket: Ticket): Promise<boolean> {
  try {
    await ofPeople(() => tellOpener(ctx, wording, ticket));
    return true;
  } catch (error) {
    if (!isTooManyNow(error)) throw error;
    const { guild_id, ticket_id } = ticket;
    ctx.log.info({ guild_id, ticket_id }, 'the opener is told later: there are too many direct messages now');
    return false;
  }
}
