import { type RawBuilder, sql, type UpdateObject } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { DB } from '../../platform/db/schema.generated.ts';
import { savingUsers } from '../../servers/users.ts';
import { anyoneErasedSince, withoutErased, writtenAt } from '../model/erased-people.ts';
import {
  isFromPerson,
  type MessagePayload,
  type MessageRow,
  timeOfSnowflake,
} from '../model/message-payload.ts';
import { forgetVersions } from '../model/message-versions.ts';
import { isLeftOf } from '../model/without-person.ts';
import type { LockedTicket } from './last-words.ts';

/** Someone whom no message names: marks the place of a message of which only the deletion was heard. */
export const unheardAuthor = '0';

export type Change = 'create' | 'update' | 'delete';

/** A closed ticket takes only what was written before its end and heard after it. No ticket takes again what was removed for good. */
export function takesMessage(
  ticket: LockedTicket,
  row: Pick<MessageRow, 'message_id' | 'created_at'>,
): boolean {
  const { forgotten_up_to } = ticket;
  if (forgotten_up_to !== null && BigInt(row.message_id) <= BigInt(forgotten_up_to)) return false;
  if (ticket.status !== 'closed') return true;
  return ticket.channel_removed_at !== null && row.created_at <= ticket.channel_removed_at;
}

/** Heard of only after the last reading of its channel, in which it was not any more, though something newer was. */
const wasDeleted = ({ final_read_at }: LockedTicket, { created_at }: { created_at: Date }) =>
  final_read_at !== null && created_at <= final_read_at;

/** Who sent a message from the dashboard, and whether it stands under the name of the server. */
interface Sender {
  sent_by: string | null;
  unnamed: boolean;
}

/** A message as it was told. */
interface Heard extends Sender {
  message: MessagePayload;
  row: MessageRow;
  /** Whether the author is staff of the ticket. */
  author_is_staff: boolean;
}

/** The author of a message, or somebody whom it names, was erased while it was being stored. Store what is `left` of it instead. */
export class ErasedMeanwhile extends Error {
  readonly left: MessagePayload | undefined;
  constructor(left: MessagePayload | undefined) {
    super('somebody was erased meanwhile');
    this.left = left;
  }
}

export interface Kept extends Sender {
  change: Change;
  is_deleted: boolean;
  /** Null where no person said it. */
  by_staff: boolean | null;
  /** Whether these words were not known before, as those of a person. */
  are_new: boolean;
}

/** Writes what was heard of a message. Undefined where nothing is new. */
export async function keepRow(
  ctx: Context,
  tx: Tx,
  ticket: LockedTicket,
  heard: Heard,
): Promise<Kept | undefined> {
  const { message, row, sent_by, unnamed } = heard;
  const isOurs = isOurMessage(ctx, ticket, message);
  const sender =
    sent_by === null && isOurs ? await replierOf(ctx, tx, ticket, message) : { sent_by, unnamed };
  const deleted_at = wasDeleted(ticket, row) ? ctx.clock.now() : null;
  const inserted = await insertRow(tx, ticket, { ...heard, ...sender }, deleted_at);
  if (inserted?.is_anyone_erased) await requireUnchanged(ctx, tx, message);
  if (inserted)
    return {
      by_staff: inserted.by_staff,
      ...sender,
      change: 'create',
      is_deleted: deleted_at !== null,
      are_new: true,
    };
  const stored = await getRow(tx, ticket, heard);
  if (stored.is_anyone_erased) await requireUnchanged(ctx, tx, message);
  if (stored.sent_by !== null && !isOurs) {
    const { guild_id, ticket_id } = ticket;
    ctx.log.info(
      { guild_id, ticket_id, message_id: row.message_id },
      'an edit of a reply by a bot that is not trusted is not kept',
    );
    return undefined;
  }
  const merged = await mergeRow(tx, ticket, stored, { ...heard, isOurs });
  return (
    merged && {
      ...merged,
      sent_by: stored.sent_by ?? sent_by,
      unnamed,
      is_deleted: stored.deleted_at !== null,
      are_new: stored.by_staff === null,
    }
  );
}

async function requireUnchanged(ctx: Context, tx: Tx, message: MessagePayload): Promise<void> {
  const [left] = await withoutErased(ctx, [message], tx);
  if (JSON.stringify(left) !== JSON.stringify(message)) throw new ErasedMeanwhile(left);
}

/** By whom a message counts as said. From the dashboard nobody writes but the opener, and staff, who were asked for there. */
function saidByStaff({ opener_id }: LockedTicket, { row, sent_by, author_is_staff }: Heard): boolean | null {
  if (!isFromPerson(row, sent_by)) return null;
  return sent_by === null ? author_is_staff : sent_by !== opener_id;
}

