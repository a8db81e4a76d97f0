import { deletedUser, erasedWords } from '@tickets/contract/platform/names';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { transact } from '../../platform/events/events.ts';
import { rewriteGreeting, withoutSubject } from '../../tickets/conversation/greeting-without-words.ts';
import { removeQuotes } from '../../tickets/conversation/quoted.ts';
import { isSubject, printOfSubject } from '../../tickets/model/erased-subject.ts';
import type { Ticket, TicketKey } from '../../tickets/model/find.ts';
import { isOriginOf } from '../../tickets/model/origin-author.ts';
import { isReasonAuthor, reasonOfOthers } from '../../tickets/model/reason-authors.ts';
import { greetAnewLater } from '../../tickets/model/told-greeting.ts';
import { rowsOfTickets, ticketsIn } from '../reading/batches.ts';
import { openedMeanwhile, wasClosedBefore } from './last-look.ts';
import { type Person, personIn, withoutNames } from './person.ts';
import { inEachTicket, type Note } from './step.ts';

/** Takes somebody out of the tickets that they opened, claimed or closed. The tickets stay, as the server's own record. */
export async function eraseTickets(ctx: Context, person: Person, note: Note): Promise<void> {
  const { user_id } = person;
  const change = async (statement: RawBuilder<unknown>) => {
    const { numAffectedRows } = await statement.execute(ctx.db);
    await note(Number(numAffectedRows ?? 0));
  };
  await renameChannels(ctx, person, wasClosedBefore);
  await change(sql`delete from ticket_answers a using tickets t
    where t.guild_id = a.guild_id and t.ticket_id = a.ticket_id and t.opener_id = ${user_id} and not ${openedMeanwhile(user_id)}`);
  await change(sql`
    update close_requests set requester_id = ${deletedUser.id}::bigint, reason = null where requester_id = ${user_id}`);
  await change(sql`
    update tickets t set claimed_by = ${deletedUser.id}::bigint where claimed_by = ${user_id} and ${wasClosedBefore}`);
  await eraseToldReasons(ctx, user_id, note);
  await change(sql`
    update tickets set closed_by = ${deletedUser.id}::bigint, close_reason = ${reasonOfOthers(user_id)} where closed_by = ${user_id}`);
  await eraseChangedReasons(ctx, user_id, note);
  // After all that goes by it.
  await change(sql`
    update tickets t set opener_id = ${deletedUser.id}::bigint, dm_channel_id = null, dm_message_id = null
    where opener_id = ${user_id} and ${wasClosedBefore}`);
  // At the end, because the changes above may be told to webhooks, too.
  await change(sql`
    delete from outgoing_deliveries where strpos(data::text, ${user_id}::text) > 0`);
}

/** The reasons that they changed, and what says that they wrote any. */
async function eraseChangedReasons({ db }: Context, user_id: string, note: Note): Promise<void> {
  const { numAffectedRows: deliveries } = await sql`
    delete from outgoing_deliveries d using tickets
    where d.guild_id = tickets.guild_id and d.ticket_id = tickets.ticket_id and ${isReasonAuthor(user_id)}`.execute(
    db,
  );
  await note(Number(deliveries ?? 0));
  const { numAffectedRows } = await sql`
    update tickets set reason_authors = array_remove(reason_authors, ${user_id}::bigint), close_reason = ${reasonOfOthers(user_id)}
    where ${isReasonAuthor(user_id)}`.execute(db);
  await note(Number(numAffectedRows ?? 0));
}

/** Why they closed tickets, where later ones that continue these tell of it. */
async function eraseToldReasons(ctx: Context, user_id: string, note: Note): Promise<void> {
  const theirs = sql<boolean>`(closed_by = ${user_id} or ${isReasonAuthor(user_id)})`;
  const continued = sql`tickets e where ${theirs}
    and exists (select from tickets l where l.guild_id = e.guild_id and l.continues = e.ticket_id)`;
  await inEachTicket(ticketsIn(ctx.db, [continued]), async ({ guild_id, ticket_id }) =>
    note(
      await transact(ctx, async (tx, emit) => {
        const earlier = await tx
          .updateTable('tickets')
          .set({
            closed_by: sql`case closed_by when ${user_id} then ${deletedUser.id}::bigint else closed_by end`,
            close_reason: reasonOfOthers(user_id),
            reason_authors: sql`array_remove(reason_authors, ${user_id}::bigint)`,
          })
          .where('guild_id', '=', guild_id)
          .where('ticket_id', '=', ticket_id)
          .where(theirs)
          .returning(['guild_id', 'ticket_id', 'closed_at'])
          .executeTakeFirst();
        return earlier ? 1 + (await removeQuotes(tx, emit, earlier, { keeps_words: true })) : 0;
      }),
    ),
  );
}

/** What tickets are about, where that is in words of theirs: a subject that they gave, or a message that a ticket was started from. */
export async function eraseSubjects(ctx: Context, { user_id }: Person, note: Note): Promise<void> {
  const theirs = sql`tickets t where subject_author_id = ${user_id} and not ${openedMeanwhile(user_id)}`;
  for (let isDone = false; !isDone; ) {
    isDone = true;
    await inEachTicket(ticketsIn(ctx.db, [theirs]), async (key) => {
      await note(await eraseSubject(ctx, key, user_id));
      // A reopening that held its row may just have created another ticket with the same subject.
      isDone = false;
    });
  }
}

