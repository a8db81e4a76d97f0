import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Access } from '../access/access.ts';
import { notHiddenFrom, visibleTo } from '../access/ticket-lists.ts';
import type { Db } from '../platform/db/db.ts';

/** What is looked for, with every name looked up. */
export interface Wanted {
  guild_id: string;
  /** As the index has it; undefined to find whatever the rest says. */
  words: string | undefined;
  /** Whether the index can find the words. */
  has_positive: boolean;
  author_ids: readonly string[] | undefined;
  panel_ids: readonly number[] | undefined;
  before: Date | undefined;
  after: Date | undefined;
  has_file: boolean;
  ratings: readonly number[];
  /** What was found last. */
  below: Place | undefined;
  limit: number;
}

/** Where a text stands in the order of results. */
export interface Place {
  ticket_id: number;
  source: string;
  text_id: string;
}

/** How many of the newest texts are looked at before the index is asked. */
export interface Looks {
  first: number;
  /** At most, where the first look says that so many will do. */
  second: number;
}
const usualLooks: Looks = { first: 4_000, second: 32_000 };

type Condition = RawBuilder<SqlBool>;

/**
 * What was said, the newest ticket first. The index knows where words are, and not in which order: of a word that is said in
 * every third message it would fetch all. So the newest texts are looked at first. Only what is said seldom, or together
 * seldom, is left for the index.
 */
export async function findTexts(
  db: Db,
  access: Access,
  wanted: Wanted,
  looks = usualLooks,
): Promise<Place[]> {
  if (!wanted.words || !wanted.has_positive) return inOrder(db, access, wanted);
  const first = await lookAtNewest(db, access, wanted, looks.first);
  if (first.is_enough) return first.found;
  // Half as many again as there are if they are as frequent further on.
  const further = Math.ceil((1.5 * looks.first * wanted.limit) / first.found.length);
  if (further <= looks.second) {
    const second = await lookAtNewest(db, access, wanted, further);
    if (second.is_enough) return second.found;
  }
  return byIndex(db, access, wanted);
}

// A statement that begins like this is planned each time anew (`platform/db/prepared.ts`): by what it asks for, one plan is
// a hundred times faster than another.
const planned = sql.raw('/* planned for what it asks */ ');

const newestFirst = (numbered: RawBuilder<unknown>) =>
  sql`order by ${numbered}.ticket_id desc, s.source desc, s.text_id desc`;

/** Of a search without words. Its order is that of an index. */
async function inOrder(db: Db, access: Access, wanted: Wanted): Promise<Place[]> {
  const { rows } = await sql<Place>`${planned}
    select s.ticket_id, s.source, s.text_id
    from ${narrows(wanted) ? sql`search_texts s ${joinTickets(wanted)}` : textsOfTickets(wanted)}
    where ${all([...ofTicket(access, wanted), ...ofText(wanted), ...below(wanted)])}
    ${newestFirst(narrows(wanted) ? sql`s` : sql`tickets`)} limit ${wanted.limit}`.execute(db);
  return rows;
}

async function lookAtNewest(
  db: Db,
  access: Access,
  wanted: Wanted,
  at_most: number,
): Promise<{ found: Place[]; is_enough: boolean }> {
  const looked = narrows(wanted)
    ? newestOfAuthors(wanted, at_most)
    : sql`select s.* from ${textsOfTickets(wanted)}
        where ${all([...ofTicket(access, wanted), ...below(wanted)])} ${newestFirst(sql`tickets`)} limit ${at_most}`;
  const shown = narrows(wanted)
    ? sql`looked s ${joinTickets(wanted)} where ${all([...ofTicket(access, wanted), ...ofText(wanted)])}`
    : sql`looked s where ${all(ofText(wanted))}`;
  const { rows } = await sql<Partial<Place> & { looked: number }>`${planned}
    with looked as materialized (${looked})
    select looked.number as looked, found.*
    from (select count(*)::int as number from looked) looked
    left join lateral (
      select s.ticket_id, s.source, s.text_id from ${shown} ${newestFirst(sql`s`)} limit ${wanted.limit}) found on true`.execute(
    db,
  );
  const found = rows.flatMap(({ ticket_id, source, text_id }) =>
    ticket_id && source && text_id ? [{ ticket_id, source, text_id }] : [],
  );
  return { found, is_enough: found.length === wanted.limit || (rows[0]?.looked ?? 0) < at_most };
}

