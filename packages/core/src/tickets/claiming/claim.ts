import { randomUUID } from 'node:crypto';
import { PermissionLevel } from '@tickets/contract/access/levels';
import { AppError, errorTable, fillText } from '@tickets/contract/platform/errors';
import type { Access } from '../../access/access.ts';
import { authoriseParty, authoriseTicket } from '../../access/authorise.ts';
import type { UserCall } from '../../access/caller.ts';
import { loadAccess } from '../../access/load.ts';
import { mayWorkPanel, type PanelTeams } from '../../access/tickets.ts';
import type { Context } from '../../platform/context.ts';
import { twice } from '../../platform/discord/ask.ts';
import { postOnce } from '../../platform/discord/own-messages.ts';
import { transact } from '../../platform/events/events.ts';
import { warnUnlessOutage } from '../../platform/outages.ts';
import { checkDutiesLater } from '../../servers/duties-later.ts';
import { noMentions, successEmbed, wordingOf } from '../../wording/look.ts';
import { nameByClaim } from '../channel/claim-name.ts';
import { claimsChangePermissions, followChannel } from '../following/follow-channel.ts';
import { type Followed, followLater, isFollowed } from '../following/follow-ticket.ts';
import { atTicket, findOpenTicket } from '../model/at-ticket.ts';
import { findTicket, keyOf, type Ticket, type TicketKey } from '../model/find.ts';

/** Makes a ticket someone's own to answer. Returns false when it was theirs already. */
export function claimTicket(call: UserCall, key: TicketKey): Promise<boolean> {
  const { user_id, username } = call.caller;
  return changeClaim(call, key, async (call, ticket) => {
    await authoriseTicket(call, 'ticket.claim', key);
    if (ticket.claimed_by === user_id) return false;
    if (ticket.claimed_by) {
      const user = `<@${ticket.claimed_by}>`;
      throw new AppError('ticket.already_claimed', { params: { user } });
    }
    const { settings, t } = await wordingOf(call, key.guild_id);
    await moveClaim(call, ticket, {
      to: user_id,
      by: user_id,
      overwrites: claimsChangePermissions(settings),
      reason: fillText(t.claiming.audit_claim, { ticket: key.ticket_id, user: username }),
    });
    return true;
  });
}

/**
 * Makes a ticket another member of staff's own. Of one that is claimed only its claimer or an administrator may do
 * that. Returns false when it was theirs already. Both have to be staff for the ticket's panel.
 */
export function transferTicket(call: UserCall, key: TicketKey, to_user_id: string): Promise<boolean> {
  return changeClaim(call, key, async (call, ticket) => {
    const panel = await authoriseTransfer(call, key);
    if (!mayTakeTicket(await loadAccess(call, key.guild_id, to_user_id), panel))
      throw new AppError('ticket.transfer_target', { fields: [targetProblem] });
    if (ticket.claimed_by === to_user_id) return false;
    const { settings, t } = await wordingOf(call, key.guild_id);
    await moveClaim(call, ticket, {
      to: to_user_id,
      by: call.caller.user_id,
      overwrites: claimsChangePermissions(settings),
      reason: fillText(t.claiming.audit_transfer, {
        ticket: key.ticket_id,
        user: call.caller.username,
      }),
    });
    return true;
  });
}
const targetProblem = { path: 'user_id', message: errorTable['ticket.transfer_target'][1] };

/** Whether a ticket of a panel can be made someone's own. */
export function mayTakeTicket(target: Access | undefined, panel: PanelTeams): target is Access {
  return target?.is_member === true && mayWorkPanel(target, panel).allowed;
}

/** Refuses anyone who may not transfer a ticket, and tickets that cannot be transferred. Returns whose tickets its panel makes. */
export async function requireMayTransfer(call: UserCall, key: TicketKey): Promise<PanelTeams> {
  checkClaimable(await findOpenTicket(call, key));
  return authoriseTransfer(call, key);
}

/** Only staff who see a ticket learn who holds it. */
async function authoriseTransfer(call: UserCall, key: TicketKey): Promise<PanelTeams> {
  const facts = await authoriseTicket(call, 'ticket.claim', key);
  const object = { guild_id: key.guild_id, ticket: facts };
  authoriseParty(call, 'ticket.transfer', object, { claimed: 'ticket.transfer_denied' });
  return facts.panel;
}

