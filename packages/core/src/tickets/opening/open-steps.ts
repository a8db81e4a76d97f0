import { AppError, fillText } from '@tickets/contract/platform/errors';
import { ChannelType, Routes, ThreadAutoArchiveDuration } from 'discord-api-types/v10';
import type { Context } from '../../platform/context.ts';
import { botIdOf } from '../../platform/discord/bots.ts';
import { channelNeeds, threadNeeds } from '../../platform/discord/channel-permissions.ts';
import { isRefusal, isUnknownChannel } from '../../platform/discord/failures.ts';
import { upsertChannel } from '../../servers/channels.ts';
import { userFor } from '../../servers/users.ts';
import { settingsFor } from '../../settings/read.ts';
import { wordingOf } from '../../wording/look.ts';
import { explainRefusal, hasFieldError } from '../../wording/refusals.ts';
import { ticketOverwrites } from '../channel/channel-overwrites.ts';
import { sendOverwrites } from '../channel/gone-targets.ts';
import { ensureJoinNotice } from '../channel/join-notice.ts';
import { closeIfOpenerLeft } from '../closing/opener-left.ts';
import { backfillTicket } from '../conversation/backfill.ts';
import { ticketChannelGone } from '../model/begin-closing.ts';
import { findTicket, keyOf, type Ticket, type TicketKey } from '../model/find.ts';
import { logRefusal, type StepOptions } from '../model/step.ts';
import { isContinued } from '../model/unfinished.ts';
import { botsFor, botsThere, followBotsSince } from './bots-meanwhile.ts';
import { ensureHistory } from './joined-history.ts';
import { findMadePlace, type MadePlace } from './made-place.ts';
import { answerOrigin, ensureWelcome } from './open-greeting.ts';
import { ensureMention } from './open-mention.ts';
import { undoOpening } from './open-undo.ts';

/** Whether a ticket still lacks something that opening makes. */
export const isOpeningUnfinished = (ticket: Pick<Ticket, 'status' | 'welcome_message_id'>) =>
  ticket.status === 'opening' || (ticket.status === 'open' && ticket.welcome_message_id === null);

/**
 * Does the steps of opening that are missing: channel or thread, open, welcome message, what belongs to it. Each is
 * kept in the row before the next, and may be repeated. To be called with the ticket's lock. Throws an AppError when
 * Discord refused for good and the ticket was undone, another error when it should be tried again later.
 */
export async function continueOpening(
  ctx: Context,
  key: TicketKey,
  options: StepOptions = {},
): Promise<Ticket | undefined> {
  let ticket = await findTicket(ctx.db, key);
  if (!ticket) return undefined;
  const began = performance.now();
  if (ticket.status === 'opening') ticket = await makePlace(ctx, ticket, options);
  if (ticket && isOpeningUnfinished(ticket)) {
    if (await closeIfOpenerLeft(ctx, ticket)) return ticket;
    const wasSeenFirst = !options.is_first_try || performance.now() - began > unseenMs;
    if (wasSeenFirst) await readUnheard(ctx, ticket);
    ticket = await furnish(ctx, ticket, options);
  }
  await isContinued(ctx.db, key);
  return ticket;
}

/** Nobody sees a new channel and writes in it more quickly than this. */
const unseenMs = 1_000;

/** What was written in the channel before the ticket's row named it was taken for a message of some other channel. */
async function readUnheard(ctx: Context, { guild_id, ticket_id, channel_id }: Ticket): Promise<void> {
  if (channel_id) await backfillTicket(ctx, { guild_id, ticket_id, channel_id }, { depth: 'missed' });
}

