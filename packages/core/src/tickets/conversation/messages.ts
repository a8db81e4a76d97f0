import { MessageFlags, RESTJSONErrorCodes } from 'discord-api-types/v10';
import { type RawBuilder, sql } from 'kysely';
import { type AccessRow, accessOfRow, selectAccessRow, type ToldMember } from '../../access/load.ts';
import { type PanelRow, panelColumns, panelOf, panelTable } from '../../access/ticket-parties.ts';
import { isStaffOf } from '../../access/tickets.ts';
import { addAttachments } from '../../files/attachments.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { hasDiscordCode } from '../../platform/discord/failures.ts';
import { transact } from '../../platform/events/events.ts';
import { getMember } from '../../servers/members.ts';
import type { CloseRequestRow } from '../close-requests/close-request-message.ts';
import { stopCloseTimer, tellThatItStays } from '../close-requests/close-request-timer.ts';
import { anyoneErasedSince, withoutErased, writtenAt } from '../model/erased-people.ts';
import type { TicketKey } from '../model/find.ts';
import {
  isFromPerson,
  isWhole,
  type MessageEdit,
  type MessagePayload,
  rowOf,
  timeOfSnowflake,
} from '../model/message-payload.ts';
import { filesOf } from '../model/message-pieces.ts';
import { countWords, type LockedTicket, lockedColumns, takeBackWords, writeCounts } from './last-words.ts';
import {
  type Change,
  ErasedMeanwhile,
  keepRow,
  keptAsTold,
  markDeleted,
  takesMessage,
} from './message-rows.ts';

interface Known {
  /** Who wrote it in the dashboard. */
  sent_by?: string;
  /** Whether it stands under the name of the server. */
  unnamed?: boolean;
}

/**
 * Keeps a message of a ticket, without what its author or others had erased. What is stored as it is told, and a message of any other
 * channel, cost one indexed look: a pin is told as an edit of what was pinned. May be told the same message
 * twice, late, or after its edit or deletion. Returns whether something was new.
 */
export async function recordMessage(
  ctx: Context,
  message: MessagePayload & { guild_id: string },
  known: Known = {},
): Promise<boolean> {
  // "Thinking ..." is no message yet. What becomes of it is told as an edit, or as a deletion.
  if ((message.flags ?? 0) & MessageFlags.Loading) return false;
  for (let told = message; ; )
    try {
      return await record(ctx, told, known);
    } catch (error) {
      if (!(error instanceof ErasedMeanwhile)) throw error;
      if (!error.left) return false;
      told = { ...message, ...error.left };
    }
}

async function record(
  ctx: Context,
  told: MessagePayload & { guild_id: string },
  known: Known,
): Promise<boolean> {
  let stopped: { request: CloseRequestRow; opener_id: string } | undefined;
  const { guild_id, channel_id } = told;
  const { sent_by = null, unnamed = false } = known;
  const write = async (
    tx: Tx,
    ticket: LockedTicket,
    author_is_staff: boolean,
    message: MessagePayload = told,
  ): Promise<Done | undefined> => {
    const row = rowOf(message);
    if (!takesMessage(ticket, row)) return undefined;
    const kept = await keepRow(ctx, tx, ticket, { message, row, sent_by, unnamed, author_is_staff });
    if (!kept) return undefined;
    const { opener_id } = ticket;
    const isNew = kept.change === 'create' || (kept.are_new && kept.by_staff !== null);
    if (isNew && (kept.sent_by ?? row.author_id) === opener_id) {
      const request = await stopCloseTimer(tx, ticket, message.id);
      stopped = request && { request, opener_id };
    }
    await addAttachments(tx, ticket, { id: message.id, attachments: filesOf(message) });
    const changes = [{ message_id: message.id, seq: ticket.last_seq, change: kept.change }];
    const { by_staff, are_new } = kept;
    if (kept.is_deleted || by_staff === null || !are_new) {
      await writeCounts(tx, ticket);
      // The lists show what was said last.
      return { changes, summary: !kept.is_deleted && row.message_id === ticket.last_message_id };
    }
    const words = {
      message_id: row.message_id,
      user_id: kept.sent_by ?? row.author_id,
      created_at: row.created_at,
      by_staff,
      unnamed: kept.unnamed,
    };
    return { changes, summary: await countWords(tx, ticket, words, ctx.clock.now()) };
  };
  const row = rowOf(told);
  const isAuthors = sent_by === null && isFromPerson(row, sent_by);
  const changes = await inTicket(ctx, guild_id, channel_id, write, {
    unless: keptAsTold(row, sent_by),
    speaker: isAuthors ? { user_id: row.author_id, told: told.member } : undefined,
    message: told,
  });
  if (stopped) {
    const { request, opener_id } = stopped;
    await tellThatItStays(ctx, request, { channel_id, opener_id });
  }
  return changes > 0;
}

