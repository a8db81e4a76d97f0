import { PermissionLevel } from '@tickets/contract/access/levels';
import { AppError } from '@tickets/contract/platform/errors';
import type { APIThreadMetadata } from 'discord-api-types/v10';
import { authoriseParty, authoriseTicket } from '../../access/authorise.ts';
import type { Call } from '../../access/caller.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { ifAnswered } from '../../platform/discord/ask.ts';
import { warnUnlessOutage } from '../../platform/outages.ts';
import { texts } from '../../platform/texts/texts.ts';
import { settingsFor } from '../../settings/read.ts';
import { beginClosing, type CloseSource, type Closing, systemClosing } from '../model/begin-closing.ts';
import { findTicket, findTicketByChannel, type Ticket } from '../model/find.ts';
import { timeOfSnowflake } from '../model/message-payload.ts';
import { openSince } from '../model/open-thread.ts';
import { finishClosingNow } from './closing.ts';

/**
 * Closes a ticket. From the moment this decides, the ticket is closed for everybody: what is left to do in Discord
 * is finished also when Discord does not answer now. Anyone who comes second is told that it is not open any more.
 * `onBegun` is the last moment to say something in the ticket's channel.
 */
export async function closeTicket(
  call: Call,
  request: Omit<Closing, 'closed_by'>,
  { onBegun }: { onBegun?: () => Promise<void> } = {},
): Promise<void> {
  const ticket = await findTicket(call.db, request);
  if (!ticket) throw new AppError('ticket.not_found');
  await authoriseClose(call, ticket, request.source);
  const closed_by = call.caller.kind === 'user' ? call.caller.user_id : null;
  if (!(await beginClosing(call, { ...request, closed_by })))
    throw new AppError('ticket.not_open', { params: { ticket_id: request.ticket_id } });
  await onBegun?.().catch((error: unknown) => {
    warnUnlessOutage(call.log, error, 'a close went on without being announced', {
      ticket_id: request.ticket_id,
    });
  });
  await finishClosingNow(call, request);
}

/**
 * Staff may close any ticket of their server, in the dashboard those that they may see. Its opener may where the settings
 * allow it.
 */
export async function authoriseClose(call: Call, ticket: Ticket, source: CloseSource): Promise<void> {
  const { caller } = call;
  if (caller.kind === 'system') return;
  if (source === 'dashboard' && caller.user_id !== ticket.opener_id) {
    await authoriseTicket(call, 'ticket.close', ticket, { claimed: 'permission.denied' });
    return;
  }
  // Who works its panel, and whose claim it is, decides nothing here, so it is not read.
  const parties = { opener_id: ticket.opener_id, panel: null, claim: null };
  const object = { guild_id: ticket.guild_id, ticket: parties };
  authoriseParty(call, 'ticket.close_in_discord', object, { denied: 'ticket.close_denied' });
  if (caller.access.level >= PermissionLevel.support) return;
  if (!(await mayCloseOwn(call, ticket))) throw new AppError('ticket.close_denied');
}

/** Whether someone is the opener of a ticket, is still in its server, and the settings let members close. */
export async function mayCloseOwn(
  { caller, ...ctx }: Call,
  { guild_id, opener_id }: Pick<Ticket, 'guild_id' | 'opener_id'>,
): Promise<boolean> {
  if (caller.kind !== 'user' || caller.user_id !== opener_id || !caller.access.is_member) return false;
  return (await settingsFor(ctx, guild_id)).users_can_close;
}

/** As Discord describes a thread that is in its archive, or locked. */
export interface ArchivedThread {
  guild_id: string;
  channel_id: string;
  last_message_id: string | null;
  metadata: Pick<APIThreadMetadata, 'archived' | 'archive_timestamp' | 'auto_archive_duration' | 'locked'>;
}

/**
 * A thread was archived or locked. By hand, which closes its ticket; or by Discord, because nothing was said in it for long, which does
 * not: whoever writes in it takes it out again. Discord says neither which it was nor who did it, but it archives a thread that
 * it does not lock, and none sooner than the thread's time after the last message.
 */
export async function threadArchived(ctx: Context, thread: ArchivedThread): Promise<void> {
  const { guild_id, channel_id, metadata } = thread;
  if (metadata.archived) await leftOpenNoMore(ctx.db, thread);
  const spoken = timeOfSnowflake(thread.last_message_id ?? channel_id).getTime();
  const quiet = Date.parse(metadata.archive_timestamp) - spoken;
  if (!metadata.locked && quiet >= metadata.auto_archive_duration * 60_000) return;
  const ticket = await findTicketByChannel(ctx.db, guild_id, channel_id);
  if (ticket?.status !== 'open' || !ticket.is_thread) return;
  // What was heard may be old: of a closing since which the ticket was reopened.
  if (await ifAnswered(openSince(ctx, channel_id))) return;
  const t = await textsOf(ctx, guild_id);
  const request = {
    ...systemClosing(ticket),
    reason: metadata.archived ? t.closing.thread_archived : t.closing.thread_locked,
    source: 'thread_archived' as const,
  };
  await beginClosing(ctx, request, { in_background: true });
}

/** From then on, taking it out of the archive opens its ticket. */
async function leftOpenNoMore(db: Db, { guild_id, channel_id, metadata }: ArchivedThread): Promise<void> {
  await db
    .updateTable('tickets')
    .set({ thread_left_open: false, channel_removed_at: new Date(metadata.archive_timestamp) })
    .where('guild_id', '=', guild_id)
    .where('channel_id', '=', channel_id)
    .where('thread_left_open', '=', true)
    .where('channel_removed_at', '<', new Date(metadata.archive_timestamp))
    .execute();
}

async function textsOf(ctx: Context, guild_id: string) {
  return texts((await settingsFor(ctx, guild_id)).text_language);
}