async function makePlace(ctx: Context, ticket: Ticket, options: StepOptions): Promise<Ticket | undefined> {
  try {
    const made = known(ticket) ?? (options.is_first_try ? undefined : await findMadePlace(ctx, ticket));
    const bots = made ? undefined : botsFor(ctx, ticket.guild_id);
    const place = made ?? (ticket.is_thread ? await makeThread(ctx, ticket) : await makeChannel(ctx, ticket));
    if (ticket.is_thread) {
      await keepPlace(ctx, ticket, place);
      await letIntoThread(ctx, ticket, place.id);
    }
    return await setOpen(ctx, ticket, place, bots);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw await refuse(ctx, ticket, error, options);
  }
}

const known = ({ channel_id, channel_name }: Ticket): MadePlace | undefined =>
  channel_id === null ? undefined : { id: channel_id, name: channel_name };

/** Gives up on a ticket that Discord does not allow, and says why. */
async function refuse(
  ctx: Context,
  ticket: Ticket,
  error: unknown,
  { opener_waits = false }: StepOptions,
): Promise<AppError> {
  const why = await explainRefusal(ctx, error, {
    guild_id: ticket.guild_id,
    ...(ticket.is_thread
      ? { channel_id: ticket.parent_id, needs: threadNeeds }
      : { category_id: ticket.parent_id, needs: channelNeeds }),
  });
  await undoOpening(ctx, ticket, why, { tellOpener: !opener_waits });
  return why;
}

/** Where the category filled up or went since the ticket was admitted, the ticket goes where it may instead. */
async function makeChannel(
  ctx: Context,
  ticket: Ticket,
  parent_id: string | null = ticket.parent_id,
): Promise<MadePlace> {
  try {
    return await makeChannelIn(ctx, ticket, parent_id);
  } catch (error) {
    if (hasFieldError(error, 'CHANNEL_PARENT_INVALID')) return await makeChannelIn(ctx, ticket, null);
    if (!hasFieldError(error, 'CHANNEL_PARENT_MAX_CHANNELS') || parent_id !== ticket.parent_id) throw error;
    const { overflow_enabled, overflow_category_id } = await settingsFor(ctx, ticket.guild_id);
    if (!overflow_enabled || overflow_category_id === ticket.parent_id) throw error;
    return await makeChannel(ctx, ticket, overflow_category_id);
  }
}

async function makeChannelIn(ctx: Context, ticket: Ticket, parent_id: string | null): Promise<MadePlace> {
  const settings = await settingsFor(ctx, ticket.guild_id);
  const body = {
    name: ticket.channel_name,
    type: ChannelType.GuildText as const,
    topic: ticket.subject,
    parent_id: parent_id ?? undefined,
  };
  const overwrites = await ticketOverwrites(ctx, ticket, settings, parent_id);
  const reason = await openReason(ctx, ticket);
  const channel = await sendOverwrites(ctx, ticket.guild_id, {
    overwrites,
    send: (permission_overwrites) =>
      ctx.discord.api.guilds.createChannel(ticket.guild_id, { ...body, permission_overwrites }, { reason }),
  });
  await upsertChannel(ctx, ticket.guild_id, channel);
  return { id: channel.id, name: channel.name ?? ticket.channel_name };
}

async function makeThread(ctx: Context, ticket: Ticket): Promise<MadePlace> {
  if (!ticket.parent_id) throw new Error(`thread ticket ${ticket.ticket_id} has no parent channel`);
  const thread = await ctx.discord.api.channels.createThread(
    ticket.parent_id,
    {
      name: ticket.channel_name,
      type: ChannelType.PrivateThread,
      invitable: false,
      auto_archive_duration: ThreadAutoArchiveDuration.OneWeek,
    },
    undefined,
    { reason: await openReason(ctx, ticket) },
  );
  return { id: thread.id, name: thread.name ?? ticket.channel_name };
}

async function openReason(ctx: Context, ticket: Ticket): Promise<string> {
  const { t } = await wordingOf(ctx, ticket.guild_id);
  const user = (await userFor(ctx, ticket.opener_id))?.username ?? ticket.opener_id;
  return fillText(t.opening.audit_open, { ticket: ticket.ticket_id, user });
}