/** Keeps an edit; the text before it becomes an older version. */
export async function recordEdit(ctx: Context, edit: MessageEdit & { guild_id: string }): Promise<boolean> {
  if (isWhole(edit)) return recordMessage(ctx, edit);
  const { guild_id, channel_id, id } = edit;
  const ticket = await ticketOfChannel(ctx, guild_id, channel_id);
  if (!ticket) return false;
  // A part of a message cannot be put in its place without knowing which state it is a part of.
  const whole = await ctx.discord.api.channels.getMessage(channel_id, id).catch((error: unknown) => {
    if (hasDiscordCode(error, RESTJSONErrorCodes.UnknownMessage, RESTJSONErrorCodes.UnknownChannel))
      return undefined;
    throw error;
  });
  return whole ? recordMessage(ctx, { ...whole, guild_id }) : false;
}

/** Marks messages as deleted, also ones that were not heard of yet. Their text stays. Returns how many were new. */
export function recordDeletion(
  ctx: Context,
  { guild_id, channel_id, ids }: { guild_id: string; channel_id: string; ids: readonly string[] },
): Promise<number> {
  return inTicket(ctx, guild_id, channel_id, async (tx, ticket) => {
    const now = ctx.clock.now();
    const gone = await markDeleted(tx, ticket, ids, now);
    if (!gone.length) return undefined;
    const words = gone.filter(({ by_staff }) => by_staff !== null);
    const message_ids = words.map(({ message_id }) => message_id);
    const summary = words.length > 0 && (await takeBackWords(tx, ticket, { message_ids, now }));
    if (!words.length) await writeCounts(tx, ticket);
    const changes = gone.map(({ message_id, seq }) => ({ message_id, seq, change: 'delete' as const }));
    return { changes, summary };
  });
}

/**
 * What the bot says in a ticket because someone asked it to, as by a tag, counts as said by them. `interaction_id` is
 * of the asking: Discord makes it a little earlier than the id of the message.
 */
export async function recordSaidFor(
  ctx: Context,
  said: { guild_id: string; channel_id: string; interaction_id: string; user_id: string },
): Promise<void> {
  const { guild_id, channel_id, interaction_id, user_id } = said;
  const write = async (tx: Tx, ticket: LockedTicket, by_staff: boolean): Promise<Done> => {
    ticket.said_id = interaction_id;
    ticket.said_by = user_id;
    ticket.said_by_staff = by_staff;
    const created_at = timeOfSnowflake(interaction_id);
    const words = { message_id: interaction_id, user_id, created_at, by_staff, unnamed: false };
    return { changes: [], summary: await countWords(tx, ticket, words, ctx.clock.now()) };
  };
  await inTicket(ctx, guild_id, channel_id, write, { speaker: { user_id } });
}

/** Which ticket lives in a channel. Asked for every message of a server, so it reads no more than the key. */
export function ticketOfChannel(
  ctx: Context,
  guild_id: string,
  channel_id: string,
  {
    unless = sql<boolean>`false`,
    unmet = sql<boolean>`false`,
    erased = sql<boolean>`false`,
  }: { [name in 'unless' | 'unmet' | 'erased']?: RawBuilder<boolean> | undefined } = {},
): Promise<(TicketKey & { is_unmet: boolean; is_anyone_erased: boolean }) | undefined> {
  return ctx.db
    .selectFrom('tickets as t')
    .where('guild_id', '=', guild_id)
    .where('channel_id', '=', channel_id)
    .where((eb) => eb.not(unless))
    .select(['guild_id', 'ticket_id', unmet.as('is_unmet'), erased.as('is_anyone_erased')])
    .executeTakeFirst();
}

