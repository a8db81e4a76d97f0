import { MessageFlags, RESTJSONErrorCodes } from 'discord-api-types/v10';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Tx } from '../db/db.ts';
import { hasDiscordCode } from '../discord/failures.ts';
import { addAttachments } from '../storage/attachments.ts';
import { saveUsers } from '../users/users.ts';
import type { CloseRequestRow } from './close-request-message.ts';
import { stopCloseTimer, tellThatItStays } from './close-request-timer.ts';
import type { TicketKey } from './find.ts';
import {
  countWords,
  type LockedTicket,
  lockedColumns,
  saidWords,
  takeBackLastWords,
  writeCounts,
} from './last-words.ts';
import {
  isFromPerson,
  isWhole,
  type MessageEdit,
  type MessagePayload,
  type MessageRow,
  rowOf,
  timeOfSnowflake,
} from './message-payload.ts';
import { filesOf } from './message-pieces.ts';

/** Somebody whom no message names: marks the place of a message of which only the deletion was heard. */
export const unheardAuthor = '0';

type Change = 'create' | 'update' | 'delete';

/**
 * Keeps a message of a ticket; a message of any other channel costs one indexed look. May be told the same message
 * twice, late, or after its edit or deletion. `sent_by` names the member of staff who wrote it in the dashboard.
 * Answers whether something was new.
 */
