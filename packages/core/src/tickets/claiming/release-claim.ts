import { fillText } from '@tickets/contract/platform/errors';
import type { Access } from '../../access/access.ts';
import { loadAccess } from '../../access/load.ts';
import { mayWorkPanel, type PanelTeams } from '../../access/tickets.ts';
import type { Context } from '../../platform/context.ts';
import { isFinal } from '../../platform/discord/ask.ts';
import { nonceOf, postOnce } from '../../platform/discord/own-messages.ts';
import { ticketLock, withLock } from '../../platform/locks/ticket-lock.ts';
import { noMentions, successEmbed, wordingOf } from '../../wording/look.ts';
import { followChannel } from '../following/follow-channel.ts';
import { followWhenAllowed } from '../following/follow-ticket.ts';
import { findTicket, keyOf, type Ticket, type TicketKey } from '../model/find.ts';
import { panelTeamsOf } from '../model/panel-teams.ts';
import { setClaim } from './claim.ts';

/**
 * Gives a ticket back to its team when its claimer is no longer staff for it, and says so in its channel. The
 * row comes last, so that a repetition after a crash or an outage does all that is left.
 */
export async function releaseLapsedClaim(ctx: Context, key: TicketKey): Promise<void> {
  const done = await withLock(ctx.db, ticketLock(key.guild_id, key.ticket_id), async () => {
    const ticket = await findTicket(ctx.db, key);
    if (ticket?.status !== 'open' || !ticket.claimed_by) return;
    const [claimer, panel] = await Promise.all([
      loadAccess(ctx, ticket.guild_id, ticket.claimed_by),
      panelTeamsOf(ctx, ticket.guild_id, ticket.panel_id),
    ]);
    if (!isLapsed(claimer, panel)) return;
    if (!ticket.is_thread && ticket.channel_id) await releaseInDiscord(ctx, ticket, ticket.channel_id);
    if (!(await setClaim(ctx, ticket, { claimed_by: null, claimed_at: null, changed_by: null }))) return;
    ctx.log.info({ ...keyOf(ticket), user_id: ticket.claimed_by }, 'the claim of former staff ended');
  });
  if (done.busy) throw new Error('another process is at this ticket');
}

/** Whether a claim by someone ends: nothing ends while the bot is not in the server. */
export const isLapsed = (claimer: Access | undefined, panel: PanelTeams): boolean =>
  claimer !== undefined && !mayWorkPanel(claimer, panel).allowed;

/** What Discord refuses keeps nobody from taking the ticket over. */
async function releaseInDiscord(ctx: Context, ticket: Ticket, channel_id: string): Promise<void> {
  const { t, look } = await wordingOf(ctx, ticket.guild_id);
  const reason = fillText(t.claiming.audit_release, { ticket: ticket.ticket_id });
  try {
    const free = { ...ticket, claimed_by: null, claimed_at: null };
    await followChannel(ctx, free, { overwrites: true, reason });
    const description = fillText(t.claiming.released, { user: `<@${ticket.claimed_by}>` });
    // Said once, however often this is repeated.
    await postOnce(ctx, channel_id, nonceOf(channel_id, ticket.claimed_at?.getTime()), {
      embeds: [successEmbed(look, { title: t.claiming.unclaimed_title, description })],
      allowed_mentions: noMentions,
    });
  } catch (error) {
    if (!isFinal(error)) throw error;
    ctx.log.warn({ err: error, ...keyOf(ticket) }, 'the end of a claim could not be shown in its channel');
    await followWhenAllowed(ctx.db, ticket, error);
  }
}
