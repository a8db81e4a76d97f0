import { AppError, fillText } from '@tickets/contract/errors';
import { PermissionLevel } from '@tickets/contract/levels';
import { OverwriteType, PermissionFlagsBits as P, RESTJSONErrorCodes } from 'discord-api-types/v10';
import type { Access } from '../../access/access.ts';
import { loadAccess } from '../../access/load.ts';
import { mayWorkPanel } from '../../access/tickets.ts';
import { blacklistEntryOf, isRoleBlacklisted } from '../../blacklist/blacklisted.ts';
import type { Context } from '../../platform/context.ts';
import { twice } from '../../platform/discord/ask.ts';
import { standard, threadNeeds } from '../../platform/discord/channel-permissions.ts';
import { hasDiscordCode } from '../../platform/discord/failures.ts';
import { botAccess } from '../../servers/bot-access.ts';
import { wordingOf } from '../../wording/look.ts';
import { explainRefusal } from '../../wording/refusals.ts';
import { givable, heldAround, staffOf, ticketOverwrites } from '../channel/channel-overwrites.ts';
import { changeNeeds } from '../following/channel-sync.ts';
import { isSynced, syncTicketLater } from '../following/sync-later.ts';
import { keyOf, type Ticket } from '../model/find.ts';
import { panelTeamsOf } from '../model/panel-teams.ts';
import { requireMayWrite } from '../model/ticket-access.ts';

interface Target {
  kind: 'user' | 'role';
  id: string;
}

export interface MemberChange {
  ticket: Ticket;
  access: Access;
  username: string;
  target: Target & { name: string };
}

/** Lets a member or a role into an open ticket, and keeps that, so that they stay when the channel is rebuilt. */
export async function addToTicket(ctx: Context, change: MemberChange): Promise<void> {
  const { ticket, target } = change;
  await checkMayChange(ctx, change);
  await checkIsNew(ctx, change);
  await checkBlacklist(ctx, change);
  const isNew = await keepMember(ctx, change);
  try {
    await inDiscord(ctx, change, 'audit_add', async (channel_id, reason) => {
      if (ticket.is_thread) return ctx.discord.api.threads.addMember(channel_id, target.id);
      // With everything that is true of them, so that staff who are added lose nothing.
      const { settings } = await wordingOf(ctx, ticket.guild_id);
      const all = await ticketOverwrites(ctx, ticket, settings);
      const { allow = '0', deny = '0' } = all.find(({ id }) => id === target.id) ?? {};
      await overwrite(ctx, change, { allow, deny, reason });
    });
  } catch (error) {
    if (isNew) await forget(ctx, change);
    throw error;
  }
  ctx.events.publish({ type: 'ticket.changed', ...keyOf(ticket) });
}

const syncedFor = ({ target }: MemberChange) => ({ what: 'permissions', of: target.id }) as const;

/** Returns whether they were not in the ticket before. */
function keepMember(ctx: Context, change: MemberChange): Promise<boolean> {
  const { ticket, target } = change;
  return ctx.db.transaction().execute(async (tx) => {
    const added = await tx
      .insertInto('ticket_members')
      .values({ ...keyOf(ticket), member_id: target.id, kind: target.kind })
      .onConflict((oc) => oc.doNothing())
      .returning('member_id')
      .executeTakeFirst();
    await syncTicketLater(tx, ticket, syncedFor(change));
    return added !== undefined;
  });
}

/** Takes a member or a role out of an open ticket. Staff and the opener stay. */
export async function removeFromTicket(ctx: Context, change: MemberChange): Promise<void> {
  const { ticket, target } = change;
  await checkMayChange(ctx, change);
  if (target.id === ticket.opener_id) throw new AppError('ticket.opener_not_removable');
  if (await isStaff(ctx, change)) throw new AppError('ticket.staff_not_removable');
  if (!(await isKept(ctx, change)) && !(await isInDiscord(ctx, change)))
    throw new AppError('ticket.member_not_in', { params: { member: mention(target) } });
  const wasIn = await forget(ctx, change);
  try {
    await inDiscord(ctx, change, 'audit_remove', async (channel_id, reason) => {
      if (ticket.is_thread) return ctx.discord.api.threads.removeMember(channel_id, target.id);
      const held = await heldAround(ctx, await botAccess(ctx, ticket.guild_id), ticket);
      const denied = givable(held, standard);
      await overwrite(ctx, change, { allow: '0', deny: String(denied), reason });
    });
  } catch (error) {
    if (wasIn) await keepMember(ctx, change);
    throw error;
  }
  ctx.events.publish({ type: 'ticket.changed', ...keyOf(ticket) });
}

async function checkMayChange(ctx: Context, { ticket, access, target }: MemberChange): Promise<void> {
  if (access.level < PermissionLevel.support && access.user_id !== ticket.opener_id)
    throw new AppError('ticket.member_denied');
  await requireMayWrite(ctx.db, access, ticket);
  if (target.id === ticket.guild_id) throw new AppError('ticket.everyone_refused');
  if (target.kind === 'role' && ticket.is_thread) throw new AppError('ticket.role_in_thread');
}

/** Whom we let in may have left the thread, or have been taken out in Discord; then they are let in again. */
async function checkIsNew(ctx: Context, change: MemberChange): Promise<void> {
  const { ticket, target } = change;
  const isIn =
    target.id === ticket.opener_id ||
    (await isBot(ctx, change)) ||
    ((await isKept(ctx, change)) && (await isInDiscord(ctx, change)));
  if (isIn) throw new AppError('ticket.member_already', { params: { member: mention(target) } });
  if (target.kind === 'user' && !(await loadAccess(ctx, ticket.guild_id, target.id))?.is_member)
    throw new AppError('ticket.member_unknown');
}

