import { PermissionLevel } from '@tickets/contract/access/levels';
import { AppError, fillText } from '@tickets/contract/platform/errors';
import { OverwriteType, PermissionFlagsBits as P, RESTJSONErrorCodes } from 'discord-api-types/v10';
import { sql } from 'kysely';
import { authoriseTicket } from '../../access/authorise.ts';
import type { UserCall } from '../../access/caller.ts';
import { loadAccess } from '../../access/load.ts';
import { mayWorkPanel } from '../../access/tickets.ts';
import { blacklistEntryOf, isRoleBlacklisted } from '../../blacklist/blacklisted.ts';
import type { Tx } from '../../platform/db/db.ts';
import { twice } from '../../platform/discord/ask.ts';
import { standard, threadNeeds } from '../../platform/discord/channel-permissions.ts';
import { hasDiscordCode } from '../../platform/discord/failures.ts';
import { outOfArchive } from '../../platform/discord/own-messages.ts';
import { transact } from '../../platform/events/events.ts';
import { botAccess } from '../../servers/bot-access.ts';
import { isGuestOfEarlierMembership } from '../../servers/membership.ts';
import { wordingOf } from '../../wording/look.ts';
import { explainRefusal } from '../../wording/refusals.ts';
import { givable, heldAround, staffOf, ticketOverwrites } from '../channel/channel-overwrites.ts';
import { unchangeableOf } from '../channel/unchangeable.ts';
import { changeNeeds } from '../following/follow-channel.ts';
import { followLater, isFollowed } from '../following/follow-ticket.ts';
import {
  accessOfSomeone,
  addMembers,
  type NewMember,
  type Someone,
  type StaffOf,
  sinceJoined,
} from '../model/added-members.ts';
import { atTicket } from '../model/at-ticket.ts';
import { keyOf, type Ticket } from '../model/find.ts';
import { timeOfSnowflake } from '../model/message-payload.ts';
import { panelTeamsOf } from '../model/panel-teams.ts';

export interface MemberChange {
  ticket: Ticket;
  target: Someone & { name: string };
}

/** Lets a member or a role into an open ticket, and keeps that, so that they stay when the channel is rebuilt. */
export async function addToTicket(
  call: UserCall,
  { interaction_id, ...asked }: MemberChange & { interaction_id: string },
): Promise<void> {
  const { target } = asked;
  const added_at = timeOfSnowflake(interaction_id);
  await checkMayChange(call, asked);
  // Read before the caller's access is read again: a person who adds themselves is then either refused, or noted as staff.
  const access = await accessOfSomeone(call, asked.ticket.guild_id, target);
  await atTicket(call, asked.ticket, async (call, ticket) => {
    const change = { ticket, target };
    await checkMayChange(call, change);
    await checkIsNew(call, change);
    await checkBlacklist(call, change);
    await letIn(call, change, { ...target, access, added_at });
  });
}

async function letIn(call: UserCall, change: MemberChange, member: NewMember): Promise<void> {
  const { ticket, target } = change;
  // The opener is in it without being added.
  const { isNew, wasRemoved } =
    target.id === ticket.opener_id
      ? { isNew: false, wasRemoved: false }
      : await keepMember(call, change, member);
  try {
    await inDiscord(call, change, 'audit_add', async (channel_id, reason) => {
      if (ticket.is_thread)
        return outOfArchive(call.discord.api, channel_id, () =>
          call.discord.api.threads.addMember(channel_id, target.id),
        );
      // With everything that is true of them, so that staff who are added lose nothing.
      const { settings } = await wordingOf(call, ticket.guild_id);
      const all = await ticketOverwrites(call, ticket, settings);
      const { allow = '0', deny = '0' } = all.find(({ id }) => id === target.id) ?? {};
      await overwrite(call, change, { allow, deny, reason });
    });
  } catch (error) {
    if (isNew) await forget(call, change, wasRemoved);
    throw error;
  }
}

const followedFor = ({ target }: MemberChange) => ({ what: 'permissions', of: target.id }) as const;

/** Returns whether they were not in the ticket before, and whether they were taken out of it. */
function keepMember(
  call: UserCall,
  change: MemberChange,
  member: NewMember,
): Promise<{ isNew: boolean; wasRemoved: boolean }> {
  const { ticket } = change;
  return transact(call, async (tx, emit) => {
    const wasRemoved = await endRemoval(tx, change);
    const added = await addMembers(tx, ticket, [member]);
    await followLater(tx, ticket, followedFor(change));
    emit({ type: 'ticket.changed', ...keyOf(ticket) });
    return { isNew: added.length > 0, wasRemoved };
  });
}

/** Takes a member or a role out of an open ticket. Staff and the opener stay. */
export function removeFromTicket(call: UserCall, { ticket, target }: MemberChange): Promise<void> {
  return atTicket(call, ticket, (call, ticket) => takeOut(call, { ticket, target }));
}

