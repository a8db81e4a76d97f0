import { AppError } from '@tickets/contract/errors';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { isRefusal } from '../../platform/discord/failures.ts';
import { addJob, type JobPayloads, removeJob } from '../../platform/jobs/jobs.ts';
import { ticketLock, withLock } from '../../platform/locks/ticket-lock.ts';
import { upsertChannel } from '../../servers/channels.ts';
import { wordingOf } from '../../wording/look.ts';
import { findTicket, keyOf, type Ticket, type TicketKey } from '../model/find.ts';
import { refreshWelcome } from '../welcome/switch-welcome.ts';
import { syncTicketChannel } from './channel-sync.ts';

type Payload = JobPayloads['ticket.sync'];
/** `permissions` brings the buttons along, and `panel` both. */
export type Synced = Pick<Payload, 'what' | 'place'> & {
  /** Whose permissions: changes that hold no lock against each other each have a job of their own. */
  of?: string;
};

/** When the job takes over from the process that changed the ticket. */
const takeOverMs = 30_000;

const keyFor = ({ guild_id, ticket_id }: TicketKey, { what, of = 'all' }: Synced) =>
  `sync:${what}:${guild_id}:${ticket_id}:${of}`;

/**
 * To be called in the transaction that changes what a ticket's channel shows: Discord follows the row also after a crash,
 * and also when the row goes back because Discord's word on the change was lost.
 */
export function syncTicketLater(db: Db | Tx, ticket: TicketKey, synced: Synced): Promise<void> {
  const { guild_id, ticket_id } = ticket;
  const { of: _, ...payload } = synced;
  const runAt = new Date(Date.now() + takeOverMs);
  return addJob(
    db,
    'ticket.sync',
    { guild_id, ticket_id, ...payload },
    { key: keyFor(ticket, synced), runAt },
  );
}

/** Discord follows by now, or refused for good. */
export function isSynced(ctx: Context, ticket: TicketKey, synced: Synced): Promise<void> {
  return removeJob(ctx.db, keyFor(ticket, synced));
}

/** Brings a ticket's channel to what its row says. What Discord refuses for good is left as it is. */
export async function syncTicket(ctx: Context, { guild_id, ticket_id, ...synced }: Payload): Promise<void> {
  const done = await withLock(ctx.db, ticketLock(guild_id, ticket_id), async () => {
    const ticket = await findTicket(ctx.db, { guild_id, ticket_id });
    if (ticket?.status !== 'open' || !ticket.channel_id) return;
    try {
      await follow(ctx, { ...ticket, channel_id: ticket.channel_id }, synced);
    } catch (error) {
      if (!isRefused(error)) throw error;
      ctx.log.warn({ err: error, ...keyOf(ticket) }, 'the channel of a ticket does not follow its row');
    }
  });
  if (done.busy) throw new Error('another process is at this ticket');
}

async function follow(
  ctx: Context,
  ticket: Ticket & { channel_id: string },
  { what, place }: Synced,
): Promise<void> {
  if (place) {
    const channel = await ctx.discord.api.channels.edit(ticket.channel_id, place);
    if (!ticket.is_thread) await upsertChannel(ctx, ticket.guild_id, channel);
  }
  if (!ticket.is_thread) await syncTicketChannel(ctx, ticket, { overwrites: what !== 'buttons' });
  if (what !== 'panel') return;
  const wording = await wordingOf(ctx, ticket.guild_id);
  if (!(await refreshWelcome(ctx, wording, ticket))) throw new AppError('discord.unavailable');
}

const isRefused = (error: unknown) =>
  isRefusal(error) || (error instanceof AppError && error.code !== 'discord.unavailable');