type Stored = Awaited<ReturnType<typeof getRow>>;

function getRow(tx: Tx, ticket: LockedTicket, { message, row }: Heard) {
  return tx
    .selectFrom('ticket_messages')
    .where('guild_id', '=', ticket.guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .where('message_id', '=', row.message_id)
    .select([
      'author_id',
      'sent_by',
      'by_staff',
      'content',
      'embeds',
      'edited_at',
      'deleted_at',
      'erased_at',
      'rewritten_at',
    ])
    .select(
      // Compared here, because the database does not keep the order of keys.
      sql<boolean>`embeds = ${row.embeds}::jsonb and components = ${row.components}::jsonb`.as('same_looks'),
    )
    .select(anyoneErasedSince(writtenAt(message)).as('is_anyone_erased'))
    .executeTakeFirstOrThrow();
}

/**
 * Whether a bot of ours that is trusted in the server sent a message, itself or by a webhook. Whoever runs another one that sent a
 * reply, or knows its webhook's token, can edit the reply.
 */
function isOurMessage(
  { bots }: Context,
  { guild_id, webhook_id, webhook_application_id }: LockedTicket,
  message: MessagePayload,
): boolean {
  const ours = [bots.main, ...bots.inGuild(guild_id)];
  if (!message.webhook_id) return ours.some(({ user_id }) => user_id === message.author.id);
  const application_id =
    message.application_id ?? (message.webhook_id === webhook_id ? webhook_application_id : undefined);
  return ours.some((bot) => bot.application_id === application_id);
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
): Promise<Sender> {
  const nobody = { sent_by: null, unnamed: false };
  if (!message.webhook_id || message.webhook_id !== webhook_id) return nobody;
  const waiting = await tx
    .selectFrom('ticket_replies')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('message_id', 'is', null)
    .where('created_at', '>', new Date(ctx.clock.now().getTime() - replyTakesMs))
    .select(['user_id as sent_by', sql<boolean>`bool_or(unnamed)`.as('unnamed')])
    .groupBy('user_id')
    .limit(2)
    .execute();
  return waiting.length === 1 ? (waiting[0] ?? nobody) : nobody;
}

/** The number of the next change; the caller sees to it that the counts are written. */
function nextSeq(ticket: LockedTicket): number {
  ticket.last_seq += 1;
  return ticket.last_seq;
}

/** Undefined where it was there before. */
async function insertRow(
  tx: Tx,
  ticket: LockedTicket,
  heard: Heard,
  deleted_at: Date | null,
): Promise<(Pick<Kept, 'by_staff'> & { is_anyone_erased: boolean }) | undefined> {
  const { guild_id, ticket_id } = ticket;
  const { message, row, sent_by } = heard;
  const seq = ticket.last_seq + 1;
  // Who speaks through a webhook is no user.
  const authors = message.webhook_id ? [] : [message.author];
  const inserted = await tx
    .with('met', () => sql<object>`(${savingUsers(authors)})`)
    .insertInto('ticket_messages')
    .values({
      guild_id,
      ticket_id,
      seq,
      first_seq: seq,
      sent_by,
      by_staff: saidByStaff(ticket, heard),
      deleted_at,
      ...row,
    })
    .onConflict((oc) => oc.doNothing())
    .returning(['by_staff', anyoneErasedSince(writtenAt(message)).as('is_anyone_erased')])
    .executeTakeFirst();
  if (!inserted) return undefined;
  ticket.last_seq = seq;
  ticket.message_count += 1;
  return inserted;
}

/** All that were not marked before, each by a change of its own. */
export async function markDeleted(
  tx: Tx,
  ticket: LockedTicket,
  ids: readonly string[],
  deleted_at: Date,
): Promise<{ message_id: string; seq: number; by_staff: boolean | null }[]> {
  const { guild_id, ticket_id, last_seq } = ticket;
  const taken = ids.filter((id) => takesMessage(ticket, { message_id: id, created_at: timeOfSnowflake(id) }));
  const times = taken.map((id) => timeOfSnowflake(id).toISOString());
  const { rows } = await sql<{ message_id: string; seq: number; by_staff: boolean | null }>`
    insert into ticket_messages (guild_id, ticket_id, message_id, seq, first_seq, deleted_at, author_id, created_at)
    select ${guild_id}, ${ticket_id}, id, seq, seq, ${deleted_at}, ${unheardAuthor}, created_at
    from (
      select distinct on (id) id, created_at, ${last_seq}::integer + dense_rank() over (order by id) as seq
      from unnest(${taken}::bigint[], ${times}::timestamptz[]) as gone (id, created_at)
      where not exists (select from ticket_messages m where m.guild_id = ${guild_id} and m.ticket_id = ${ticket_id}
        and m.message_id = id and m.deleted_at is not null)) as fresh
    on conflict (guild_id, ticket_id, message_id) do update set seq = excluded.seq, deleted_at = excluded.deleted_at
    returning message_id, seq, by_staff`.execute(tx);
  ticket.last_seq += rows.length;
  return rows.sort((a, b) => a.seq - b.seq);
}

/**
 * Whether a message of ticket `t` is stored as it is told, so that mergeRow() finds nothing new. A value, which is looked up by
 * its key; PostgreSQL would join what exists, by an index of all messages of the server.
 */
export const keptAsTold = (
  row: MessageRow,
  sent_by: string | null,
): RawBuilder<boolean> => sql<boolean>`coalesce((
  select true from ticket_messages m
  where m.guild_id = t.guild_id and m.ticket_id = t.ticket_id and m.message_id = ${row.message_id}
    and (m.erased_at is not null or (m.rewritten_at is not null and m.edited_at is not distinct from ${row.edited_at}::timestamptz)
      or (m.author_id <> ${unheardAuthor} and m.content = ${row.content}
      and m.edited_at is not distinct from ${row.edited_at}::timestamptz
      and m.embeds = ${row.embeds}::jsonb and m.components = ${row.components}::jsonb
      and (m.sent_by is not null or ${sent_by}::bigint is null)))), false)`;

/** Puts together what is stored and what was heard now, whichever of them is newer. */
async function mergeRow(
  tx: Tx,
  ticket: LockedTicket,
  stored: Stored,
  heard: Heard & { isOurs: boolean },
): Promise<Pick<Kept, 'change' | 'by_staff'> | undefined> {
  const { guild_id, ticket_id } = ticket;
  const { row, sent_by, isOurs } = heard;
  const write = (set: UpdateObject<DB, 'ticket_messages'>) =>
    tx
      .updateTable('ticket_messages')
      .set(set)
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket_id)
      .where('message_id', '=', row.message_id)
      .returning('by_staff')
      .executeTakeFirstOrThrow();
  const keepVersion = async (replaced_at: Date, older: { content: string; embeds: string }) => {
    const { message_id } = row;
    await tx
      .insertInto('ticket_message_versions')
      .values({ guild_id, ticket_id, message_id, replaced_at, ...older })
      .onConflict((oc) => oc.doNothing())
      .execute();
    await forgetVersions(tx, { guild_id, ticket_id, message_id });
  };

  // Discord may still have what was removed here at somebody's request, unless it was edited since.
  if (stored.erased_at) return undefined;
  if (stored.author_id === unheardAuthor) {
    ticket.message_count += 1;
    const by_staff = saidByStaff(ticket, heard);
    return { change: 'delete', ...(await write({ ...row, sent_by, by_staff, seq: nextSeq(ticket) })) };
  }
  const age = (row.edited_at?.getTime() ?? 0) - (stored.edited_at?.getTime() ?? 0);
  const embeds = JSON.stringify(stored.embeds);
  const says = stored.content === row.content;
  if (age < 0) {
    if (!says && stored.edited_at)
      await keepVersion(stored.edited_at, { content: row.content, embeds: row.embeds });
    return undefined;
  }
  if (stored.rewritten_at) {
    if (age === 0) return undefined;
    // When we change a message's buttons, Discord repeats its words as they were before people were taken out of them.
    const words = [stored.content, stored.embeds];
    if (isOurs && isLeftOf(words, [row.content, JSON.parse(row.embeds)])) {
      const { edited_at, components } = row;
      return { change: 'update', ...(await write({ edited_at, components, seq: nextSeq(ticket) })) };
    }
  }
  const sender =
    sent_by !== null && stored.sent_by === null ? { sent_by, by_staff: saidByStaff(ticket, heard) } : {};
  // Discord adds previews of links to a message without calling it edited.
  const differs = age > 0 || !says || !stored.same_looks;
  if (!differs && !('sent_by' in sender)) return undefined;
  if (age > 0 && row.edited_at && !says)
    await keepVersion(row.edited_at, { content: stored.content, embeds });
  const { content, edited_at } = row;
  const written = await write({
    content,
    edited_at,
    embeds: row.embeds,
    components: row.components,
    ...sender,
    seq: nextSeq(ticket),
  });
  return { change: 'update', ...written };
}
