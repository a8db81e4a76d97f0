import { limits } from '@tickets/contract/platform/limits';
import { type ParsedSearch, parseSearch } from '@tickets/contract/search/parse';
import type { SearchQuery, SearchResults } from '@tickets/contract/search/search';
import { authorise } from '../access/authorise.ts';
import type { UserCall } from '../access/caller.ts';
import { refuse } from '../platform/problems.ts';
import { nextDay, startOfDay } from './days.ts';
import { findTexts, type Place, type Wanted } from './find.ts';
import { authorsNamed, panelsNamed } from './names.ts';
import { resultsAt } from './results.ts';
import { type WordQuery, type WordsInText, wordQuery } from './words.ts';

/** What was said in the tickets that the caller works: messages, answers and close reasons, the newest ticket first. */
export async function search(
  call: UserCall,
  guild_id: string,
  { q, cursor, tz }: SearchQuery,
): Promise<SearchResults> {
  authorise(call, 'ticket.search', guild_id);
  const parsed = parseSearch(q);
  refuse(parsed.problems.map((problem) => ({ path: 'q', ...problem })));
  const wanted = await lookUp(call, guild_id, parsed, tz);
  if (!wanted) return { results: [], cursor: null };
  const found = await findTexts(call.db, call.caller.access, {
    ...wanted,
    below: cursor === undefined ? undefined : placeOf(cursor),
    limit: limits.search_page + 1,
  });
  const shown = found.slice(0, limits.search_page);
  const last = found.length > limits.search_page ? shown.at(-1) : undefined;
  return {
    results: await resultsAt(call, guild_id, shown, wanted.in_text),
    cursor: last ? `${last.ticket_id}.${last.source}.${last.text_id}` : null,
  };
}

/** What is looked for; undefined where nothing can be found. */
async function lookUp(
  call: UserCall,
  guild_id: string,
  parsed: ParsedSearch,
  tz: string,
): Promise<(Omit<Wanted, 'below' | 'limit'> & { in_text: WordsInText | undefined }) | undefined> {
  const { terms, from, panel, before, after, has_file, ratings } = parsed;
  const [words, author_ids, panels] = await Promise.all([
    terms.length ? wordQuery(call.db, guild_id, terms, parsed) : undefined,
    from.length ? authorsNamed(call, guild_id, call.caller.access.user_id, from) : undefined,
    panel.length ? panelsNamed(call, guild_id, panel) : undefined,
  ]);
  refuse(panels?.problems ?? []);
  if ((terms.length && !words) || author_ids?.length === 0) return undefined;
  const asks = terms.length || from.length || panel.length || before || after || has_file || ratings.length;
  if (!asks) return undefined;
  const { in_index, in_text, has_positive = false }: Partial<WordQuery> = words ?? {};
  return {
    guild_id,
    words: in_index,
    in_text,
    has_positive,
    author_ids,
    panel_ids: panels?.panel_ids,
    before: before ? startOfDay(before, tz) : undefined,
    after: after ? startOfDay(nextDay(after), tz) : undefined,
    has_file,
    ratings,
  };
}

function placeOf(cursor: string): Place | undefined {
  const [ticket_id, source, text_id] = cursor.split('.');
  return source && text_id ? { ticket_id: Number(ticket_id), source, text_id } : undefined;
}