async function isBot(ctx: Context, { ticket, target }: MemberChange): Promise<boolean> {
  if (target.id === ctx.discord.user_id) return true;
  return target.id === (await botAccess(ctx, ticket.guild_id)).role_id;
}

/** Whether someone let them in. */
async function isKept(ctx: Context, { ticket, target }: MemberChange): Promise<boolean> {
  const kept = await ctx.db
    .selectFrom('ticket_members')
    .where('guild_id', '=', ticket.guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .where('member_id', '=', target.id)
    .select('member_id')
    .executeTakeFirst();
  return kept !== undefined;
}

/** Whether Discord lets them see the ticket, by name or by a role; of a thread, whether they are in it. */
async function isInDiscord(ctx: Context, change: MemberChange): Promise<boolean> {
  const { ticket, target } = change;
  const { channels, threads } = ctx.discord.api;
  const channel_id = placeOf(ticket);
  try {
    if (ticket.is_thread) return Boolean(await twice(() => threads.getMember(channel_id, target.id)));
    const channel = await twice(() => channels.get(channel_id));
    const overwrites = 'permission_overwrites' in channel ? (channel.permission_overwrites ?? []) : [];
    const own = overwrites.find(({ id }) => id === target.id);
    if (own && BigInt(own.deny) & P.ViewChannel) return false;
    const access = await loadAccess(ctx, ticket.guild_id, target.id);
    const ids = [target.id, ...(access?.role_ids ?? [])];
    return overwrites.some(({ id, allow }) => ids.includes(id) && BigInt(allow) & P.ViewChannel);
  } catch (error) {
    if (hasDiscordCode(error, RESTJSONErrorCodes.UnknownMember)) return false;
    throw await explained(ctx, ticket, error);
  }
}

function placeOf({ ticket_id, channel_id }: Ticket): string {
  if (!channel_id) throw new AppError('ticket.channel_missing', { params: { ticket_id } });
  return channel_id;
}

function explained(ctx: Context, ticket: Ticket, error: unknown): Promise<AppError> {
  const { guild_id, channel_id, parent_id, is_thread } = ticket;
  const where = is_thread
    ? { channel_id: parent_id, needs: threadNeeds }
    : { channel_id, needs: changeNeeds };
  return explainRefusal(ctx, error, { guild_id, ...where });
}

/** Only staff are told who is on the blacklist. */
async function checkBlacklist(ctx: Context, { ticket, access, target }: MemberChange): Promise<void> {
  const entry = await entryOf(ctx, ticket.guild_id, target);
  if (!entry) return;
  const member = mention(target);
  if (access.level < PermissionLevel.support)
    throw new AppError('ticket.member_refused', { params: { member } });
  throw new AppError('ticket.member_blacklisted', { params: { member, entry: mention(entry) } });
}

async function entryOf(ctx: Context, guild_id: string, target: Target): Promise<Target | undefined> {
  if (target.kind === 'role')
    return (await isRoleBlacklisted(ctx.db, { guild_id, role_id: target.id })) ? target : undefined;
  const access = await loadAccess(ctx, guild_id, target.id);
  return access && blacklistEntryOf(ctx.db, access);
}

const mention = ({ kind, id }: Target) => (kind === 'role' ? `<@&${id}>` : `<@${id}>`);

async function isStaff(ctx: Context, change: MemberChange): Promise<boolean> {
  const { ticket, target } = change;
  const { guild_id } = ticket;
  if (await isBot(ctx, change)) return true;
  if (target.kind === 'role') return (await staffOf(ctx, ticket)).some(({ id }) => id === target.id);
  const [access, panel] = await Promise.all([
    loadAccess(ctx, guild_id, target.id),
    panelTeamsOf(ctx.db, guild_id, ticket.panel_id),
  ]);
  return access !== undefined && mayWorkPanel(access, panel).allowed;
}

async function inDiscord(
  ctx: Context,
  change: MemberChange,
  text: 'audit_add' | 'audit_remove',
  work: (channel_id: string, reason: string) => Promise<unknown>,
): Promise<void> {
  const { ticket, target, username } = change;
  const { guild_id, ticket_id } = ticket;
  const channel_id = placeOf(ticket);
  const { t } = await wordingOf(ctx, guild_id);
  const reason = fillText(t.members[text], { ticket: ticket_id, member: target.name, user: username });
  try {
    await twice(() => work(channel_id, reason));
    await isSynced(ctx, ticket, syncedFor(change));
  } catch (error) {
    throw await explained(ctx, ticket, error);
  }
}

async function overwrite(
  ctx: Context,
  { ticket, target }: MemberChange,
  { allow, deny, reason }: { allow: string; deny: string; reason: string },
): Promise<void> {
  const type = target.kind === 'role' ? OverwriteType.Role : OverwriteType.Member;
  const channel_id = String(ticket.channel_id);
  const { channels } = ctx.discord.api;
  await channels.editPermissionOverwrite(channel_id, target.id, { type, allow, deny }, { reason });
}

/** Returns whether they were in the ticket. */
function forget(ctx: Context, change: MemberChange): Promise<boolean> {
  const { ticket, target } = change;
  return ctx.db.transaction().execute(async (tx) => {
    const removed = await tx
      .deleteFrom('ticket_members')
      .where('guild_id', '=', ticket.guild_id)
      .where('ticket_id', '=', ticket.ticket_id)
      .where('member_id', '=', target.id)
      .returning('member_id')
      .executeTakeFirst();
    await syncTicketLater(tx, ticket, syncedFor(change));
    return removed !== undefined;
  });
}