async function byIndex(db: Db, access: Access, wanted: Wanted): Promise<Place[]> {
  const { guild_id } = wanted;
  const where = [sql<SqlBool>`s.guild_id = ${guild_id}`, ...ofText(wanted), ...below(wanted)];
  // Apart, so that it is the index which finds them, and not their order.
  const { rows } = await sql<Place>`${planned}
    with found as materialized (select ticket_id, source, text_id from search_texts s where ${all(where)})
    select s.ticket_id, s.source, s.text_id
    from (select * from found s ${newestFirst(sql`s`)}) s
    cross join lateral (select from tickets where tickets.ticket_id = s.ticket_id and ${all(ofTicket(access, wanted))} limit 1) t
    ${newestFirst(sql`s`)} limit ${wanted.limit}`.execute(db);
  return rows;
}

/** Whether an index of the texts themselves leaves fewer than the tickets that may be shown. */
const narrows = ({ author_ids, has_file }: Wanted) => author_ids !== undefined || has_file;

const joinTickets = ({ guild_id }: Wanted) =>
  sql`join tickets on tickets.guild_id = ${guild_id} and s.guild_id = ${guild_id} and tickets.ticket_id = s.ticket_id`;

/** What was said in tickets, one after the other (that is what the offset is for), so that nothing is read of those that are not shown. */
const textsOfTickets = ({ guild_id }: Wanted) =>
  sql`tickets cross join lateral (
    select * from search_texts s where s.guild_id = ${guild_id} and s.ticket_id = tickets.ticket_id offset 0) s`;

/** The newest texts of some people, or with a file, whatever their tickets. */
function newestOfAuthors(wanted: Wanted, at_most: number) {
  const { guild_id, author_ids } = wanted;
  const where = [sql<SqlBool>`s.guild_id = ${guild_id}`, ...below(wanted)];
  if (!author_ids)
    return sql`select s.* from search_texts s where ${all([...where, sql<SqlBool>`s.has_file`])}
      ${newestFirst(sql`s`)} limit ${at_most}`;
  return sql`select s.* from unnest(${author_ids}::bigint[]) author (id)
    cross join lateral (
      select s.* from search_texts s where ${all([...where, sql<SqlBool>`s.author_id = author.id`])}
      ${newestFirst(sql`s`)} limit ${at_most}) s
    ${newestFirst(sql`s`)} limit ${at_most}`;
}

/** Tickets that stand in this person's lists, and what is asked of them. */
function ofTicket(
  access: Access,
  { guild_id, panel_ids, ratings, before, below: last }: Wanted,
): Condition[] {
  return [
    sql<SqlBool>`tickets.guild_id = ${guild_id}`,
    // One that could not be opened was never a ticket to anyone.
    sql<SqlBool>`tickets.status <> 'opening' and tickets.close_source is distinct from 'undone'`,
    visibleTo(access),
    sql<SqlBool>`(tickets.status = 'closed' or ${notHiddenFrom(access)})`,
    ...(panel_ids ? [sql<SqlBool>`tickets.panel_id = any(${panel_ids}::int[])`] : []),
    ...(ratings.length ? [sql<SqlBool>`tickets.rating = any(${ratings}::int[])`] : []),
    // Nothing is said before there is a ticket.
    ...(before ? [sql<SqlBool>`tickets.opened_at < ${before}`] : []),
    ...(last ? [sql<SqlBool>`tickets.ticket_id <= ${last.ticket_id}`] : []),
  ];
}

function ofText({ words, author_ids, before, after, has_file }: Wanted): Condition[] {
  return [
    ...(words ? [sql<SqlBool>`s.words @@ ${words}::tsquery`] : []),
    ...(author_ids ? [sql<SqlBool>`s.author_id = any(${author_ids}::bigint[])`] : []),
    ...(before ? [sql<SqlBool>`s.said_at < ${before}`] : []),
    ...(after ? [sql<SqlBool>`s.said_at >= ${after}`] : []),
    ...(has_file ? [sql<SqlBool>`s.has_file`] : []),
  ];
}

function below({ below: last }: Wanted): Condition[] {
  if (!last) return [];
  const { ticket_id, source, text_id } = last;
  return [
    sql<SqlBool>`(s.ticket_id, s.source, s.text_id) < (${ticket_id}::int, ${source}::text, ${text_id}::bigint)`,
  ];
}

const all = (conditions: readonly Condition[]) =>
  conditions.length ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : sql<SqlBool>`true`;
