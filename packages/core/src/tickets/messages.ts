import { MessageFlags, MessageType, RESTJSONErrorCodes } from 'discord-api-types/v10';
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
  isFromPerson,
  isWhole,
  type MessageEdit,
  type MessagePayload,
  type MessageRow,
  rowOf,
  timeOfSnowflake,
} from './message-payload.ts';

/** Somebody whom no message names: marks the place of a message of which only the deletion was heard. */
export const unheardAuthor = '0';

interface LockedTicket {
  guild_id: string;
  ticket_id: number;
  opener_id: string;
  status: string;
  webhook_id: string | null;
  channel_removed_at: Date | null;
  last_seq: number;
  last_message_id: string | null;
}

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
  const isNew = await inTicket(ctx, message.guild_id, message.channel_id, message.id, async (tx, ticket) => {
    if (!takesMessage(ticket, row)) return undefined;
    const stored = await findRow(tx, ticket, row);
    const sent_by = known.sent_by ?? (stored ? null : await replierOf(ctx, tx, ticket, message));
    const change = stored
      ? await mergeRow(tx, ticket, stored, row, sent_by)
      : await insertRow(tx, ticket, row, sent_by);
    if (!change) return undefined;
    const { opener_id } = ticket;
    if (change === 'create' && row.author_id === opener_id) {
      const request = await stopCloseTimer(tx, ticket, message.id);
      stopped = request && { request, opener_id };
    }
    if (!message.webhook_id) await saveUsers(tx, [message.author]);
    await addAttachments(tx, ticket, message);
    const summary = await summarise(tx, ticket, row, {
      sent_by: stored?.sent_by ?? sent_by,
      role_ids: message.member?.roles ?? [],
      now: ctx.clock.now(),
    });
    return { change, summary };
  });
  if (stopped) {
    const { request, opener_id } = stopped;
    await tellThatItStays(ctx, request, { channel_id: message.channel_id, opener_id });
  }
  return isNew;
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

/** Marks messages as deleted, also ones that were not heard of yet. Their text stays. */
export async function recordDeletion(
  ctx: Context,
  deletion: { guild_id: string; channel_id: string; ids: readonly string[] },
): Promise<number> {
  let changed = 0;
  for (const id of deletion.ids) {
    const done = await inTicket(ctx, deletion.guild_id, deletion.channel_id, id, async (tx, ticket) => {
      if (!takesMessage(ticket, { created_at: timeOfSnowflake(id) })) return undefined;
      const stored = await findRow(tx, ticket, { message_id: id });
      if (stored?.deleted_at) return undefined;
      const key = { guild_id: ticket.guild_id, ticket_id: ticket.ticket_id, message_id: id };
      const seq = await nextSeq(tx, ticket);
      const deleted_at = ctx.clock.now();
      await tx
        .insertInto('ticket_messages')
        .values({
          ...key,
          seq,
          first_seq: seq,
          deleted_at,
          author_id: unheardAuthor,
          created_at: timeOfSnowflake(id),
        })
        .onConflict((oc) =>
          oc.columns(['guild_id', 'ticket_id', 'message_id']).doUpdateSet({ seq, deleted_at }),
        )
        .execute();
      return { change: 'delete' as const, summary: false };
    });
    if (done) changed += 1;
  }
  return changed;
}

/**
 * What the bot says in a ticket because somebody asked it to, as by a tag, counts as said by them. `interaction_id` is
 * of the asking: Discord makes it a little earlier than the id of the message.
 */
