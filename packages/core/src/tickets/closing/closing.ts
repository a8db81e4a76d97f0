import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { lastTryAt, StorageError, storeAttachmentsOf } from '../../files/attachments.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { toldOfDatabase } from '../../platform/db/outage.ts';
import { isUnknownChannel, lacksPermission, unlessRefused } from '../../platform/discord/failures.ts';
import { postOnce } from '../../platform/discord/own-messages.ts';
import { transact } from '../../platform/events/events.ts';
import { ticketLock, withLock } from '../../platform/locks/ticket-lock.ts';
import { warnUnlessOutage } from '../../platform/outages.ts';
import { liveName } from '../../servers/live-name.ts';
import { type Wording, wordingOf } from '../../wording/look.ts';
import { hiddenOverwrites } from '../channel/channel-overwrites.ts';
import { removeJoinNotice } from '../channel/join-notice.ts';
import { backfillTicket, deleteUnseen, type Seen } from '../conversation/backfill.ts';
import { unheardAuthor } from '../conversation/message-rows.ts';
import { forgetReads } from '../conversation/read-marks.ts';
import { serverName } from '../model/closer.ts';
import { findTicket, keyOf, type Ticket, type TicketKey } from '../model/find.ts';
import { timeOfSnowflake } from '../model/message-payload.ts';
import { openSince } from '../model/open-thread.ts';
import { noWebhook, saveTicket } from '../model/save.ts';
import { isContinued } from '../model/unfinished.ts';
import { announceInArchive, closingNonce, waitedForMs } from './announce-closing.ts';
import { auditReasonOf } from './audit-reason.ts';
import { keptChannelMessage, keptThreadMessage, tellsOfClosing, threadMessage } from './closed-messages.ts';
import { forgetWords } from './forget.ts';
import { tellOpenerNowOrLater } from './late-notice.ts';
import { checkStillThere } from './still-there.ts';
import { lockWhenAllowed, putAway } from './thread-lock.ts';

/**
 * Takes a closing ticket to its end. Each step leaves a mark in the row or can be repeated, so this may be called
 * again after a crash or an outage at any point. What Discord refuses for good is left out; when it does not answer,
 * this throws and is called again later.
 */
export async function continueClosing(ctx: Context, key: TicketKey): Promise<void> {
  const found = await findTicket(ctx.db, key);
  if (found?.status !== 'closing') return;
  let ticket = found;
  const wording = await wordingOf(ctx, key.guild_id);
  const { channel_id } = ticket;
  if (channel_id && !ticket.channel_removed_at) {
    if (!ticket.is_thread) await hideChannel(ctx, wording, ticket, channel_id);
    const seen: Seen = { ids: new Set(), from: '0', newest: channel_id };
    const read = await backfillTicket(ctx, { ...key, channel_id }, { depth: 'everything', seen });
    if (read === 'done' && !ticket.is_thread) {
      // By Discord's clock, as are the times of the messages it is compared with.
      ticket = await saveTicket(ctx, ticket, { final_read_at: timeOfSnowflake(seen.newest) });
      await deleteUnseen(ctx, { ...key, channel_id }, seen);
    }
    if (wording.settings.store_transcripts) await copyFilesBeforeTheyGo(ctx, ticket);
    ticket = await leaveChannel(ctx, wording, await settleTranscript(ctx, wording, ticket), channel_id);
  } else {
    ticket = await settleTranscript(ctx, wording, ticket);
  }
  await removeJoinNotice(ctx, ticket);
  ticket = await announceInArchive(ctx, wording, ticket);
  await tellOpenerNowOrLater(ctx, wording, ticket);
  await finish(ctx, wording, ticket);
}

/**
 * Does it now if Discord lets us; otherwise its effect does it later, so the caller need not fail. Nor need they wait for all
 * of it: its files may take minutes, or Discord. It goes on without them, and should this process end, its effect does.
 */
