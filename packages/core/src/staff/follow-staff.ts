import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/db/db.ts';
import { isRefusal, isUnknownChannel, lacksPermission } from '../platform/discord/failures.ts';
import {
  type EffectKind,
  type InBackground,
  nextTry,
  settled,
  takenUp,
  versionOf,
  want,
} from '../platform/effects/effects.ts';
import { oneByOne } from '../platform/effects/one-by-one.ts';
import { settleEffect } from '../platform/effects/settle.ts';
import { ticketLock, withLock } from '../platform/locks/ticket-lock.ts';
import { warnUnlessOutage } from '../platform/outages.ts';
import { botAccess } from '../servers/bot-access.ts';
import { givable, ticketOverwrites } from '../tickets/channel/channel-overwrites.ts';
import { setOverwrite } from '../tickets/channel/set-overwrite.ts';
import { takeOutOfThreads } from '../tickets/claiming/thread-staff.ts';
import { followOpenings } from '../tickets/following/follow-ticket.ts';
import { ticketChannelGone } from '../tickets/model/begin-closing.ts';
import { findTicket, keyOf, type TicketKey } from '../tickets/model/find.ts';
import { formerStaffStay } from '../tickets/model/thread-staff-notes.ts';
import { type Wording, wordingOf } from '../wording/look.ts';
import { endLapsedDuties } from './duties.ts';
import { isStaff } from './list.ts';
import type { StaffTarget } from './target.ts';

const noticePermissions = P.ViewChannel | P.ReadMessageHistory | P.UseApplicationCommands;

const effectOf = ({ guild_id, kind, id }: StaffTarget) => ({ guild_id, key: `${kind}:${id}` });

/** What staff see in Discord: the channels of open tickets that they work, and where tickets in threads are announced. */
export const staffPlaces: EffectKind = {
  name: 'staff',
  lockOf: ({ guild_id, key }) => `staff:${guild_id}:${key}`,
  async settle(ctx, { guild_id, key }) {
    const [kind, id = ''] = key.split(':');
    const { is_owed } = await followStaff(ctx, { guild_id, kind: kind === 'role' ? 'role' : 'user', id });
    return is_owed ? nextTry() : undefined;
  },
};

/** To be called in the transaction that changes the staff, so that Discord follows even after a crash. */
export function followStaffLater(tx: Tx, target: StaffTarget, who?: InBackground): Promise<void> {
  return want(tx, staffPlaces, { ...effectOf(target), wanted: {} }, takenUp(who));
}

/**
 * Brings Discord to what is known of someone. Safe to repeat. Returns the channels in which Discord refused it; one such
 * channel keeps no other from being done. When Discord does not answer, it is tried again later by itself.
 */
export async function followStaffNow(ctx: Context, target: StaffTarget): Promise<{ refused: string[] }> {
  const effect = effectOf(target);
  const done = await withLock(ctx.db, staffPlaces.lockOf(effect), async () => {
    const version = await versionOf(ctx.db, staffPlaces, effect);
    const { refused, is_owed } = await followStaff(ctx, target);
    if (version !== undefined && !is_owed) await settled(ctx.db, staffPlaces, effect, version);
    return { refused };
  });
  if (done.busy) throw new Error('another process is at these staff');
  return done.value;
}

/** Brings Discord to what was wanted of these, where nobody waits for it. What Discord does not answer is done later. */
export async function followStaffQuietly(ctx: Context, targets: readonly StaffTarget[]): Promise<void> {
  for (const target of targets) {
    try {
      await settleEffect(ctx, staffPlaces, effectOf(target));
    } catch (err) {
      warnUnlessOutage(ctx.log, err, 'channels of tickets follow a change of the staff later', target);
    }
  }
}

/** A channel that Discord did not let the bot change. `is_owed`: with permissions that the bot lacks, it would. */
interface Refused {
  channel_id: string;
  is_owed: boolean;
}

async function followStaff(ctx: Context, target: StaffTarget) {
  const { guild_id, kind, id } = target;
  const wording = await wordingOf(ctx, guild_id);
  const is_staff = await isStaff(ctx, target);
  const later = 'what staff see in Discord follows later';
  const notices: Refused[] = [];
  const tickets: Refused[] = [];
  const eachTicket = async () => {
    const work = async (key: TicketKey) =>
      tickets.push(...(await followInTicket(ctx, target, key, { wording, is_staff })));
    await oneByOne(ctx, await openChannelTickets(ctx, guild_id), { work, later });
  };
  const steps = [
    async () => notices.push(...(await showNotices(ctx, target, { wording, is_staff }))),
    // Before the tickets, so that nobody is let in once more who was added as staff.
    () => endLapsedDuties(ctx, target),
    () => followOpenings(ctx.db, guild_id),
    eachTicket,
    async () => kind === 'user' && takeOutOfThreads(ctx, guild_id, id),
  ];
  await oneByOne<() => Promise<unknown>>(ctx, steps, { work: (step) => step(), later });
  return {
    refused: tickets.map(({ channel_id }) => channel_id),
    is_owed: [...notices, ...tickets].some(({ is_owed }) => is_owed),
  };
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

/** A claim that is made at the same time waits, so that neither undoes the other. */
async function followInTicket(
  ctx: Context,
  target: StaffTarget,
  key: TicketKey,
  { wording, is_staff }: { wording: Wording; is_staff: boolean },
): Promise<Refused[]> {
  const done = await withLock(ctx.db, ticketLock(key.guild_id, key.ticket_id), async () => {
    const ticket = await findTicket(ctx.db, key);
    if (ticket?.status !== 'open' || !ticket.channel_id) return [];
    const all = await ticketOverwrites(ctx, ticket, wording.settings);
    const theirs = all.find(({ id }) => id === target.id);
    try {
      const place = { guild_id: key.guild_id, channel_id: ticket.channel_id };
      await setOverwrite(ctx, target, place, { ...theirs, reason: wording.t.staff.audit });
      return [];
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (isUnknownChannel(error)) {
        await ticketChannelGone(ctx, { guild_id: key.guild_id, channel_id: ticket.channel_id });
        return [];
      }
      const what = is_staff && theirs ? 'a ticket could not be opened to changed staff' : formerStaffStay;
      ctx.log.warn({ err: error, ...keyOf(ticket), id: target.id }, what);
      return [{ channel_id: ticket.channel_id, is_owed: lacksPermission(error) }];
    }
  });
  if (done.busy) throw new Error('another process is at this ticket');
  return done.value;
}

/** Staff see where tickets in threads are announced, and anyone who is staff no more does not. */
async function showNotices(
  ctx: Context,
  target: StaffTarget,
  { wording: { settings, t }, is_staff }: { wording: Wording; is_staff: boolean },
): Promise<Refused[]> {
  const channel_id = settings.ticket_notification_channel;
  if (!channel_id) return [];
  const { permissions } = await botAccess(ctx, target.guild_id);
  const allow = givable(permissions, noticePermissions);
  const theirs = is_staff ? { allow: String(allow), deny: '0' } : { allow: '0', deny: String(P.ViewChannel) };
  try {
    const place = { guild_id: target.guild_id, channel_id };
    await setOverwrite(ctx, target, place, { ...theirs, reason: t.staff.audit });
    return [];
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const what = is_staff
      ? 'the channel of notices was not opened to staff'
      : 'former staff may still see the channel of notices, because Discord does not let the bot close it to them';
    ctx.log.warn({ err: error, guild_id: target.guild_id, channel_id, id: target.id }, what);
    return [{ channel_id, is_owed: lacksPermission(error) }];
  }
}
