import { setTimeout as sleep } from 'node:timers/promises';
import type { APIMessage } from 'discord-api-types/v10';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { directChannel } from '../../platform/discord/direct-channel.ts';
import { takesNoMessages, unlessRefused } from '../../platform/discord/failures.ts';
import { editOwnMessage, nonceOf, postOnce } from '../../platform/discord/own-messages.ts';
import { ofPeople } from '../../platform/discord/served-server.ts';
import { type EffectKind, takenUp, want } from '../../platform/effects/effects.ts';
import { settleQuietly } from '../../platform/effects/settle.ts';
import { ticketLock } from '../../platform/locks/ticket-lock.ts';
import { type Wording, wordingOf } from '../../wording/look.ts';
import { findTicket, keyOf, type Ticket, type TicketKey } from '../model/find.ts';
import { snowflakeAt } from '../model/message-payload.ts';
import { saveTicket } from '../model/save.ts';
import { archiveMessage, openerMessage, tellsOfClosing } from './closed-messages.ts';
import { feedbackFor } from './feedback.ts';
import { helpersOf } from './helpers.ts';
import { checkStillThere } from './still-there.ts';
import { isSurveyAnswered, offersSurvey } from './survey-offer.ts';

/** Says in the archive channel that a ticket is closed, once. A channel that is gone or closed to us is left out. */
export async function announceInArchive(ctx: Context, wording: Wording, ticket: Ticket): Promise<Ticket> {
  const channel_id = wording.settings.archive_channel;
  if (!channel_id || ticket.archive_message_id) return ticket;
  const sent = await sendOnce(ctx, ticket, {
    channel_id,
    tried: ticket.archive_channel_id === channel_id,
    noteTry: () => saveTicket(ctx, ticket, { archive_channel_id: channel_id }),
    message: () => messageToArchive(ctx, wording, ticket),
  });
  return sent ? saveTicket(ctx, ticket, { archive_message_id: sent.id }) : ticket;
}

/** Tells the opener in a direct message, once. Someone who takes no messages from us is not asked again. */
export async function tellOpener(ctx: Context, wording: Wording, ticket: Ticket): Promise<Ticket> {
  if (ticket.dm_result) return ticket;
  const { opener_id } = ticket;
  const opener = await ctx.db
    .selectFrom('users')
    .where('user_id', '=', opener_id)
    .select('bot')
    .executeTakeFirst();
  if (opener?.bot) return saveTicket(ctx, ticket, { dm_result: 'skipped' });
  const channel_id =
    ticket.dm_channel_id ?? (await unlessRefused(directChannel(ctx, opener_id), refusedNotice(ctx, ticket)));
  if (!channel_id) return saveTicket(ctx, ticket, { dm_result: 'blocked' });
  const sent = await sendOnce(ctx, ticket, {
    channel_id,
    tried: ticket.dm_channel_id !== null,
    noteTry: () => saveTicket(ctx, ticket, { dm_channel_id: channel_id }),
    message: () => messageToOpener(ctx, wording, ticket),
  });
  return saveTicket(
    ctx,
    ticket,
    sent ? { dm_result: 'sent', dm_message_id: sent.id } : { dm_result: 'blocked' },
  );
}

/** How long (milliseconds) somebody who closes a ticket, or changes what its notices say, waits for a slow Discord. The work goes on. */
export const waitedForMs = 5_000;

/** The notices of a closed ticket, in the archive channel and to its opener, follow what changes later, such as its rating. */
export const closingNotices: EffectKind = {
  name: 'ticket.closing_notices',
  lockOf: ({ guild_id, key }) => ticketLock(guild_id, Number(key)),
  async settle(ctx, { guild_id, key }) {
    const ticket = await findTicket(ctx.db, { guild_id, ticket_id: Number(key) });
    if (ticket?.closed_at) await refreshNotices(ctx, await wordingOf(ctx, guild_id), ticket);
    return undefined;
  },
};

/** Changes what the notices of a closed ticket say, and has Discord show it: now, or once it answers again. */
export async function changeNotices(
  ctx: Context,
  { guild_id, ticket_id }: TicketKey,
  change: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  const of = { guild_id, key: String(ticket_id) };
  await ctx.db.transaction().execute(async (tx) => {
    await change(tx);
    await want(tx, closingNotices, { ...of, wanted: {} }, takenUp());
  });
  await Promise.race([settleQuietly(ctx, closingNotices, of), sleep(waitedForMs, undefined, { ref: false })]);
}

