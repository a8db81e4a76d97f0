import { deletedUser } from '@tickets/contract/platform/names';
import { type Selectable, sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { TicketMessages } from '../../platform/db/schema.generated.ts';
import { nextLimit, readWithin } from '../../platform/db/within-bytes.ts';
import { type AppEvent, transact } from '../../platform/events/events.ts';
import { messagesChanged } from '../../tickets/conversation/changed-messages.ts';
import { holdContinuations } from '../../tickets/conversation/quoted.ts';
import type { TicketKey } from '../../tickets/model/find.ts';
import { inEveryText, withoutId, withoutReason } from '../../tickets/model/without-person.ts';
import { numbersAtOnce } from '../reading/batches.ts';
import { mentioning } from '../registry/tickets.ts';
import { openedMeanwhile } from './last-look.ts';
import { type Person, personIn, withoutNames } from './person.ts';
import type { Note } from './step.ts';

/**
 * Takes somebody out of what others said of them: their id everywhere, and their names in what bots said in tickets that
 * they took part in. What people wrote about them by name stays those people's words.
 */
export async function eraseMentions(ctx: Context, person: Person, note: Note): Promise<void> {
  for await (const key of ticketsNaming(ctx, person)) {
    // The bot quotes a ticket in the one that continues it, with names in the place of mentions. That is found by the mentions here,
    // so these go last.
    for (const later of await continuationsOf(ctx.db, key))
      await note(await replaceInTicket(ctx, later, person));
    await note(await replaceInTicket(ctx, key, person));
  }
  const id = sql`'(?<!\\d)' || ${person.user_id} || '(?!\\d)'`;
  const like = `%${person.user_id}%`;
  for (const [table, columns] of Object.entries(mentioning))
    for (const { column, json } of columns) {
      const text = json ? sql`${sql.ref(column)}::text` : sql.ref(column);
      const replaced = sql`regexp_replace(${text}, ${id}, ${deletedUser.id}, 'g')`;
      const { numAffectedRows } = await sql`
        update ${sql.table(table)} t set ${sql.ref(column)} = ${json ? sql`(${replaced})::jsonb` : replaced}
        where ${text} like ${like}${unlessOpenedMeanwhile(table, person)}`.execute(ctx.db);
      await note(Number(numAffectedRows ?? 0));
    }
}

const unlessOpenedMeanwhile = (table: string, { user_id }: Person) =>
  table === 'tickets' ? sql` and not ${openedMeanwhile(user_id)}` : sql``;

/** All messages are read for it, once, and by nothing that waits for it: those of so many tickets at a time. */
async function* ticketsNaming({ db }: Context, person: Person): AsyncGenerator<TicketKey, void> {
  const { user_id, names } = person;
  const like = `%${user_id}%`;
  const called = names.map(anywhere);
  const imported = [...person.imported].flatMap(([guild_id, list]) =>
    list.map((name) => ({ guild_id, like: anywhere(name) })),
  );
  for await (const { after, last } of ticketRanges(db)) {
    const { rows } = await sql<TicketKey>`
      select distinct m.guild_id, m.ticket_id from ticket_messages m
      join tickets t on t.guild_id = m.guild_id and t.ticket_id = m.ticket_id
      where (m.guild_id, m.ticket_id) > (${after.guild_id}::bigint, ${after.ticket_id}::integer)
        and (m.guild_id, m.ticket_id) <= (${last.guild_id}::bigint, ${last.ticket_id}::integer)
        and m.erased_at is null and not ${openedMeanwhile(user_id)} and (
        m.content like ${like} or m.embeds::text like ${like} or m.components::text like ${like}
        or (m.author_bot and m.sent_by is null and (m.content || m.embeds::text ilike any(${called}::text[]) or exists (
            select from jsonb_to_recordset(${JSON.stringify(imported)}::jsonb) as i (guild_id bigint, "like" text)
            where i.guild_id = m.guild_id and m.content || m.embeds::text ilike i.like)) and (
          t.opener_id = ${user_id} or t.claimed_by = ${user_id} or t.closed_by = ${user_id} or exists (
            select from ticket_participants p where p.guild_id = m.guild_id and p.ticket_id = m.ticket_id and p.user_id = ${user_id})
          or exists (select from ticket_members a where a.guild_id = m.guild_id and a.ticket_id = m.ticket_id and a.member_id = ${user_id}))))
      order by 1, 2`.execute(db);
    yield* rows;
  }
}

const continuationsOf = (db: Db, { guild_id, ticket_id }: TicketKey): Promise<TicketKey[]> =>
  db
    .selectFrom('tickets')
    .where('guild_id', '=', guild_id)
    .where('continues', '=', ticket_id)
    .select(['guild_id', 'ticket_id'])
    .execute();

/** All tickets, in ranges of so many that each can be looked at in one statement. */
async function* ticketRanges(db: Db): AsyncGenerator<{ after: TicketKey; last: TicketKey }, void> {
  for (let after: TicketKey = { guild_id: '0', ticket_id: 0 }; ; ) {
    const { rows } = await sql<TicketKey>`
      select guild_id, ticket_id from (
        select guild_id, ticket_id from tickets
        where (guild_id, ticket_id) > (${after.guild_id}::bigint, ${after.ticket_id}::integer)
        order by guild_id, ticket_id limit ${numbersAtOnce}) found
      order by guild_id desc, ticket_id desc limit 1`.execute(db);
    const [last] = rows;
    if (!last) return;
    yield { after, last };
    after = last;
  }
}

/** Whatever stands for its signs: JSON and Markdown put backslashes before some. */
const anywhere = (name: string) => `%${name.replace(/[^\p{L}\p{N} ]+/gu, '%')}%`;

/** Some messages at a time: as long as the ticket's row is held, nothing that is said in it is kept. */
async function replaceInTicket(ctx: Context, key: TicketKey, whom: Person): Promise<number> {
  const person = personIn(whom, key.guild_id);
  let count = 0;
  for (let from: Place | undefined = { after: '0', limit: batch }; from; ) {
    const here: Place = from;
    const done = await transact(ctx, (tx, emit) => replaceAt(ctx, tx, emit, { key, person, from: here }));
    count += done.changed;
    from = done.next;
  }
  return count;
}

/** Returns how many it changed, and where there are more. */
async function replaceAt(
  ctx: Context,
  tx: Tx,
  emit: (event: AppEvent) => void,
  { key, person, from }: { key: TicketKey; person: Person; from: Place },
): Promise<{ changed: number; next: Place | undefined }> {
  const { guild_id, ticket_id } = key;
  const ticket = await tx
    .selectFrom('tickets')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .select(['guild_id', 'ticket_id', 'last_seq', 'status', 'closed_at'])
    .forUpdate()
    .executeTakeFirst();
  if (!ticket) return { changed: 0, next: undefined };
  const { rows, next } = await messagesAt(tx, key, from);
  const changed: { message_id: string; seq: number }[] = [];
  for (const { message_id, author_bot, sent_by, ...said } of rows) {
    const isOfBot = author_bot && sent_by === null;
    const now = inEveryText(said, (text) =>
      isOfBot ? withoutNames(withoutReason(text, person), person) : withoutId(text, person),
    );
    if (JSON.stringify(now) === JSON.stringify(said)) continue;
    const seq = ticket.last_seq + changed.length + 1;
    changed.push({ message_id, seq });
    await tx
      .updateTable('ticket_messages')
      .set({
        content: now.content,
        embeds: JSON.stringify(now.embeds),
        components: JSON.stringify(now.components),
        seq,
        rewritten_at: ctx.clock.now(),
      })
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket_id)
      .where('message_id', '=', message_id)
      .execute();
  }
  await messagesChanged(tx, emit, ticket, changed);
  if (changed.length) await holdContinuations(tx, ticket); // what the bot quotes there follows in Discord
  return { changed: changed.length, next };
}

type Said = Pick<
  Selectable<TicketMessages>,
  'message_id' | 'author_bot' | 'sent_by' | 'content' | 'embeds' | 'components'
>;
const batch = 200;

/** How many messages to look at next, and after which. */
interface Place {
  after: string;
  limit: number;
}

/** Messages of a ticket that were not erased, and where there may be more. */
async function messagesAt(
  tx: Tx,
  { guild_id, ticket_id }: TicketKey,
  { after, limit }: Place,
): Promise<{ rows: Said[]; next: Place | undefined }> {
  const wanted = tx
    .selectFrom('ticket_messages')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('erased_at', 'is', null)
    .where('message_id', '>', after)
    .select(['message_id', 'author_bot', 'sent_by', 'content', 'embeds', 'components'])
    .orderBy('message_id')
    .limit(limit);
  const { rows, isCut } = await readWithin<Said>(tx, wanted, { order: sql`message_id` });
  const last = rows.at(-1);
  const isEnd = !last || (rows.length < limit && !isCut);
  return { rows, next: isEnd ? undefined : { after: last.message_id, limit: nextLimit(rows.length, batch) } };
}
