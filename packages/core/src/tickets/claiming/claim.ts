import { randomUUID } from 'node:crypto';
import { AppError, errorTable, fillText } from '@tickets/contract/errors';
import { PermissionLevel } from '@tickets/contract/levels';
import type { Access } from '../../access/access.ts';
import { loadAccess } from '../../access/load.ts';
import { mayWorkPanel, type PanelTeams } from '../../access/tickets.ts';
import type { Context } from '../../platform/context.ts';
import { twice } from '../../platform/discord/ask.ts';
import { ticketLock, withLock } from '../../platform/locks/ticket-lock.ts';
import { noMentions, successEmbed, wordingOf } from '../../wording/look.ts';
import { nameByClaim } from '../channel/claim-name.ts';
import { claimsChangePermissions, syncTicketChannel } from '../following/channel-sync.ts';
import { isSynced, type Synced, syncTicketLater } from '../following/sync-later.ts';
import { findTicket, keyOf, type Ticket, type TicketKey } from '../model/find.ts';
import { requireTicketAccess } from '../model/ticket-access.ts';

interface Staff {
  access: Access;
  username: string;
}

/** Makes a ticket someone's own to answer. Returns false when it was theirs already. */
export function claimTicket(ctx: Context, { access, username }: Staff, key: TicketKey): Promise<boolean> {
  return changeClaim(ctx, key, async (ticket) => {
    await requireStaffOf(ctx, access, key);
    if (ticket.claimed_by === access.user_id) return false;
    if (ticket.claimed_by) {
      const user = `<@${ticket.claimed_by}>`;
      throw new AppError('ticket.already_claimed', { params: { user } });
    }
    const { settings, t } = await wordingOf(ctx, key.guild_id);
    await moveClaim(ctx, ticket, {
      to: access.user_id,
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
export function transferTicket(
  ctx: Context,
  { access, username }: Staff,
  key: TicketKey,
  to_user_id: string,
): Promise<boolean> {
  return changeClaim(ctx, key, async (ticket) => {
    const panel = await requireStaffOf(ctx, access, key);
    requireHold(access, ticket, 'ticket.transfer_denied');
    if (!mayTakeTicket(await loadAccess(ctx, key.guild_id, to_user_id), panel))
      throw new AppError('ticket.transfer_target', { fields: [targetProblem] });
    if (ticket.claimed_by === to_user_id) return false;
    const { settings, t } = await wordingOf(ctx, key.guild_id);
    await moveClaim(ctx, ticket, {
      to: to_user_id,
      overwrites: claimsChangePermissions(settings),
      reason: fillText(t.claiming.audit_transfer, { ticket: key.ticket_id, user: username }),
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
export async function requireMayTransfer(ctx: Context, access: Access, key: TicketKey): Promise<PanelTeams> {
  const panel = await requireStaffOf(ctx, access, key);
  requireHold(access, await claimable(ctx, key), 'ticket.transfer_denied');
  return panel;
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
    nonce: randomUUID().slice(0, 25),
    enforce_nonce: true,
  };
  await twice(() => ctx.discord.api.channels.createMessage(channel_id, message)).catch((error: unknown) =>
    ctx.log.warn({ err: error, ...keyOf(key) }, 'a claim could not be told in its channel'),
  );
}

/** Gives a claimed ticket back to the whole team. */
export async function unclaimTicket(
  ctx: Context,
  { access, username }: Staff,
  key: TicketKey,
): Promise<void> {
  await changeClaim(ctx, key, async (ticket) => {
    if (ticket.claimed_by !== access.user_id) await requireTicketAccess(ctx.db, access, key);
    if (!ticket.claimed_by) throw new AppError('ticket.not_claimed');
    requireHold(access, ticket, 'ticket.unclaim_denied');
    const { t } = await wordingOf(ctx, key.guild_id);
    await moveClaim(ctx, ticket, {
      to: null,
      overwrites: true,
      reason: fillText(t.claiming.audit_unclaim, { ticket: key.ticket_id, user: username }),
    });
  });
}

/** Refuses anyone who is not staff for a ticket's panel, or may not see it. */
async function requireStaffOf(ctx: Context, access: Access, key: TicketKey): Promise<PanelTeams> {
  const { panel } = await requireTicketAccess(ctx.db, access, key);
  if (!mayWorkPanel(access, panel).allowed) throw new AppError('permission.denied');
  return panel;
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

/** Changes of one ticket follow one another; another process that is at it makes this one ask again. */
async function changeClaim<T>(
  ctx: Context,
  key: TicketKey,
  change: (ticket: Ticket) => Promise<T>,
): Promise<T> {
  const done = await withLock(ctx.db, ticketLock(key.guild_id, key.ticket_id), async () =>
    change(await claimable(ctx, key)),
  );
  if (done.busy) throw new AppError('request.rate_limited');
  return done.value;
}

/** A ticket that can be someone's: open, and no thread. */
async function claimable(ctx: Context, key: TicketKey): Promise<Ticket> {
  const ticket = await findTicket(ctx.db, key);
  if (!ticket) throw new AppError('ticket.not_found');
  if (ticket.status !== 'open')
    throw new AppError('ticket.not_open', { params: { ticket_id: key.ticket_id } });
  if (ticket.is_thread) throw new AppError('ticket.claim_in_thread');
  return ticket;
}

/** The row first; it goes back when Discord does not follow, so that both say the same. */
async function moveClaim(
  ctx: Context,
  ticket: Ticket,
  { to, overwrites, reason }: { to: string | null; overwrites: boolean; reason: string },
): Promise<void> {
  const claimed = { claimed_by: to, claimed_at: to ? ctx.clock.now() : null };
  const synced = { what: overwrites ? ('permissions' as const) : ('buttons' as const) };
  if (!(await setClaim(ctx, ticket, claimed, synced)))
    throw new AppError('ticket.not_open', { params: { ticket_id: ticket.ticket_id } });
  try {
    await syncTicketChannel(ctx, { ...ticket, ...claimed }, { overwrites, reason });
  } catch (error) {
    await setClaim(ctx, ticket, { claimed_by: ticket.claimed_by, claimed_at: ticket.claimed_at });
    throw error;
  }
  await isSynced(ctx, ticket, synced);
  ctx.events.publish({ type: 'ticket.changed', guild_id: ticket.guild_id, ticket_id: ticket.ticket_id });
}

/** Returns whether the ticket is still open. `synced`: what of its channel is yet to follow. */
export async function setClaim(
  ctx: Context,
  ticket: Ticket,
  claim: Pick<Ticket, 'claimed_by' | 'claimed_at'>,
  synced?: Synced,
): Promise<boolean> {
  return ctx.db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('tickets')
      .set(claim)
      .where('guild_id', '=', ticket.guild_id)
      .where('ticket_id', '=', ticket.ticket_id)
      .where('status', '=', 'open')
      .returningAll()
      .executeTakeFirst();
    if (changed) await nameByClaim(tx, changed);
    if (changed && synced) await syncTicketLater(tx, changed, synced);
    return changed !== undefined;
  });
}
