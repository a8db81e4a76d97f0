import { deletedUser, erasedWords } from '@tickets/contract/platform/names';
import { type RawBuilder, sql } from 'kysely';
import { removeAttachments } from '../../files/attachments.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { type AppEvent, transact } from '../../platform/events/events.ts';
import { messagesChanged } from '../../tickets/conversation/changed-messages.ts';
import { removeQuotes } from '../../tickets/conversation/quoted.ts';
import type { Ticket, TicketKey } from '../../tickets/model/find.ts';
import { snowflakeAt } from '../../tickets/model/message-payload.ts';
import type { Origin } from '../../tickets/model/open-request.ts';
import { isOriginOf } from '../../tickets/model/origin-author.ts';
import { isReasonAuthor } from '../../tickets/model/reason-authors.ts';
import { ticketsIn } from '../reading/batches.ts';
import { openedMeanwhile } from './last-look.ts';
import type { Person } from './person.ts';
import { inEachTicket, type Note } from './step.ts';

/**
 * Empties what somebody wrote in tickets, what bots said in the tickets that they opened, and what the bot quoted of them
 * in a ticket that goes on from one, or was started from a message of theirs. A ticket at a time.
 */
export async function eraseMessages(ctx: Context, person: Person, note: Note): Promise<void> {
  const { user_id } = person;
  // The first, so that what is being read of a thread is either there to be erased, or not taken.
  await forgetThreads(ctx, user_id);
  const tables = [
    sql`ticket_messages where author_id = ${user_id} and not author_bot`,
    sql`ticket_messages where sent_by = ${user_id}`,
    sql`tickets where opener_id = ${user_id}`,
    sql`tickets where ${isOriginOf(user_id)}`,
    sql`tickets where closed_by = ${user_id} and is_thread`,
    sql`tickets where ${isReasonAuthor(user_id)} and is_thread`,
    // Nothing of theirs may be kept there, but quoted.
    sql`ticket_participants where user_id = ${user_id}`,
  ];
  await inEachTicket(ticketsIn(ctx.db, tables), async (key) => note(await eraseInTicket(ctx, key, person)));
}

/**
 * Of a closed thread of which nothing is kept, Discord still has everything, and it is read again when the thread is reopened.
 * Nothing that this person may have said there, or in which they may be named, is taken any more. While it is not closed, that is
 * what is older than anything that is kept: words that were removed before it closes, or that were not read yet since it was reopened.
 */
async function forgetThreads(ctx: Context, user_id: string): Promise<void> {
  const isBare = sql<boolean>`(is_thread and not has_transcript and (status in ('closing', 'closed') or reopened_at is not null))`;
  const withThem = (
    table: string,
    column: string,
  ) => sql`(select p.guild_id, p.ticket_id from ${sql.table(table)} p
    join tickets t using (guild_id, ticket_id) where p.${sql.ref(column)} = ${user_id} and ${isBare}) as of_them where true`;
  const tables = [
    ...['opener_id', 'claimed_by', 'closed_by'].map(
      (column) => sql`tickets where ${sql.ref(column)} = ${user_id} and ${isBare}`,
    ),
    sql`tickets where ${isOriginOf(user_id)} and ${isBare}`,
    // Also who only read along: others may have named them.
    withThem('ticket_participants', 'user_id'),
    withThem('ticket_members', 'member_id'),
    withThem('thread_staff', 'user_id'),
  ];
  const now = snowflakeAt(ctx.clock.now());
  for await (const key of ticketsIn(ctx.db, tables))
    await ctx.db.transaction().execute(async (tx) => {
      const { guild_id, ticket_id } = key;
      await lockTicket(tx, key, user_id);
      await sql`update tickets t set forgotten_up_to = greatest(forgotten_up_to, case status when 'closed' then ${now}::bigint
          else coalesce((select min(message_id) - 1 from ticket_messages m
            where m.guild_id = t.guild_id and m.ticket_id = t.ticket_id), ${now}::bigint) end)
        where guild_id = ${guild_id} and ticket_id = ${ticket_id} and ${isBare}`.execute(tx);
    });
}

const lockedColumns = [
  'guild_id',
  'ticket_id',
  'opener_id',
  'status',
  'last_seq',
  'closed_at',
  'closed_by',
  'reason_authors',
  'has_transcript',
  'origin',
  'welcome_message_id',
] as const;
type Locked = Pick<Ticket, (typeof lockedColumns)[number]>;

/** Some messages at a time: as long as the ticket's row is held, nothing that is said in it is kept. */
async function eraseInTicket(ctx: Context, key: TicketKey, { user_id }: Person): Promise<number> {
  let count = 0;
  for (let after: string | undefined = '0'; after !== undefined; ) {
    const from: string = after;
    const done = await transact(ctx, async (tx, emit) => {
      const ticket = await lockTicket(tx, key, user_id);
      if (!ticket) return { rows: 0, next: undefined };
      const own = sql<boolean>`((m.author_id = ${user_id} and not m.author_bot) or m.sent_by is not distinct from ${user_id}::bigint)`;
      const ofBots = sql<boolean>`(${ticket.opener_id === user_id} and m.author_bot and m.sent_by is null)`;
      const quoted = quotesOrigin(ticket, user_id);
      const which = sql<boolean>`(${own} or ${ofBots} or ${quoted} or ${tellsWhy(ticket, user_id)})`;
      const done = await eraseWhere(ctx, tx, { ticket, which, own, after: from }, emit);
      // Together with the first words: after a crash, only the words that are left would be found. Without a transcript, nobody
      // knows whose words were quoted.
      const isFirst = from === '0' && (done.rows > 0 || !ticket.has_transcript);
      return { ...done, rows: done.rows + (isFirst ? await removeQuotes(tx, emit, ticket) : 0) };
    });
    count += done.rows;
    after = done.next;
  }
  return count;
}