async function takeOut(call: UserCall, change: MemberChange): Promise<void> {
  const { ticket, target } = change;
  await checkMayChange(call, change);
  if (target.id === ticket.opener_id) throw new AppError('ticket.opener_not_removable');
  if (await isStaff(call, change)) throw new AppError('ticket.staff_not_removable');
  if (!(await isKept(call, change)) && !(await isInDiscord(call, change)))
    throw new AppError('ticket.member_not_in', { params: { member: mention(target) } });
  const was = await forget(call, change, true);
  try {
    await inDiscord(call, change, 'audit_remove', async (channel_id, reason) => {
      if (ticket.is_thread)
        return outOfArchive(call.discord.api, channel_id, () =>
          call.discord.api.threads.removeMember(channel_id, target.id),
        );
      const held = await heldAround(call, await botAccess(call, ticket.guild_id), ticket);
      const kept = await unchangeableOf(call, ticket, target.id);
      const denied = givable(held, standard) | kept.deny;
      await overwrite(call, change, { allow: String(kept.allow), deny: String(denied), reason });
    });
  } catch (error) {
    if (was.member) await keepMember(call, change, was.member);
    else await forget(call, change, was.wasRemoved);
    throw error;
  }
}

async function checkMayChange(call: UserCall, { ticket, target }: MemberChange): Promise<void> {
  const words = { claimed: 'ticket.claimed_to_write', denied: 'ticket.member_denied' } as const;
  await authoriseTicket(call, 'ticket.change_members', ticket, words);
  if (target.id === ticket.guild_id) throw new AppError('ticket.everyone_refused');
  if (target.kind === 'role' && ticket.is_thread) throw new AppError('ticket.role_in_thread');
}

/** Whom we let in may have left the thread, as may its opener, or have been taken out in Discord; then they are let in again. */
async function checkIsNew(call: UserCall, change: MemberChange): Promise<void> {
  const { ticket, target } = change;
  const isIn =
    (await isBot(call, change)) ||
    (target.id === ticket.opener_id
      ? !ticket.is_thread || (await isInDiscord(call, change))
      : (await isKept(call, change)) && (await isInDiscord(call, change)));
  if (isIn) throw new AppError('ticket.member_already', { params: { member: mention(target) } });
  if (target.kind === 'user' && !(await loadAccess(call, ticket.guild_id, target.id))?.is_member)
    throw new AppError('ticket.member_unknown');
}

/** Whether that is one of our bots, or the role of one: each may have to take over. */
async function isBot(call: UserCall, { ticket, target }: MemberChange): Promise<boolean> {
  if (target.id === call.discord.user_id) return true;
  // Also those that are there and hear nothing just now.
  const { rows } = await sql`
    select from bot_guilds b left join guild_roles r on r.guild_id = b.guild_id and r.bot_id = b.bot_id
    where b.guild_id = ${ticket.guild_id} and b.is_trusted and ${target.id} in (b.bot_id, r.role_id)`.execute(
    call.db,
  );
  return rows.length > 0;
}