function eraseSubject(ctx: Context, { guild_id, ticket_id }: TicketKey, user_id: string): Promise<number> {
  return transact(ctx, async (tx, emit) => {
    const ticket = await tx
      .selectFrom('tickets as t')
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket_id)
      .where('subject_author_id', '=', user_id)
      .where((eb) => eb.not(openedMeanwhile(user_id)))
      .selectAll()
      .forUpdate()
      .executeTakeFirst();
    if (!ticket) return 0;
    const { subject } = ticket;
    // A channel goes with its ticket.
    const isInDiscord = ticket.is_thread || ticket.status !== 'closed';
    const erased_subject = await printOfSubject(ctx, ticket, subject);
    await tx
      .updateTable('tickets')
      .set({ subject: erasedWords, subject_author_id: null, ...(isInDiscord && { erased_subject }) })
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket_id)
      .execute();
    const { numDeletedRows: deliveries } = await tx
      .deleteFrom('outgoing_deliveries')
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket_id)
      .executeTakeFirstOrThrow();
    const messages = await rewriteGreeting(tx, emit, ticket, (embeds) =>
      withoutSubject(embeds, async (title) => isSubject(subject, title)),
    );
    if (ticket.status !== 'closed') {
      await greetAnewLater(tx, ticket);
      emit({ type: 'ticket.changed', guild_id, ticket_id });
    }
    return 1 + Number(deliveries) + messages;
  });
}

/** The messages of theirs that tickets were started from. */
export async function eraseOrigins(ctx: Context, { user_id }: Person, note: Note): Promise<void> {
  const changed = await ctx.db.transaction().execute(async (tx) => {
    const { rows } = await sql<TicketKey & Pick<Ticket, 'status'>>`
      update tickets
      set origin = origin - 'sent_by' || jsonb_build_object('author_id', ${deletedUser.id}::text, 'content', ${erasedWords}::text)
      where ${isOriginOf(user_id)} returning guild_id, ticket_id, status`.execute(tx);
    for (const { status, ...key } of rows) if (status !== 'closed') await greetAnewLater(tx, key);
    return rows.length;
  });
  await note(changed);
}

interface Named
  extends Pick<Ticket, 'guild_id' | 'ticket_id' | 'channel_name' | 'thread_name' | 'named_by_hand'> {
  is_opener: boolean;
  /** Its panel names tickets after their claimer, or is gone. */
  by_claimer: boolean;
}

/**
 * A channel may be named after its opener or its claimer, by a name that they no longer have. A name that staff gave it stays, unless it
 * contains what the person is called now. In Discord the name stays as long as the channel does. `which`: of their tickets (`t`).
 */
export async function renameChannels(
  ctx: Context,
  person: Person,
  which: RawBuilder<boolean>,
  renamed?: (tx: Tx, ticket: TicketKey) => Promise<void>,
): Promise<void> {
  const { user_id } = person;
  const theirs = rowsOfTickets<Named>(
    ctx.db,
    [
      sql`tickets t where opener_id = ${user_id} and ${which}`,
      sql`tickets t where claimed_by = ${user_id} and ${which}`,
    ],
    {
      select: sql`t.guild_id, t.ticket_id, t.channel_name, t.thread_name, t.named_by_hand, t.opener_id = ${user_id} as is_opener,
        p.panel_id is null or strpos(coalesce(p.naming_scheme, ''), '%claimed_by%') > 0 as by_claimer`,
      joined: sql`left join panels p on p.guild_id = t.guild_id and p.panel_id = t.panel_id`,
    },
  );
  for await (const {
    guild_id,
    ticket_id,
    channel_name,
    thread_name,
    named_by_hand,
    is_opener,
    by_claimer,
  } of theirs) {
    const called = personIn(person, guild_id);
    const isAfterThem = !named_by_hand && (is_opener || by_claimer);
    const tells = (name: string | null) => name !== null && (isAfterThem || isNamedAfter(name, called));
    const named = `ticket-${ticket_id}`;
    if (channel_name === named && !thread_name) continue;
    if (!tells(channel_name) && !tells(thread_name)) continue;
    await ctx.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('tickets')
        .set({
          ...(tells(channel_name) && { channel_name: named }),
          ...(tells(thread_name) && { thread_name: null }),
        })
        .where('guild_id', '=', guild_id)
        .where('ticket_id', '=', ticket_id)
        .execute();
      await renamed?.(tx, { guild_id, ticket_id });
      // These tell the former name, and this change may have added one.
      await tx
        .deleteFrom('outgoing_deliveries')
        .where('guild_id', '=', guild_id)
        .where('ticket_id', '=', ticket_id)
        .where('event', '=', 'ticket.renamed')
        .execute();
    });
  }
}

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Discord allows fewer characters in names of channels than in names of people. */
function isNamedAfter(channel: string, person: Person): boolean {
  if (withoutNames(channel, person) !== channel) return true;
  return person.names.some((name) => plain(name).length > 2 && plain(channel).includes(plain(name)));
}