/** A ticket that was started from a message of theirs begins with their words, and a link to them. */
function quotesOrigin(ticket: Locked, user_id: string): RawBuilder<boolean> {
  const origin = ticket.origin as Origin | null; // written when the ticket was opened
  if (!origin || (origin.author_id !== user_id && origin.sent_by !== user_id)) return sql<boolean>`false`;
  // Others may link to the message, too; a quote also names its author and its channel.
  const parts = [`%/${origin.message_id}%`, `%<@${origin.author_id}>%`, `%<#${origin.channel_id}>%`];
  return sql<boolean>`(m.author_bot and m.sent_by is null and m.embeds::text like all (${parts}::text[]))`;
}

/**
 * The last word in a thread that they closed says why, also where it does not say who. Where they wrote another reason, each that
 * was told may be theirs.
 */
function tellsWhy({ closed_by, closed_at, reason_authors }: Locked, user_id: string): RawBuilder<boolean> {
  const isLast = sql<boolean>`left(m.embeds #>> '{0,timestamp}', 19) = ${closed_at?.toISOString().slice(0, 19) ?? null}`;
  const isTheirs = reason_authors.includes(user_id)
    ? sql<boolean>`m.embeds #>> '{0,timestamp}' is not null`
    : sql<boolean>`(${closed_by === user_id} and ${isLast})`;
  return sql<boolean>`(m.author_bot and m.sent_by is null and m.embeds #>> '{0,description}' like '%\`\`\`' and ${isTheirs})`;
}

/** Undefined where it is none to erase anything of. */
async function lockTicket(
  tx: Tx,
  { guild_id, ticket_id }: TicketKey,
  user_id: string,
): Promise<Locked | undefined> {
  return tx
    .selectFrom('tickets as t')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where((eb) => eb.not(openedMeanwhile(user_id)))
    .select(lockedColumns)
    .forUpdate()
    .executeTakeFirst();
}

/** How many messages are emptied while a ticket's row is held. */
const batch = 200;

/**
 * Empties the next of such messages. Each is a change of its ticket, so that whoever reads along sees it go. Returns how many rows that
 * changed, and after which message there may be more.
 */
async function eraseWhere(
  ctx: Context,
  tx: Tx,
  {
    ticket,
    which,
    own,
    after,
  }: {
    ticket: Pick<Locked, 'guild_id' | 'ticket_id' | 'last_seq' | 'status'>;
    which: RawBuilder<boolean>;
    own: RawBuilder<boolean>;
    after: string;
  },
  emit: (event: AppEvent) => void,
): Promise<{ rows: number; next: string | undefined }> {
  const { guild_id, ticket_id, last_seq, status } = ticket;
  const { rows: found } = await sql<{ message_id: string }>`
    select message_id from ticket_messages m
    where guild_id = ${guild_id} and ticket_id = ${ticket_id} and message_id > ${after} and erased_at is null and ${which}
    order by message_id limit ${batch}`.execute(tx);
  const ids = found.map(({ message_id }) => message_id);
  if (!ids.length) return { rows: 0, next: undefined };
  const { rows } = await sql<{ message_id: string; seq: number }>`
    update ticket_messages m set
      content = case when m.content = '' and m.embeds = '[]' and m.components = '[]' and not exists (
          select from ticket_attachments a where a.guild_id = m.guild_id and a.ticket_id = m.ticket_id and a.message_id = m.message_id)
        then '' else ${erasedWords} end,
      embeds = '[]', components = '[]', seq = ${last_seq}::integer + gone.place, erased_at = ${ctx.clock.now()},
      author_id = case when ${own} and not m.author_bot then ${deletedUser.id}::bigint else m.author_id end,
      author_name = case when ${own} and m.author_name is not null then ${deletedUser.username} else m.author_name end,
      author_avatar = case when ${own} then null else m.author_avatar end,
      sent_by = case when ${own} and m.sent_by is not null then ${deletedUser.id}::bigint else m.sent_by end
    from unnest(${ids}::bigint[]) with ordinality as gone (message_id, place)
    where m.guild_id = ${guild_id} and m.ticket_id = ${ticket_id} and m.message_id = gone.message_id
    returning m.message_id, m.seq`.execute(tx);
  await sql`delete from ticket_message_versions where guild_id = ${guild_id} and ticket_id = ${ticket_id}
    and message_id = any(${ids}::bigint[])`.execute(tx);
  const files = await removeAttachments(tx, ticket, ids);
  await messagesChanged(tx, emit, ticket, rows);
  if (status !== 'closed') emit({ type: 'ticket.changed', guild_id, ticket_id });
  return { rows: rows.length + files, next: ids.length < batch ? undefined : ids.at(-1) };
}
