import { parseWords } from '@tickets/contract/search/parse';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { wordQuery } from './words.ts';

/** Of the newest texts, so many are looked at, and where so many of them say it, it is said often. */
const looked = 2_000;
const often = 40;
/** Where more texts say it, their tickets are not told one by one. */
const textsMax = 5_000;

/** Numbers of tickets, none of which is meant itself. */
export interface TicketBounds {
  below?: number | RawBuilder<number> | undefined;
  above?: number | undefined;
}

interface TicketsThatSay {
  /** Of a row of `tickets`, and where its numbers are bounded, of nothing beyond. */
  condition(bounds: TicketBounds): RawBuilder<SqlBool>;
  /** Whether so many say it that to count them takes long. */
  are_many: boolean;
}

/**
 * Which tickets of a server say something, in a message, an answer or the close reason; undefined where none of the text is
 * a word. What is said seldom, the index finds at once. What is said often is looked for in one ticket after the other,
 * because the index would first list all of them.
 */
export async function ticketsThatSay(
  db: Db,
  guild_id: string,
  text: string,
): Promise<TicketsThatSay | undefined> {
  const parsed = parseWords(text);
  const words = parsed.terms.length ? await wordQuery(db, guild_id, parsed.terms, parsed) : undefined;
  if (!words) return undefined;
  const ids = words.has_positive ? await seldom(db, guild_id, words.in_index) : undefined;
  if (ids) return { condition: () => sql<SqlBool>`tickets.ticket_id = any(${ids}::int[])`, are_many: false };
  return {
    // PostgreSQL does not see that bounds of the one are bounds of the other, and would begin at the newest text.
    condition: ({ below, above }) => sql<SqlBool>`exists (select from search_texts w
      where w.guild_id = ${guild_id} and w.ticket_id = tickets.ticket_id and w.words @@ ${words.in_index}::tsquery
        ${below === undefined ? sql`` : sql`and w.ticket_id < ${below}`}
        ${above === undefined ? sql`` : sql`and w.ticket_id > ${above}`})`,
    are_many: true,
  };
}

/** The tickets, where it is said seldom. */
async function seldom(db: Db, guild_id: string, words: string): Promise<number[] | undefined> {
  const [sample] = (
    await sql<{ said: number }>`
      select count(*) filter (where words @@ ${words}::tsquery)::int said from (
        select words from search_texts where guild_id = ${guild_id}
        order by ticket_id desc, source desc, text_id desc limit ${looked}) newest`.execute(db)
  ).rows;
  if ((sample?.said ?? 0) >= often) return undefined;
  // Planned each time: by the words, and not by what words usually are (`platform/db/prepared.ts`).
  const [found] = (
    await sql<{ said: number; ids: number[] | null }>`/* planned for what it asks */
      select count(*)::int said, array_agg(distinct ticket_id) ids from (
        select ticket_id from search_texts where guild_id = ${guild_id} and words @@ ${words}::tsquery
        limit ${textsMax + 1}) found`.execute(db)
  ).rows;
  if (!found || found.said > textsMax) return undefined;
  return found.ids ?? [];
}
