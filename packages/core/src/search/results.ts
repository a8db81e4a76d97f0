import type { SearchResult } from '@tickets/contract/search/search';
import { SearchSource } from '@tickets/contract/search/search';
import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import { usersSoon } from '../servers/users.ts';
import { mentionedNames } from '../tickets/conversation/mentions.ts';
import {
  type Authored,
  authorsFor,
  type StoredMessage,
  unknownUser,
} from '../tickets/conversation/message-views.ts';
import { isImported } from '../tickets/model/find.ts';
import type { Place } from './find.ts';
import { type Found, marked, partsOf } from './snippets.ts';
import type { WordsInText } from './words.ts';

interface Row extends Found {
  ticket_id: number;
  channel_name: string;
  status: 'open' | 'closing' | 'closed';
  has_transcript: boolean;
  imported: boolean;
  opener_id: string;
  panel_id: number | null;
  panel_title: string | null;
  rating: number | null;
  source: SearchSource;
  text_id: string;
  question: string | null;
  author_id: string | null;
  said_at: Date;
  has_file: boolean;
}

type Said = Authored & Pick<StoredMessage, 'deleted_at'>;

/** Whoever finds something is staff of its ticket. */
const reader = { is_staff: true };

/** What stands at these places, in their order. What is gone since they were found is left out. */
export async function resultsAt(
  ctx: Context,
  guild_id: string,
  places: readonly Place[],
  words: WordsInText | undefined,
): Promise<SearchResult[]> {
  if (!places.length) return [];
  const [rows, messages] = await Promise.all([
    rowsAt(ctx, guild_id, places, words),
    messagesAt(ctx, guild_id, places),
  ]);
  const others = rows.flatMap(({ opener_id, author_id }) => [opener_id, ...(author_id ? [author_id] : [])]);
  const [people, authors, names] = await Promise.all([
    usersSoon(ctx, guild_id, others),
    authorsFor(ctx, guild_id, reader, [...messages.values()]),
    mentionedNames(
      ctx,
      guild_id,
      rows.map(({ ticket_id, found }) => ({ ticket_id, content: found, embeds: [], components: [] })),
      reader,
    ),
  ]);
  const person = (id: string) => people.get(id) ?? unknownUser(id);
  return rows.map(({ text_id, opener_id, author_id, found, begins, ends, said_at, ...row }) => {
    const message = row.source === 'message' ? messages.get(text_id) : undefined;
    const someone = author_id ? person(author_id) : null;
    return {
      ...row,
      opener: person(opener_id),
      message_id: row.source === 'message' ? text_id : null,
      author: message ? authors.of(message) : someone,
      said_at: said_at.toISOString(),
      deleted: message?.deleted_at != null,
      snippet: partsOf({ found, begins, ends }, names),
    };
  });
}

async function rowsAt(
  { db }: Context,
  guild_id: string,
  places: readonly Place[],
  words: WordsInText | undefined,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select p.ticket_id, t.channel_name, t.status, t.has_transcript, ${isImported} as imported, t.opener_id,
      panels.panel_id,
      panels.title as panel_title, t.rating, p.source, p.text_id, a.label as question, s.author_id, s.said_at,
      s.has_file, shown.found, shown.begins, shown.ends
    from unnest(${places.map(({ ticket_id }) => ticket_id)}::int[], ${places.map(({ source }) => source)}::text[],
      ${places.map(({ text_id }) => text_id)}::bigint[]) with ordinality as p (ticket_id, source, text_id, place)
    join tickets t on t.guild_id = ${guild_id} and t.ticket_id = p.ticket_id
    join search_texts s on s.guild_id = ${guild_id} and s.ticket_id = p.ticket_id and s.source = p.source
      and s.text_id = p.text_id
    left join panels on panels.panel_id = t.panel_id
    left join ticket_messages m on p.source = 'message' and m.guild_id = ${guild_id} and m.ticket_id = p.ticket_id
      and m.message_id = p.text_id
    left join ticket_answers a on p.source = 'answer' and a.guild_id = ${guild_id} and a.ticket_id = p.ticket_id
      and a.kind = case when p.text_id >= 100 then 'exit_survey' else 'form' end and a.position = p.text_id % 100
    cross join lateral (select coalesce(case p.source when 'message' then said_in(m.content, m.embeds || m.components, m.author_bot)
      when 'answer' then a.value else t.close_reason end, '') as text offset 0) said
    cross join lateral (${marked(sql`said.text`, guild_id, words)}) shown
    order by p.place`.execute(db);
  return rows;
}

async function messagesAt(
  { db }: Context,
  guild_id: string,
  places: readonly Place[],
): Promise<Map<string, Said>> {
  const of_messages = places.filter(({ source }) => source === SearchSource.enum.message);
  const { rows } = await sql<Said>`
    select m.ticket_id, m.message_id, m.author_id, m.author_name, m.author_avatar, m.sent_by, m.deleted_at
    from unnest(${of_messages.map(({ ticket_id }) => ticket_id)}::int[],
      ${of_messages.map(({ text_id }) => text_id)}::bigint[]) as p (ticket_id, message_id)
    join ticket_messages m on m.guild_id = ${guild_id} and m.ticket_id = p.ticket_id and m.message_id = p.message_id`.execute(
    db,
  );
  return new Map(rows.map((message) => [message.message_id, message]));
}