export async function finishClosingNow(ctx: Context, { guild_id, ticket_id }: TicketKey): Promise<void> {
  const key = { guild_id, ticket_id };
  const finishing = withLock(ctx.db, ticketLock(guild_id, ticket_id), () => continueClosing(ctx, key)).catch(
    (error: unknown) => {
      warnUnlessOutage(
        ctx.log,
        error,
        'a ticket could not be closed in Discord now; it is finished later',
        key,
      );
    },
  );
  await Promise.race([finishing, sleep(waitedForMs, undefined, { ref: false })]);
}

/** Decides whether there will be a transcript. A server that keeps none is left with nothing that anyone wrote. */
async function settleTranscript(ctx: Context, wording: Wording, ticket: Ticket): Promise<Ticket> {
  await ctx.db.transaction().execute((tx) => keepOrForget(tx, wording, ticket));
  return (await findTicket(ctx.db, ticket)) ?? ticket;
}

/** As settleTranscript(), in the transaction that closes the ticket. */
export async function keepOrForget(
  tx: Tx,
  { settings }: Pick<Wording, 'settings'>,
  ticket: TicketKey,
): Promise<void> {
  const { guild_id, ticket_id } = ticket;
  if (settings.store_transcripts) {
    await sql`update tickets t set has_transcript = exists (
        select from ticket_messages m where m.guild_id = t.guild_id and m.ticket_id = t.ticket_id
          and m.author_id <> ${unheardAuthor})
      where guild_id = ${guild_id} and ticket_id = ${ticket_id}`.execute(tx);
    return;
  }
  await forgetWords(tx, ticket, { for_good: false });
}

/** What is written after the channel was read, and before it is deleted, would be lost if the program died just then. */
async function hideChannel(
  ctx: Context,
  wording: Wording,
  ticket: Ticket,
  channel_id: string,
): Promise<void> {
  const permission_overwrites = await hiddenOverwrites(ctx, ticket);
  const reason = await auditReasonOf(ctx, wording, ticket);
  const hidden = ctx.discord.api.channels.edit(channel_id, { permission_overwrites }, { reason });
  await unlessRefused(hidden, (error) => {
    ctx.log.info({ err: error, ...keyOf(ticket) }, 'the channel of a ticket could not be hidden');
  });
}

/** How long a channel stays for files that Discord does not serve. */
const filesWithinMs = 3_600_000;
/** A closing that fails goes on after a minute at most. When nobody asked for files for longer, Discord did not withhold them. */
const triesWithinMs = 10 * 60_000;

/**
 * Discord's links to files end with the channel that they were sent in. As long as something keeps them from being copied,
 * the channel stays, and the closing goes on later: without end where it is our own storage or database, for an hour of
 * tries where it is Discord.
 */
async function copyFilesBeforeTheyGo(ctx: Context, ticket: Ticket): Promise<void> {
  const last_try = await lastTryAt(ctx, ticket);
  try {
    await storeAttachmentsOf(ctx, ticket);
  } catch (error) {
    if (toldOfDatabase(error)) throw error;
    const is_ours = error instanceof StorageError;
    const now = ctx.clock.now();
    const is_series = last_try !== undefined && now.getTime() - last_try.getTime() <= triesWithinMs;
    const since = (is_series && ticket.files_withheld_since) || now;
    await saveTicket(ctx, ticket, { files_withheld_since: is_ours ? null : since });
    if (is_ours || now.getTime() - since.getTime() < filesWithinMs) throw error;
    ctx.log.warn(
      { err: error, ...keyOf(ticket) },
      'Discord did not serve files of a ticket for an hour, and they are lost with its channel',
    );
  }
}

async function leaveChannel(
  ctx: Context,
  wording: Wording,
  ticket: Ticket,
  channel_id: string,
): Promise<Ticket> {
  const reason = await auditReasonOf(ctx, wording, ticket);
  const channel_name = await currentName(ctx, ticket);
  const leave = ticket.is_thread ? lockThread : deleteChannel;
  const channel_removed_at = (await leave(ctx, wording, ticket, channel_id, reason)) ?? ctx.clock.now();
  return saveTicket(ctx, ticket, { channel_removed_at, channel_name });
}