export async function recordSaidFor(
  ctx: Context,
  said: { guild_id: string; channel_id: string; interaction_id: string; user_id: string },
): Promise<void> {
  const { guild_id, channel_id, interaction_id: message_id, user_id } = said;
  await inTicket(ctx, guild_id, channel_id, message_id, async (tx, ticket) => {
    const row = {
      message_id,
      type: MessageType.Default,
      author_id: user_id,
      author_bot: false,
      created_at: timeOfSnowflake(message_id),
    };
    return {
      summary: await summarise(tx, ticket, row, { sent_by: user_id, role_ids: [], now: ctx.clock.now() }),
    };
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

/** Runs a change under the lock of its ticket's row, and tells it after commit. False when nothing changed. */
async function inTicket(
  ctx: Context,
  guild_id: string,
  channel_id: string,
  message_id: string,
  work: (tx: Tx, ticket: LockedTicket) => Promise<{ change?: Change; summary: boolean } | undefined>,
): Promise<boolean> {
  if (!(await ticketOfChannel(ctx, guild_id, channel_id))) return false;
  const told = await ctx.db.transaction().execute(async (tx) => {
    const ticket = await tx
      .selectFrom('tickets')
      .where('guild_id', '=', guild_id)
      .where('channel_id', '=', channel_id)
      .select([
        'guild_id',
        'ticket_id',
        'opener_id',
        'status',
        'webhook_id',
        'channel_removed_at',
        'last_seq',
        'last_message_id',
      ])
      .forUpdate()
      .executeTakeFirst();
    const done = ticket && (await work(tx, ticket));
    return done && { ...done, ticket_id: ticket.ticket_id, seq: ticket.last_seq };
  });
  if (!told) return false;
  const { ticket_id, seq, change, summary } = told;
  if (change) ctx.events.publish({ type: 'ticket.message', guild_id, ticket_id, message_id, seq, change });
  if (summary) ctx.events.publish({ type: 'ticket.changed', guild_id, ticket_id });
  return true;
}

/** A closed ticket takes only what was written before its end and heard after it. */
function takesMessage(ticket: LockedTicket, row: { created_at: Date }): boolean {
  if (ticket.status !== 'closed') return true;
  return ticket.channel_removed_at !== null && row.created_at <= ticket.channel_removed_at;
}

type Stored = Awaited<ReturnType<typeof findRow>>;

function findRow(tx: Tx, ticket: LockedTicket, row: { message_id: string } & Partial<MessageRow>) {
  return tx
    .selectFrom('ticket_messages')
    .where('guild_id', '=', ticket.guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .where('message_id', '=', row.message_id)
    .select(['author_id', 'sent_by', 'content', 'embeds', 'edited_at', 'deleted_at'])
    .select(
      // Compared here, because the database does not keep the order of keys.
      sql<boolean>`embeds = ${row.embeds ?? '[]'}::jsonb and components = ${row.components ?? '[]'}::jsonb`.as(
        'same_looks',
      ),
    )
    .executeTakeFirst();
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

async function nextSeq(tx: Tx, ticket: LockedTicket, added = 0): Promise<number> {
  const { last_seq } = await tx
    .updateTable('tickets')
    .set((eb) => ({ last_seq: eb('last_seq', '+', 1), message_count: eb('message_count', '+', added) }))
    .where('guild_id', '=', ticket.guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .returning('last_seq')
    .executeTakeFirstOrThrow();
  ticket.last_seq = last_seq;
  return last_seq;
}

async function insertRow(
  tx: Tx,
  ticket: LockedTicket,
  row: MessageRow,
  sent_by: string | null,
): Promise<Change> {
  const { guild_id, ticket_id } = ticket;
  const seq = await nextSeq(tx, ticket, 1);
  await tx
    .insertInto('ticket_messages')
    .values({ guild_id, ticket_id, seq, first_seq: seq, sent_by, ...row })
    .execute();
  return 'create';
}

/** Puts together what is stored and what was heard now, whichever of them is newer. */
async function mergeRow(
  tx: Tx,
  ticket: LockedTicket,
  stored: NonNullable<Stored>,
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
    await write({ ...row, sent_by, seq: await nextSeq(tx, ticket, 1) });
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
    seq: await nextSeq(tx, ticket),
  });
  return 'update';
}

/**
 * What the lists say of a ticket: who wrote last, whom it waits for, and when staff answered first. Everybody but the
 * opener and those who were added counts as staff. Answers whether something changed.
 */
async function summarise(
  tx: Tx,
  ticket: LockedTicket,
  row: Pick<MessageRow, 'message_id' | 'type' | 'author_id' | 'author_bot' | 'created_at'>,
  { sent_by, role_ids, now }: { sent_by: string | null; role_ids: readonly string[]; now: Date },
): Promise<boolean> {
  if (!isFromPerson(row, sent_by)) return false;
  const { guild_id, ticket_id } = ticket;
  const user_id = sent_by ?? row.author_id;
  await tx
    .insertInto('ticket_participants')
    .values({ guild_id, ticket_id, user_id })
    .onConflict((oc) => oc.doNothing())
    .execute();
  const { rows } = await sql`
    with writer as (select ${user_id} <> t.opener_id::text and not exists (
        select from ticket_members m where m.guild_id = t.guild_id and m.ticket_id = t.ticket_id
          and m.member_id = any(${[user_id, ...role_ids]}::bigint[] || coalesce((select role_ids from guild_members g
            where g.guild_id = t.guild_id and g.user_id = ${user_id}), '{}'))) as is_staff
      from tickets t where t.guild_id = ${guild_id} and t.ticket_id = ${ticket_id})
    update tickets t set
      first_response_at = case when w.is_staff then least(t.first_response_at, ${row.created_at}) else t.first_response_at end,
      last_message_id = case when newer then ${row.message_id}::bigint else t.last_message_id end,
      last_message_at = case when newer then ${row.created_at} else t.last_message_at end,
      last_message_by = case when newer then ${user_id}::bigint else t.last_message_by end,
      last_message_is_staff = case when newer then w.is_staff else t.last_message_is_staff end,
      awaits_opener = case when newer then w.is_staff else t.awaits_opener end,
      awaits_changed_at = case when newer and w.is_staff <> t.awaits_opener then ${now}::timestamptz
        else t.awaits_changed_at end
    from writer w, (select ${ticket.last_message_id}::bigint is null
      or ${row.message_id}::bigint > ${ticket.last_message_id}::bigint as newer) n
    where t.guild_id = ${guild_id} and t.ticket_id = ${ticket_id}
      and (newer or (w.is_staff and (t.first_response_at is null or t.first_response_at > ${row.created_at})))
    returning t.ticket_id`.execute(tx);
  return rows.length > 0;
}