export async function recordMessage(
  ctx: Context,
  message: MessagePayload & { guild_id: string },
  known: { sent_by?: string | null } = {},
): Promise<boolean> {
  // "Thinking ..." is no message yet. What becomes of it is told as an edit, or as a deletion.
  if ((message.flags ?? 0) & MessageFlags.Loading) return false;
  const row = rowOf(message);
  let stopped: { request: CloseRequestRow; opener_id: string } | undefined;
  const changes = await inTicket(ctx, message.guild_id, message.channel_id, async (tx, ticket) => {
    if (!takesMessage(ticket, row)) return undefined;
    const kept = await keepRow(ctx, tx, ticket, { message, row, sent_by: known.sent_by ?? null });
    if (!kept) return undefined;
    const { opener_id } = ticket;
    if (kept.change === 'create' && row.author_id === opener_id) {
      const request = await stopCloseTimer(tx, ticket, message.id);
      stopped = request && { request, opener_id };
    }
    if (!message.webhook_id) await saveUsers(tx, [message.author]);
    await addAttachments(tx, ticket, { id: message.id, attachments: filesOf(message) });
    const changes = [{ message_id: message.id, seq: ticket.last_seq, change: kept.change }];
    if (kept.is_deleted || !isFromPerson(row, kept.sent_by)) {
      await writeCounts(tx, ticket);
      return { changes, summary: false };
    }
    const words = {
      message_id: row.message_id,
      user_id: kept.sent_by ?? row.author_id,
      created_at: row.created_at,
      role_ids: message.member?.roles ?? [],
    };
    return { changes, summary: await countWords(tx, ticket, words, ctx.clock.now()) };
  });
  if (stopped) {
    const { request, opener_id } = stopped;
    await tellThatItStays(ctx, request, { channel_id: message.channel_id, opener_id });
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

/** Marks messages as deleted, also ones that were not heard of yet. Their text stays. Answers how many were new. */
export function recordDeletion(
  ctx: Context,
  { guild_id, channel_id, ids }: { guild_id: string; channel_id: string; ids: readonly string[] },
): Promise<number> {
  return inTicket(ctx, guild_id, channel_id, async (tx, ticket) => {
    const now = ctx.clock.now();
    const gone = await markDeleted(tx, ticket, ids, now);
    if (!gone.length) return undefined;
    const summary = gone.some(({ message_id }) => message_id === ticket.last_message_id);
    await (summary ? takeBackLastWords(tx, ticket, now) : writeCounts(tx, ticket));
    return { changes: gone.map((row) => ({ ...row, change: 'delete' as const })), summary };
  });
}

/**
 * What the bot says in a ticket because somebody asked it to, as by a tag, counts as said by them. `interaction_id` is
 * of the asking: Discord makes it a little earlier than the id of the message.
 */
export async function recordSaidFor(
  ctx: Context,
  said: { guild_id: string; channel_id: string; interaction_id: string; user_id: string },
): Promise<void> {
  const { guild_id, channel_id, interaction_id, user_id } = said;
  await inTicket(ctx, guild_id, channel_id, async (tx, ticket) => {
    ticket.said_id = interaction_id;
    ticket.said_by = user_id;
    return { changes: [], summary: await countWords(tx, ticket, saidWords(said), ctx.clock.now()) };
  });
}

/** Which ticket lives in a channel. Asked for every message of a server, so it reads no more than the key. */
function ticketOfChannel(ctx: Context, guild_id: string, channel_id: string): Promise<TicketKey | undefined> {
  return ctx.db
    .selectFrom('tickets')
    .where('guild_id', '=', guild_id)
    .where('channel_id', '=', channel_id)
    .select(['guild_id', 'ticket_id'])
    .executeTakeFirst();
}

interface Done {
  changes: { message_id: string; seq: number; change: Change }[];
  /** Whether the lists say something else now. */
  summary: boolean;
}

/** Runs a change under the lock of its ticket's row, and tells it after commit. Answers how many messages changed. */
async function inTicket(
  ctx: Context,
  guild_id: string,
  channel_id: string,
  work: (tx: Tx, ticket: LockedTicket) => Promise<Done | undefined>,
): Promise<number> {
  if (!(await ticketOfChannel(ctx, guild_id, channel_id))) return 0;
  const told = await ctx.db.transaction().execute(async (tx) => {
    const ticket = await tx
      .selectFrom('tickets')
      .where('guild_id', '=', guild_id)
      .where('channel_id', '=', channel_id)
      .select(lockedColumns)
      .forUpdate()
      .executeTakeFirst();
    const done = ticket && (await work(tx, ticket));
    return done && { ...done, ticket_id: ticket.ticket_id };
  });
  if (!told) return 0;
  const { ticket_id, changes, summary } = told;
  for (const change of changes)
    ctx.events.publish({ type: 'ticket.message', guild_id, ticket_id, ...change });
  if (summary) ctx.events.publish({ type: 'ticket.changed', guild_id, ticket_id });
  return changes.length;
}

/** A closed ticket takes only what was written before its end and heard after it. */
function takesMessage(ticket: LockedTicket, row: { created_at: Date }): boolean {
  if (ticket.status !== 'closed') return true;
  return ticket.channel_removed_at !== null && row.created_at <= ticket.channel_removed_at;
}

interface Heard {
  message: MessagePayload;
  row: MessageRow;
  sent_by: string | null;
}

interface Kept {
  change: Change;
  sent_by: string | null;
  is_deleted: boolean;
}

/** Undefined where nothing is new. */
async function keepRow(
  ctx: Context,
  tx: Tx,
  ticket: LockedTicket,
  { message, row, sent_by }: Heard,
): Promise<Kept | undefined> {
  const sender = sent_by ?? (await replierOf(ctx, tx, ticket, message));
  if (await insertRow(tx, ticket, row, sender))
    return { change: 'create', sent_by: sender, is_deleted: false };
  const stored = await getRow(tx, ticket, row);
  const change = await mergeRow(tx, ticket, stored, row, sent_by);
  return change && { change, sent_by: stored.sent_by ?? sent_by, is_deleted: stored.deleted_at !== null };
}

type Stored = Awaited<ReturnType<typeof getRow>>;

function getRow(tx: Tx, ticket: LockedTicket, row: MessageRow) {
  return tx
    .selectFrom('ticket_messages')
    .where('guild_id', '=', ticket.guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .where('message_id', '=', row.message_id)
    .select(['author_id', 'sent_by', 'content', 'embeds', 'edited_at', 'deleted_at'])
    .select(
      // Compared here, because the database does not keep the order of keys.
      sql<boolean>`embeds = ${row.embeds}::jsonb and components = ${row.components}::jsonb`.as('same_looks'),
    )
    .executeTakeFirstOrThrow();
}

/** How long a reply may be on its way to Discord. */
const replyTakesMs = 60_000;

/**
 * Whose reply has just come through the ticket's webhook: Discord mostly tells of the message before it answers the call
 * that sent it, and readers should not see it under two names. Nobody where several people reply at once.
 */
async function replierOf(
  ctx: Context,
  tx: Tx,
  { guild_id, ticket_id, webhook_id }: LockedTicket,
  message: MessagePayload,
): Promise<string | null> {
  if (!message.webhook_id || message.webhook_id !== webhook_id) return null;
  const waiting = await tx
    .selectFrom('ticket_replies')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('message_id', 'is', null)
    .where('created_at', '>', new Date(ctx.clock.now().getTime() - replyTakesMs))
    .select('user_id')
    .distinct()
    .limit(2)
    .execute();
  return waiting.length === 1 ? (waiting[0]?.user_id ?? null) : null;
}

/** The number of the next change; the caller sees to it that the counts are written. */
function nextSeq(ticket: LockedTicket): number {
  ticket.last_seq += 1;
  return ticket.last_seq;
}

/** Answers whether it was not there before. */
async function insertRow(
  tx: Tx,
  ticket: LockedTicket,
  row: MessageRow,
  sent_by: string | null,
): Promise<boolean> {
  const { guild_id, ticket_id } = ticket;
  const seq = ticket.last_seq + 1;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('ticket_messages')
    .values({ guild_id, ticket_id, seq, first_seq: seq, sent_by, ...row })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) return false;
  ticket.last_seq = seq;
  ticket.message_count += 1;
  return true;
}

/** All that were not marked before, each by a change of its own. */
async function markDeleted(
  tx: Tx,
  ticket: LockedTicket,
  ids: readonly string[],
  deleted_at: Date,
): Promise<{ message_id: string; seq: number }[]> {
  const { guild_id, ticket_id, last_seq } = ticket;
  const taken = ids.filter((id) => takesMessage(ticket, { created_at: timeOfSnowflake(id) }));
  const times = taken.map((id) => timeOfSnowflake(id).toISOString());
  const { rows } = await sql<{ message_id: string; seq: number }>`
    insert into ticket_messages (guild_id, ticket_id, message_id, seq, first_seq, deleted_at, author_id, created_at)
    select ${guild_id}, ${ticket_id}, id, seq, seq, ${deleted_at}, ${unheardAuthor}, created_at
    from (
      select distinct on (id) id, created_at, ${last_seq}::integer + dense_rank() over (order by id) as seq
      from unnest(${taken}::bigint[], ${times}::timestamptz[]) as gone (id, created_at)
      where not exists (select from ticket_messages m where m.guild_id = ${guild_id} and m.ticket_id = ${ticket_id}
        and m.message_id = id and m.deleted_at is not null)) as fresh
    on conflict (guild_id, ticket_id, message_id) do update set seq = excluded.seq, deleted_at = excluded.deleted_at
    returning message_id, seq`.execute(tx);
  ticket.last_seq += rows.length;
  return rows.sort((a, b) => a.seq - b.seq);
}

/** Puts together what is stored and what was heard now, whichever of them is newer. */
async function mergeRow(
  tx: Tx,
  ticket: LockedTicket,
  stored: Stored,
  row: MessageRow,
  sent_by: string | null,
): Promise<Change | undefined> {
  const { guild_id, ticket_id } = ticket;
  const write = (set: Partial<MessageRow> & { seq?: number; sent_by?: string | null }) =>
    tx
      .updateTable('ticket_messages')
      .set(set)
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket_id)
      .where('message_id', '=', row.message_id)
      .execute();
  const keepVersion = (replaced_at: Date, older: { content: string; embeds: string }) =>
    tx
      .insertInto('ticket_message_versions')
      .values({ guild_id, ticket_id, message_id: row.message_id, replaced_at, ...older })
      .onConflict((oc) => oc.doNothing())
      .execute();

  if (stored.author_id === unheardAuthor) {
    ticket.message_count += 1;
    await write({ ...row, sent_by, seq: nextSeq(ticket) });
    return 'delete';
  }
  const age = (row.edited_at?.getTime() ?? 0) - (stored.edited_at?.getTime() ?? 0);
  const embeds = JSON.stringify(stored.embeds);
  const says = stored.content === row.content;
  if (age < 0) {
    if (!says && stored.edited_at)
      await keepVersion(stored.edited_at, { content: row.content, embeds: row.embeds });
    return undefined;
  }
  const sender = sent_by !== null && stored.sent_by === null ? { sent_by } : {};
  // Discord adds previews of links to a message without calling it edited.
  const differs = age > 0 || !says || !stored.same_looks;
  if (!differs && !('sent_by' in sender)) return undefined;
  if (age > 0 && row.edited_at && !says)
    await keepVersion(row.edited_at, { content: stored.content, embeds });
  const { content, edited_at } = row;
  await write({
    content,
    edited_at,
    embeds: row.embeds,
    components: row.components,
    ...sender,
    seq: nextSeq(ticket),
  });
  return 'update';
}
