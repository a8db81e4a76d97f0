import type { SearchTerm } from '@tickets/contract/search/parse';
import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { placesOf } from './places.ts';

/** What is looked for, as PostgreSQL writes it. */
export interface WordQuery {
  /** As the index has it, with the letters of the server before each word. */
  in_index: string;
  /** For marking; undefined where nothing is named that must be there. */
  in_text: WordsInText | undefined;
  /** Whether it names something that must be there, by which the index finds it. */
  has_positive: boolean;
}

/** What must be there, as it stands in a text. */
export interface WordsInText {
  query: string;
  /** Any word of it. */
  any: string;
  /** Of some of its terms: regular expressions that find where they stand, the strictest first. */
  places: readonly (readonly string[])[];
}

/** A term in the language of the server, and as it stands. "" where nothing of it is a word. */
interface TermForms {
  stemmed: string;
  plain: string;
  stemmed_here: string;
  plain_here: string;
  /** Whether the language drops a word of it, such as "the". */
  drops: boolean;
  /** Whether its language puts spaces between words. */
  has_spaces: boolean;
}

/** A word of a query as PostgreSQL writes it, with the mark of one that may go on. */
const quoted = /'(?:[^'\\]|''|\\\\)*'(?::\*)?/g;

/** Shorter beginnings of words are those of too many. */
const beginningMin = 3;

/**
 * The query for these terms; undefined if none of them has a word. Words are looked for in the language of the server and as
 * they stand, those that are in every text of the language only where there are no others.
 */
export async function wordQuery(
  db: Db,
  guild_id: string,
  terms: readonly SearchTerm[],
  { is_open_ended }: { is_open_ended: boolean },
): Promise<WordQuery | undefined> {
  const forms = await formsOf(db, guild_id, terms);
  const all = terms.flatMap((term, index) => {
    const form = forms[index];
    if (!form?.plain) return [];
    const may_go_on =
      is_open_ended && index === terms.length - 1 && form.has_spaces && [...term.text].length >= beginningMin;
    return [{ ...term, ...form, may_go_on }];
  });
  const wanted = all.filter(({ without }) => !without);
  const telling = wanted.filter(({ kind, stemmed }) => kind === 'phrase' || stemmed);
  const used = [...(telling.length ? telling : wanted), ...all.filter(({ without }) => without)];
  if (!used.length) return undefined;
  const written = (
    of: readonly (typeof all)[number][],
    stemmed: 'stemmed' | 'stemmed_here',
    plain: 'plain' | 'plain_here',
  ) => {
    const written = of.map((term) => {
      const as_language = term.kind === 'phrase' && term.drops ? '' : term[stemmed];
      const ways = [term[plain], as_language, term.may_go_on ? `${term[plain]}:*` : ''].filter(Boolean);
      return `${term.without ? '!' : ''}( ${[...new Set(ways)].map((way) => `( ${way} )`).join(' | ')} )`;
    });
    // A word that was typed again takes as long again, and finds the same.
    return [...new Set(written)].join(' & ');
  };
  const positive = used.filter(({ without }) => !without);
  const query = written(positive, 'stemmed', 'plain');
  return {
    in_index: written(used, 'stemmed_here', 'plain_here'),
    in_text: query
      ? { query, any: (query.match(quoted) ?? []).join(' | '), places: placesOf(positive) }
      : undefined,
    has_positive: wanted.length > 0,
  };
}

async function formsOf(db: Db, guild_id: string, terms: readonly SearchTerm[]): Promise<TermForms[]> {
  const { rows } = await sql<TermForms>`
    select stemmed::text, plain::text, query_in_server(${guild_id}, stemmed)::text as stemmed_here,
      query_in_server(${guild_id}, plain)::text as plain_here,
      numnode(stemmed) < numnode(plain) as drops, spread = translate(term, '<>', '  ') as has_spaces
    from unnest(${terms.map(({ text }) => text)}::text[]) with ordinality as terms (term, place)
    cross join lateral (select spread_letters(translate(term, '<>', '  ')) as spread) s
    cross join lateral (select phraseto_tsquery(search_config(language_of(${guild_id})), spread) as stemmed,
      phraseto_tsquery('simple', spread) as plain) q
    order by place`.execute(db);
  return rows;
}