/** Says in the ticket's channel whose it is now, where nobody was answered there. */
export async function tellOfClaim(ctx: Context, key: TicketKey): Promise<void> {
  const ticket = await findTicket(ctx.db, key);
  if (!ticket?.channel_id || ticket.status !== 'open') return;
  const { t, look } = await wordingOf(ctx, key.guild_id);
  const embed = ticket.claimed_by
    ? {
        title: t.claiming.claimed_title,
        description: fillText(t.claiming.claimed, { user: `<@${ticket.claimed_by}>` }),
      }
    : { title: t.claiming.unclaimed_title, description: t.claiming.unclaimed };
  const { channel_id } = ticket;
  const message = {
    embeds: [successEmbed(look, embed)],
    allowed_mentions: noMentions,
  };
  const nonce = randomUUID().slice(0, 25);
  await twice(() => postOnce(ctx, channel_id, nonce, message)).catch((error: unknown) =>
    warnUnlessOutage(ctx.log, error, 'a claim could not be told in its channel', keyOf(key)),
  );
}

/** Gives a claimed ticket back to the whole team. */
export async function unclaimTicket(call: UserCall, key: TicketKey): Promise<void> {
  const { user_id, username } = call.caller;
  await changeClaim(call, key, async (call, ticket) => {
    // Anyone who has lost the level by which they claimed it can still give it back.
    if (ticket.claimed_by !== user_id) await authoriseTicket(call, 'ticket.unclaim', key);
    if (!ticket.claimed_by) throw new AppError('ticket.not_claimed');
    requireHold(call.caller.access, ticket, 'ticket.unclaim_denied');
    const { t } = await wordingOf(call, key.guild_id);
    await moveClaim(call, ticket, {
      to: null,
      by: user_id,
      overwrites: true,
      reason: fillText(t.claiming.audit_unclaim, { ticket: key.ticket_id, user: username }),
    });
  });
}

/** Whose a claimed ticket is may be changed by who claimed it and by administrators. */
export function requireHold(
  { user_id, level }: Access,
  { claimed_by }: Ticket,
  refusal: 'ticket.transfer_denied' | 'ticket.unclaim_denied',
): void {
  if (claimed_by && claimed_by !== user_id && level < PermissionLevel.admin)
    throw new AppError(refusal, { params: { user: `<@${claimed_by}>` } });
}

function changeClaim<T>(
  press: UserCall,
  key: TicketKey,
  change: (call: UserCall, ticket: Ticket) => Promise<T>,
): Promise<T> {
  return atTicket(press, key, (call, ticket) => {
    checkClaimable(ticket);
    return change(call, ticket);
  });
}

function checkClaimable({ is_thread }: Ticket): void {
  if (is_thread) throw new AppError('ticket.claim_in_thread');
}

/** The row first; it goes back when Discord does not follow, so that both say the same. */
async function moveClaim(
  ctx: Context,
  ticket: Ticket,
  { to, by, overwrites, reason }: { to: string | null; by: string; overwrites: boolean; reason: string },
): Promise<void> {
  const claimed = { claimed_by: to, claimed_at: to ? ctx.clock.now() : null, changed_by: by };
  const followed = { what: overwrites ? ('permissions' as const) : ('buttons' as const) };
  if (!(await setClaim(ctx, ticket, claimed, followed)))
    throw new AppError('ticket.not_open', { params: { ticket_id: ticket.ticket_id } });
  try {
    await followChannel(ctx, { ...ticket, ...claimed }, { overwrites, reason });
  } catch (error) {
    const { claimed_by, claimed_at } = ticket;
    await setClaim(ctx, ticket, { claimed_by, claimed_at, changed_by: null });
    throw error;
  }
  await isFollowed(ctx, ticket, followed);
}

/** Returns whether the ticket is still open. `followed`: what of its channel is yet to follow. */
export async function setClaim(
  ctx: Context,
  ticket: Ticket,
  claim: Pick<Ticket, 'claimed_by' | 'claimed_at' | 'changed_by'>,
  followed?: Followed,
): Promise<boolean> {
  return transact(ctx, async (tx, emit) => {
    const changed = await tx
      .updateTable('tickets')
      .set(claim)
      .where('guild_id', '=', ticket.guild_id)
      .where('ticket_id', '=', ticket.ticket_id)
      .where('status', '=', 'open')
      .returningAll()
      .executeTakeFirst();
    if (changed) {
      await nameByClaim(tx, changed);
      emit({ type: 'ticket.changed', ...keyOf(ticket) });
    }
    if (changed && followed) await followLater(tx, changed, followed);
    // The claimer may have stopped being staff since that was checked.
    if (changed?.claimed_by) await checkDutiesLater(tx, ticket.guild_id, [changed.claimed_by]);
    return changed !== undefined;
  });
}
