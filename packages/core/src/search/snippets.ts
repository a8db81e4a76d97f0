import type { SnippetPart } from '@tickets/contract/search/search';
import { type RawBuilder, sql } from 'kysely';
import type { MentionedNames } from '../tickets/conversation/mentions.ts';
import type { WordsInText } from './words.ts';

/** Stand around what was found. They are taken out of what people wrote first, so nobody can write one. */
const [hitBegins, hitEnds, notTag] = ['\u0002', '\u0003', '\u0004'];
const marks = `StartSel="${hitBegins}", StopSel="${hitEnds}"`;
const fragments = `${marks}, MaxFragments=2, MinWords=12, MaxWords=30, FragmentDelimiter=" … "`;

const ofSpread =
  '[\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff]';
const unspread = ` (${hitBegins}?)(${ofSpread})(${hitEnds}?) `;

/** Texts up to this length are shown whole; without words that were looked for, so much of the beginning. */
const wholeMax = 240;
/** So much of a text is looked at for the part to show, because what `ts_headline` takes grows faster than its text. */
const lookedAtMax = 2_000;
/** What of that stands before a hit. */
const before = 400;
/** Hits that are further from each other are looked at apart. */
const togetherMax = 1_000;

/** So much of each end says whether the part that is shown reaches it. */
const endMax = 1_000;

/** The part of a text to show, and the ends of the text, by which it is seen whether the part reaches them. */
export interface Found {
  found: string;
  begins: string;
  ends: string;
}

/**
 * A query for the part of `said` in which `words` stand, marked; its beginning where nothing was looked for. PostgreSQL would take
 * what stands between `<` and `>` for a tag, and leave it out. With `offset 0` each step is taken once.
 */
export function marked(said: RawBuilder<unknown>, guild_id: string, words: WordsInText | undefined) {
  const clean = sql`(select c.clean, length(c.clean) as chars
    from (select translate(${said}, ${hitBegins + hitEnds + notTag}, '') as clean offset 0) c offset 0) t`;
  const columns = (found: RawBuilder<unknown>) => sql`select ${found} as found,
    left(t.clean, ${endMax}::int) as begins, right(t.clean, ${endMax}::int) as ends from ${clean}`;
  if (!words) return columns(sql`left(t.clean, ${wholeMax}::int)`);
  const options = sql`case when t.chars <= ${wholeMax}::int then ${`${marks}, HighlightAll=true`} else ${fragments} end`;
  return sql`${columns(sql`translate(regexp_replace(
      ts_headline(l.config, part.spread, ${words.query}::tsquery, ${options}),
      ${unspread}, '\\1\\2\\3', 'g'), ${notTag}, '')`)}
    cross join lateral (select ${lookedAt(words.places)} as looked_at offset 0) w
    cross join lateral (
      select spread_letters(replace(w.looked_at, '<', ${`<${notTag}`})) as spread offset 0) part
    cross join lateral (select search_config(language_of(${guild_id})) as config offset 0) own
    cross join lateral (
      select to_tsvector(own.config, part.spread) as own, to_tsvector('simple', part.spread) as plain offset 0) as_words
    cross join lateral (select case
      when as_words.own @@ ${words.query}::tsquery then own.config
      when as_words.plain @@ ${words.query}::tsquery then 'simple'
      when as_words.own @@ ${words.any}::tsquery then own.config
      else 'simple' end as config offset 0) l`;
}

/** An expression for what is looked at of a text `t`: all of it where it is short, else about the first hits. */
function lookedAt(places: readonly (readonly string[])[]) {
  const found = places.map((ways) => {
    // regexp_instr() would find all matches before it tells the first.
    const at = ways.map((way) => sql`strpos(t.clean, substring(t.clean from ${way}))`);
    return sql`(coalesce(${sql.join(at)}))`;
  });
  // Words that would be cut are left out.
  const about = (at: RawBuilder<unknown>, chars: number) => sql`(
    select regexp_replace(regexp_replace(substr(t.clean, a.begin, ${chars}::int),
      case when a.begin > 1 then '^\\S{0,40}\\s' else '^$' end, ''),
      case when a.begin + ${chars}::int <= t.chars then '\\s\\S{0,40}$' else '^$' end, '')
    from (select greatest(1, ${at} - ${before}::int) as begin) a)`;
  return sql`(select case
      when t.chars <= ${lookedAtMax}::int then t.clean
      when hits.last - hits.first <= ${togetherMax}::int then ${about(sql`hits.first`, lookedAtMax)}
      else ${about(sql`hits.first`, lookedAtMax / 2)} || ' … ' || ${about(sql`hits.last`, lookedAtMax / 2)} end
    from (select coalesce(min(at), 1) as first, coalesce(max(at), 1) as last
      from (values ${sql.join(found)}) v (at) where t.chars > ${lookedAtMax}::int) hits)`;
}

const mention = /<(@!?|@&|#)(\d{1,20})>/g;
const emoji = /<a?(:\w{2,32}:)\d{1,20}>/g;

/** The marked part as pieces, on one line, with names instead of the ids that Discord writes. */
export function partsOf({ found, begins, ends }: Found, names: MentionedNames): SnippetPart[] {
  const text = found.replace(/\s+/g, ' ').trim();
  const plain = text.replaceAll(hitBegins, '').replaceAll(hitEnds, '');
  const onOneLine = (end: string) => end.replace(/\s+/g, ' ').trim();
  const parts: SnippetPart[] = [];
  const add = (piece: string, hit: boolean) => {
    const last = parts.at(-1);
    if (!piece) return;
    if (last?.hit === hit) last.text += piece;
    else parts.push({ text: piece, hit });
  };
  if (!onOneLine(begins).startsWith(plain.slice(0, 20))) add('… ', false);
  for (const [index, piece] of text.split(hitBegins).entries()) {
    const [hit = '', rest = ''] = index ? piece.split(hitEnds) : ['', piece];
    add(hit, true);
    add(rest, false);
  }
  if (!onOneLine(ends).endsWith(plain.slice(-20))) add(' …', false);
  return parts.map((part) => ({ ...part, text: named(part.text, names) }));
}

function named(text: string, { users, roles, channels }: MentionedNames): string {
  return text.replace(emoji, '$1').replace(mention, (whole, kind: string, id: string) => {
    if (kind === '#') return channels[id] ? `#${channels[id]}` : whole;
    if (kind === '@&') return roles[id] ? `@${roles[id].name.replace(/^@/, '')}` : whole;
    const user = users.get(id);
    return user ? `@${user.global_name || user.username}` : whole;
  });
}