async function refreshNotices(ctx: Context, wording: Wording, ticket: Ticket): Promise<void> {
  const { guild_id, archive_channel_id, archive_message_id, dm_channel_id, dm_message_id } = ticket;
  const gone = (error: unknown) =>
    ctx.log.info({ err: error, ...keyOf(ticket) }, 'a notice could not be changed');
  if (archive_channel_id && archive_message_id) {
    const message = await messageToArchive(ctx, wording, ticket);
    const at = { channel_id: archive_channel_id, message_id: archive_message_id };
    await unlessRefused(editOwnMessage(ctx, guild_id, at, message), gone);
  }
  if (dm_channel_id && dm_message_id) {
    const message = await messageToOpener(ctx, wording, ticket);
    const at = { channel_id: dm_channel_id, message_id: dm_message_id };
    await unlessRefused(
      ofPeople(() => editOwnMessage(ctx, guild_id, at, message)),
      gone,
    );
  }
}

async function messageToOpener(ctx: Context, wording: Wording, ticket: Ticket) {
  const guild = await ctx.db
    .selectFrom('guilds')
    .where('guild_id', '=', ticket.guild_id)
    .select(['name', 'icon'])
    .executeTakeFirstOrThrow();
  const icon_url = guild.icon
    ? `${ctx.config.cdn_url}/icons/${ticket.guild_id}/${guild.icon}.png`
    : undefined;
  const feedback = await feedbackFor(ctx, wording.settings, ticket);
  const [survey, helpers] = await Promise.all([
    offersSurvey(ctx, ticket, feedback),
    helpersOf(ctx, wording, ticket),
  ]);
  return openerMessage(ctx, wording, ticket, { name: guild.name, icon_url }, { helpers, feedback, survey });
}

async function messageToArchive(ctx: Context, wording: Wording, ticket: Ticket) {
  return archiveMessage(ctx, wording, ticket, { is_surveyed: await isSurveyAnswered(ctx, ticket) });
}

interface Sending {
  channel_id: string;
  /** Whether it may have been sent there before, without an answer that reached us. */
  tried: boolean;
  noteTry(): Promise<unknown>;
  message(): Promise<ReturnType<typeof archiveMessage>>;
}

const refusedNotice = (ctx: Context, ticket: Ticket, channel_id?: string) => async (err: unknown) => {
  if (takesNoMessages(err)) return ctx.log.info({ ...keyOf(ticket) }, 'the opener takes no messages');
  await checkStillThere(ctx, ticket.guild_id, err);
  ctx.log.warn({ err, ...keyOf(ticket), channel_id }, 'Discord refused a notice of a closed ticket');
};

async function sendOnce(ctx: Context, ticket: Ticket, sending: Sending): Promise<APIMessage | undefined> {
  const { channel_id } = sending;
  const refused = refusedNotice(ctx, ticket, channel_id);
  const message = await sending.message();
  if (sending.tried) {
    const earlier = await unlessRefused(findNotice(ctx, ticket, channel_id), refused);
    if (earlier) return earlier;
  }
  await sending.noteTry();
  const nonce = closingNonce(ticket, channel_id);
  return unlessRefused(postOnce(ctx, channel_id, nonce, message), refused);
}

/** Looks through what was written since the ticket was closed. */
async function findNotice(ctx: Context, ticket: Ticket, channel_id: string): Promise<APIMessage | undefined> {
  let after = snowflakeAt(new Date((ticket.closed_at?.getTime() ?? 0) - 60_000));
  for (;;) {
    const page = await ctx.discord.api.channels.getMessages(channel_id, { after, limit: 100 });
    const found = page.find((message) => tellsOfClosing(ctx, ticket, message));
    if (found || page.length < 100) return found;
    // Newest first.
    after = page[0]?.id ?? after;
  }
}

export const closingNonce = ({ guild_id, ticket_id, closed_at }: Ticket, purpose: string): string =>
  nonceOf(guild_id, ticket_id, closed_at?.getTime(), purpose);