/** The name under which people knew the channel, for the transcript. */
async function currentName(ctx: Context, ticket: Ticket): Promise<string> {
  const channel = await ctx.db
    .selectFrom('tickets as t')
    .where('t.guild_id', '=', ticket.guild_id)
    .where('t.ticket_id', '=', ticket.ticket_id)
    .select(liveName.as('name'))
    .executeTakeFirst();
  return channel?.name ?? ticket.channel_name;
}

async function deleteChannel(
  ctx: Context,
  wording: Wording,
  ticket: Ticket,
  channel_id: string,
  reason: string,
): Promise<undefined> {
  let forbidden = false;
  await unlessRefused(ctx.discord.api.channels.delete(channel_id, { reason }), async (error) => {
    if (isUnknownChannel(error)) return;
    await checkStillThere(ctx, ticket.guild_id, error);
    forbidden = true;
    ctx.log.warn(
      { err: error, ...keyOf(ticket) },
      'Discord does not let the bot delete the channel of a ticket',
    );
  });
  if (forbidden) await tellThatItStays(ctx, ticket, channel_id, keptChannelMessage(wording));
  return undefined;
}

/** Returns since when the thread is in the archive; where Discord refuses that, since when it is open. */
async function lockThread(
  ctx: Context,
  wording: Wording,
  ticket: Ticket,
  channel_id: string,
  reason: string,
): Promise<Date | undefined> {
  let refusal: unknown;
  const refused = async (error: unknown) => {
    await checkStillThere(ctx, ticket.guild_id, error);
    refusal = error;
    if (!isUnknownChannel(error))
      ctx.log.warn(
        { err: error, ...keyOf(ticket) },
        'Discord does not let the bot close the thread of a ticket',
      );
  };
  const latest = await unlessRefused(
    ctx.discord.api.channels.getMessages(channel_id, { limit: 20 }),
    refused,
  );
  if (latest && !latest.some((message) => tellsOfClosing(ctx, ticket, message))) {
    const message = threadMessage(ctx, wording, ticket, await serverName(ctx, ticket.guild_id));
    await unlessRefused(postOnce(ctx, channel_id, closingNonce(ticket, 'thread'), message), refused);
  }
  const locked_at = await unlessRefused(putAway(ctx, channel_id, reason), refused);
  if (locked_at || !lacksPermission(refusal)) return locked_at;
  await lockWhenAllowed(ctx.db, ticket);
  await tellThatItStays(ctx, ticket, channel_id, keptThreadMessage(wording));
  // Our last words have taken it out of the archive, by Discord's clock, and that is no reopening.
  return openSince(ctx, channel_id);
}

/** Once, in a channel or thread whose people could take it for one in which they are heard. */
async function tellThatItStays(
  ctx: Context,
  ticket: Ticket,
  channel_id: string,
  message: ReturnType<typeof keptChannelMessage>,
): Promise<void> {
  await unlessRefused(postOnce(ctx, channel_id, closingNonce(ticket, 'kept'), message), (error) => {
    ctx.log.info({ err: error, ...keyOf(ticket) }, 'the people in the channel could not be told');
  });
}

async function finish(ctx: Context, wording: Wording, ticket: Ticket): Promise<void> {
  const { guild_id, ticket_id } = ticket;
  await transact(ctx, async (tx, emit) => {
    const closed = await tx
      .updateTable('tickets')
      .set({ status: 'closed', ...noWebhook })
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket_id)
      .where('status', '=', 'closing')
      .returning('ticket_id')
      .executeTakeFirst();
    if (!closed) return;
    // Once more: something may have been heard of while the channel was being removed.
    await keepOrForget(tx, wording, ticket);
    await forgetReads(tx, ticket);
    emit({ type: 'ticket.changed', guild_id, ticket_id });
  });
  await isContinued(ctx.db, ticket);
}
