import { OverwriteType, PermissionFlagsBits as P, RESTJSONErrorCodes } from 'discord-api-types/v10';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/db/db.ts';
import { twice } from '../platform/discord/ask.ts';
import { hasDiscordCode, isRefusal, isUnknownChannel } from '../platform/discord/failures.ts';
import { addJob, removeJob } from '../platform/jobs/jobs.ts';
import { ticketLock, withLock } from '../platform/locks/ticket-lock.ts';
import { botAccess } from '../servers/bot-access.ts';
import { givable, ticketOverwrites } from '../tickets/channel/channel-overwrites.ts';
import { ticketChannelGone } from '../tickets/model/begin-closing.ts';
import { findTicket, keyOf, type TicketKey } from '../tickets/model/find.ts';
import { type Wording, wordingOf } from '../wording/look.ts';
import { endLapsedDuties } from './duties.ts';
import { isStaff } from './list.ts';
import type { StaffTarget } from './staff.ts';

/** When the job takes over from the process that changed the staff. */
const patienceMs = 60_000;

const noticePermissions = P.ViewChannel | P.ReadMessageHistory | P.UseApplicationCommands;

const keyFor = ({ guild_id, id }: StaffTarget) => `staff:${guild_id}:${id}`;

/** To be called in the transaction that changes the staff, so that Discord follows even after a crash. */
export function syncStaffLater(tx: Tx, { guild_id, kind, id }: StaffTarget): Promise<void> {
  const runAt = new Date(Date.now() + patienceMs);
  return addJob(tx, 'staff.sync', { guild_id, kind, id }, { key: keyFor({ guild_id, kind, id }), runAt });
}

/**
 * Brings Discord to what is known of someone: they see the channels of open tickets that they work, and where tickets
 * in threads are announced. Safe to repeat. Returns the channels in which Discord refused it; one such channel keeps
 * no other from being done. When Discord does not answer, the job tries again.
 */
export async function syncStaff(ctx: Context, target: StaffTarget): Promise<{ refused: string[] }> {
  const done = await withLock(ctx.db, keyFor(target), async () => {
    const wording = await wordingOf(ctx, target.guild_id);
    const refused: string[] = [];
    await showNotices(ctx, target, wording);
    for (const key of await openChannelTickets(ctx, target.guild_id)) {
      const channel_id = await syncStaffInTicket(ctx, target, key, wording);
      if (channel_id) refused.push(channel_id);
    }
    await endLapsedDuties(ctx, target);
    await removeJob(ctx.db, keyFor(target));
    return { refused };
  });
  if (done.busy) throw new Error('another process is at these staff');
  return done.value;
}

async function openChannelTickets(ctx: Context, guild_id: string): Promise<TicketKey[]> {
  return ctx.db
    .selectFrom('tickets')
    .where('guild_id', '=', guild_id)
    .where('status', '=', 'open')
    .where('is_thread', '=', false)
    .where('channel_id', 'is not', null)
    .select(['guild_id', 'ticket_id'])
    .orderBy('ticket_id')
    .execute();
}

/** Returns the channel when Discord refused. A claim that is made meanwhile waits, so that neither undoes the other. */
async function syncStaffInTicket(
  ctx: Context,
  target: StaffTarget,
  key: TicketKey,
  wording: Wording,
): Promise<string | undefined> {
  const done = await withLock(ctx.db, ticketLock(key.guild_id, key.ticket_id), async () => {
    const ticket = await findTicket(ctx.db, key);
    if (ticket?.status !== 'open' || !ticket.channel_id) return undefined;
    const all = await ticketOverwrites(ctx, ticket, wording.settings);
    const theirs = all.find(({ id }) => id === target.id);
    try {
      await setOverwrite(ctx, target, ticket.channel_id, { ...theirs, reason: wording.t.staff.audit });
      return undefined;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (isUnknownChannel(error)) {
        await ticketChannelGone(ctx, { guild_id: key.guild_id, channel_id: ticket.channel_id });
        return undefined;
      }
      ctx.log.warn({ err: error, ...keyOf(ticket) }, 'a ticket could not be opened to changed staff');
      return ticket.channel_id;
    }
  });
  if (done.busy) throw new Error('another process is at this ticket');
  return done.value;
}

/** Staff see where tickets in threads are announced, and anyone who is staff no more does not. */
async function showNotices(ctx: Context, target: StaffTarget, { settings, t }: Wording): Promise<void> {
  const channel_id = settings.ticket_notification_channel;
  if (!channel_id) return;
  const { permissions } = await botAccess(ctx, target.guild_id);
  const allow = givable(permissions, noticePermissions);
  const theirs = (await isStaff(ctx, target))
    ? { allow: String(allow), deny: '0' }
    : { allow: '0', deny: String(P.ViewChannel) };
  try {
    await setOverwrite(ctx, target, channel_id, { ...theirs, reason: t.staff.audit });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    ctx.log.warn(
      { err: error, guild_id: target.guild_id, channel_id },
      'the channel of notices was not opened to staff',
    );
  }
}

async function setOverwrite(
  ctx: Context,
  { kind, id }: StaffTarget,
  channel_id: string,
  { allow, deny, reason }: { allow?: string; deny?: string; reason: string },
): Promise<void> {
  const { channels } = ctx.discord.api;
  const type = kind === 'role' ? OverwriteType.Role : OverwriteType.Member;
  if (allow !== undefined && deny !== undefined) {
    await twice(() => channels.editPermissionOverwrite(channel_id, id, { type, allow, deny }, { reason }));
    return;
  }
  try {
    await twice(() => channels.deletePermissionOverwrite(channel_id, id, { reason }));
  } catch (error) {
    if (!hasDiscordCode(error, RESTJSONErrorCodes.UnknownPermissionOverwrite)) throw error;
  }
}