/** Whether someone let them in, and they did not leave the server and come back since. */
async function isKept(call: UserCall, { ticket, target }: MemberChange): Promise<boolean> {
  const kept = await call.db
    .selectFrom('ticket_members')
    .where('guild_id', '=', ticket.guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .where('member_id', '=', target.id)
    .where(sql<boolean>`not ${isGuestOfEarlierMembership('ticket_members')}`)
    .select('member_id')
    .executeTakeFirst();
  return kept !== undefined;
}

/** Whether Discord lets them see the ticket, by name or by a role; of a thread, whether they are in it. */
async function isInDiscord(call: UserCall, change: MemberChange): Promise<boolean> {
  const { ticket, target } = change;
  const { channels, threads } = call.discord.api;
  const channel_id = placeOf(ticket);
  try {
    if (ticket.is_thread) return Boolean(await twice(() => threads.getMember(channel_id, target.id)));
    const channel = await twice(() => channels.get(channel_id));
    const overwrites = 'permission_overwrites' in channel ? (channel.permission_overwrites ?? []) : [];
    const own = overwrites.find(({ id }) => id === target.id);
    if (own && BigInt(own.deny) & P.ViewChannel) return false;
    const access = await loadAccess(call, ticket.guild_id, target.id);
    const ids = [target.id, ...(access?.role_ids ?? [])];
    return overwrites.some(({ id, allow }) => ids.includes(id) && BigInt(allow) & P.ViewChannel);
  } catch (error) {
    if (hasDiscordCode(error, RESTJSONErrorCodes.UnknownMember)) return false;
    throw await explained(call, ticket, error);
  }
}

function placeOf({ ticket_id, channel_id }: Ticket): string {
  if (!channel_id) throw new AppError('ticket.channel_missing', { params: { ticket_id } });
  return channel_id;
}

function explained(call: UserCall, ticket: Ticket, error: unknown): Promise<AppError> {
  const { guild_id, channel_id, parent_id, is_thread } = ticket;
  const where = is_thread
    ? { channel_id: parent_id, needs: threadNeeds }
    : { channel_id, needs: changeNeeds };
  return explainRefusal(call, error, { guild_id, ...where });
}

/** Only staff are told who is on the blacklist. */
async function checkBlacklist(call: UserCall, { ticket, target }: MemberChange): Promise<void> {
  const entry = await entryOf(call, ticket.guild_id, target);
  if (!entry) return;
  const member = mention(target);
  if (call.caller.access.level < PermissionLevel.support)
    throw new AppError('ticket.member_refused', { params: { member } });
  throw new AppError('ticket.member_blacklisted', { params: { member, entry: mention(entry) } });
}

async function entryOf(call: UserCall, guild_id: string, target: Someone): Promise<Someone | undefined> {
  if (target.kind === 'role')
    return (await isRoleBlacklisted(call.db, { guild_id, role_id: target.id })) ? target : undefined;
  const access = await loadAccess(call, guild_id, target.id);
  return access && blacklistEntryOf(call, access);
}

const mention = ({ kind, id }: Someone) => (kind === 'role' ? `<@&${id}>` : `<@${id}>`);

async function isStaff(call: UserCall, change: MemberChange): Promise<boolean> {
  const { ticket, target } = change;
  const { guild_id } = ticket;
  if (await isBot(call, change)) return true;
  if (target.kind === 'role') return (await staffOf(call, ticket)).some(({ id }) => id === target.id);
  const [access, panel] = await Promise.all([
    loadAccess(call, guild_id, target.id),
    panelTeamsOf(call, guild_id, ticket.panel_id),
  ]);
  return access !== undefined && mayWorkPanel(access, panel).allowed;
}

async function inDiscord(
  call: UserCall,
  change: MemberChange,
  text: 'audit_add' | 'audit_remove',
  work: (channel_id: string, reason: string) => Promise<unknown>,
): Promise<void> {
  const { ticket, target } = change;
  const { guild_id, ticket_id } = ticket;
  const channel_id = placeOf(ticket);
  const { t } = await wordingOf(call, guild_id);
  const reason = fillText(t.members[text], {
    ticket: ticket_id,
    member: target.name,
    user: call.caller.username,
  });
  try {
    await twice(() => work(channel_id, reason));
    await isFollowed(call, ticket, followedFor(change));
  } catch (error) {
    throw await explained(call, ticket, error);
  }
}

async function overwrite(
  call: UserCall,
  { ticket, target }: MemberChange,
  { allow, deny, reason }: { allow: string; deny: string; reason: string },
): Promise<void> {
  const type = target.kind === 'role' ? OverwriteType.Role : OverwriteType.Member;
  const channel_id = String(ticket.channel_id);
  const { channels } = call.discord.api;
  await channels.editPermissionOverwrite(channel_id, target.id, { type, allow, deny }, { reason });
}

/**
 * Ends that they were added. `isRemoved`: nor does a role let them into the ticket's channel, also when its permissions are written anew.
 * Returns what was noted of them before.
 */
function forget(
  call: UserCall,
  change: MemberChange,
  isRemoved: boolean,
): Promise<{ member: NewMember | undefined; wasRemoved: boolean }> {
  const { ticket, target } = change;
  return transact(call, async (tx, emit) => {
    const added = await tx
      .deleteFrom('ticket_members')
      .where('guild_id', '=', ticket.guild_id)
      .where('ticket_id', '=', ticket.ticket_id)
      .where('member_id', '=', target.id)
      .returning(['staff_of', 'added_at'])
      .executeTakeFirst();
    const wasRemoved = await endRemoval(tx, change);
    // A thread has no permissions that are written anew, and a role no others that let it in.
    if (isRemoved && target.kind === 'user' && !ticket.is_thread) await noteRemoval(call, tx, change);
    await followLater(tx, ticket, followedFor(change));
    emit({ type: 'ticket.changed', ...keyOf(ticket) });
    const member = added && { ...target, ...added, staff_of: added.staff_of as StaffOf }; // the table checks it
    return { member, wasRemoved };
  });
}

async function noteRemoval(call: UserCall, tx: Tx, { ticket, target }: MemberChange): Promise<void> {
  const { guild_id, ticket_id } = ticket;
  const removed_at = sinceJoined(guild_id, target.id, call.clock.now());
  await tx
    .insertInto('ticket_removals')
    .values({ guild_id, ticket_id, user_id: target.id, removed_at })
    .execute();
}

async function endRemoval(tx: Tx, { ticket, target }: MemberChange): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('ticket_removals')
    .where('guild_id', '=', ticket.guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .where('user_id', '=', target.id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