interface Done {
  changes: { message_id: string; seq: number; change: Change }[];
  /** Whether the lists say something else now. */
  summary: boolean;
}

/** Who says something, with what Discord told of them, if it did. */
interface Speaker {
  user_id: string;
  told?: ToldMember | undefined;
}

/**
 * Runs a change under the lock of its ticket's row, and tells of it; `unless` (of ticket `t`) there is nothing to do, nor if the
 * author of the `message` has been erased. `work` is told whether the `speaker` is staff of the ticket, and gets the message without the ids
 * of other erased people. Returns how many messages changed.
 */
async function inTicket(
  ctx: Context,
  guild_id: string,
  channel_id: string,
  work: (
    tx: Tx,
    ticket: LockedTicket,
    isStaffs: boolean,
    message: MessagePayload | undefined,
  ) => Promise<Done | undefined>,
  {
    unless,
    speaker,
    message,
  }: { unless?: RawBuilder<boolean>; speaker?: Speaker | undefined; message?: MessagePayload } = {},
): Promise<number> {
  const unmet = speaker && !speaker.told ? isUnmet(speaker) : undefined;
  const erased = message && anyoneErasedSince(writtenAt(message));
  const found = await ticketOfChannel(ctx, guild_id, channel_id, { unless, unmet, erased });
  if (!found) return 0;
  const [left] = message && found.is_anyone_erased ? await withoutErased(ctx, [message]) : [message];
  if (message && !left) return 0;
  if (speaker && found.is_unmet) await getMember(ctx, guild_id, speaker.user_id);
  return transact(ctx, async (tx, emit) => {
    const locked = await lockTicket(ctx, tx, { guild_id, channel_id }, speaker);
    const done = locked && (await work(tx, locked.ticket, locked.isSpeakerStaff, left));
    if (!done) return 0;
    const { ticket_id } = locked.ticket;
    for (const change of done.changes) emit({ type: 'ticket.message', guild_id, ticket_id, ...change });
    if (done.summary) emit({ type: 'ticket.changed', guild_id, ticket_id });
    return done.changes.length;
  });
}

/** Whether it takes a question to Discord to know if someone is staff of ticket `t`. */
const isUnmet = ({ user_id }: Speaker) => sql<boolean>`(t.opener_id <> ${user_id}::bigint and not exists (
  select from guild_members m where m.guild_id = t.guild_id and m.user_id = ${user_id}::bigint))`;

/** One statement, whoever speaks. */
async function lockTicket(
  ctx: Context,
  tx: Tx,
  { guild_id, channel_id }: { guild_id: string; channel_id: string },
  speaker: Speaker | undefined,
): Promise<{ ticket: LockedTicket; isSpeakerStaff: boolean } | undefined> {
  const columns = sql.join(lockedColumns.map((name) => sql.ref(`t.${name}`)));
  const ofSpeaker = speaker && sql`, ${panelColumns}, a.*`;
  const tables =
    speaker &&
    sql`${panelTable} left join lateral (${selectAccessRow(ctx, sql`t.guild_id`, speaker)}) a on true`;
  const { rows } = await sql<LockedTicket & PanelRow & AccessRow>`
    select ${columns} ${ofSpeaker ?? sql``} from tickets t ${tables ?? sql``}
    where t.guild_id = ${guild_id} and t.channel_id = ${channel_id} for update of t`.execute(tx);
  const [ticket] = rows;
  if (!ticket) return undefined;
  // A server that the bot has left has no staff.
  const isKnown = speaker !== undefined && ticket.owner_id !== null;
  const access = isKnown && accessOfRow(ticket, { guild_id, user_id: speaker.user_id });
  return { ticket, isSpeakerStaff: access && isStaffOf(access, ticket, panelOf(ticket)) };
}