/** The name is the one that Discord gave the channel, so that a name given by hand is known from it. */
const columnsOf = ({ id, name }: MadePlace) => ({ channel_id: id, channel_name: name });

/** Keeps a thread before anyone is let into it. */
async function keepPlace(ctx: Context, ticket: Ticket, place: MadePlace): Promise<void> {
  await ctx.db
    .updateTable('tickets')
    .set(columnsOf(place))
    .where('guild_id', '=', ticket.guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .where('status', '=', 'opening')
    .execute();
  Object.assign(ticket, columnsOf(place));
}

/** The opener, and the author of the message that it was started from. Adding someone twice changes nothing. */
async function letIntoThread(ctx: Context, ticket: Ticket, thread_id: string): Promise<void> {
  await ctx.discord.api.threads.addMember(thread_id, ticket.opener_id);
  const added = await ctx.db
    .selectFrom('ticket_members')
    .where('guild_id', '=', ticket.guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .select('member_id')
    .execute();
  for (const { member_id } of added) {
    await ctx.discord.api.threads.addMember(thread_id, member_id).catch((error: unknown) => {
      // Someone else who cannot see the channel does not stop the ticket.
      if (!isRefusal(error)) throw error;
      ctx.log.info({ err: error, ...keyOf(ticket), member_id }, 'a member could not be added to a thread');
    });
  }
}

/** Undefined when the ticket is not being opened any more, as after a deletion of its channel by hand. */
async function setOpen(
  ctx: Context,
  ticket: Ticket,
  place: MadePlace,
  bots: readonly string[] | undefined,
): Promise<Ticket | undefined> {
  const { guild_id } = ticket;
  const row = await ctx.db
    .updateTable('tickets')
    .set({ status: 'open', ...columnsOf(place) })
    .where('guild_id', '=', ticket.guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .where('status', '=', 'opening')
    .returningAll()
    .returning(botsThere(guild_id).as('there'))
    .executeTakeFirst();
  if (!row) return findTicket(ctx.db, ticket);
  const { there, ...opened } = row;
  ctx.events.publish({ type: 'ticket.changed', ...keyOf(ticket) });
  await followBotsSince(ctx, guild_id, { before: bots, there });
  return opened;
}

/**
 * What stands in a ticket. Only its welcome message being stored says that all of it is there. Throws an AppError where its channel was
 * deleted, maybe before the ticket's row named it, so that whoever heard of the deletion knew no ticket.
 */
async function furnish(ctx: Context, ticket: Ticket, options: StepOptions): Promise<Ticket> {
  const { guild_id, ticket_id, channel_id } = ticket;
  if (!channel_id) throw new Error(`open ticket ${ticket_id} has no channel`);
  try {
    const welcome_message_id = await ensureWelcome(ctx, ticket, options);
    // The library still knows the old route alone.
    await ctx.discord.rest
      .put(Routes.channelMessagesPin(channel_id, welcome_message_id))
      .catch((error: unknown) => logRefusal(ctx, ticket, error, 'the welcome message was not pinned'));
    await ensureHistory(ctx, ticket, options);
    await ensureMention(ctx, ticket, options);
    await answerOrigin(ctx, ticket, options);
    if (ticket.is_thread) await ensureJoinNotice(ctx, ticket, options);
    await ctx.db
      .updateTable('tickets')
      .set({ welcome_message_id, welcome_bot_id: botIdOf(ctx) })
      .where('guild_id', '=', ticket.guild_id)
      .where('ticket_id', '=', ticket.ticket_id)
      .execute();
    return { ...ticket, welcome_message_id };
  } catch (error) {
    if (isUnknownChannel(error)) {
      await ticketChannelGone(ctx, { guild_id, channel_id });
      throw new AppError('ticket.channel_missing', { params: { ticket_id }, cause: error });
    }
    // The ticket is open and can be used.
    logRefusal(ctx, ticket, error, 'the welcome message was refused');
    return ticket;
  }
}
