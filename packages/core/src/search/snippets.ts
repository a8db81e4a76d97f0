import type { SnippetPart } from '@tickets/contract/search/search';
import { type RawBuilder, sql } from 'kysely';
import type { MentionedNames } from '../tickets/conversation/mentions.ts';

/** Stand around what was found. They are taken out of what people wrote first, so nobody can write one. */
const [hitBegins, hitEnds, notTag] = ['\u0002', '\u0003', '\u0004'];
const marks = `StartSel="${hitBegins}", StopSel="${hitEnds}"`;
const fragments = `${marks}, MaxFragments=2, MinWords=12, MaxWords=30, FragmentDelimiter=" … "`;

const markers = new RegExp(`[${hitBegins}${hitEnds}${notTag}]`, 'g');

const ofSpread =
  '[\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff]';
const unspread = ` (${hitBegins}?)(${ofSpread})(${hitEnds}?) `;

/** Texts up to this length are shown whole; without words that were looked for, so much of the beginning. */
const wholeMax = 240;

/**
 * An expression for the part of `said` in which `words` stand, marked; its beginning where nothing was looked for. PostgreSQL
 * would take what stands between `<` and `>` for a tag, and leave it out.
 */
export function marked(said: RawBuilder<unknown>, guild_id: string, words: string | undefined) {
  const clean = sql`translate(${said}, ${hitBegins + hitEnds + notTag}, '')`;
  if (!words) return sql<string>`left(${clean}, ${wholeMax}::int)`;
  const text = sql`spread_letters(replace(${clean}, '<', ${`<${notTag}`}))`;
  const options = sql`case when length(${said}) <= ${wholeMax}::int then ${`${marks}, HighlightAll=true`} else ${fragments} end`;
  const by = (config: RawBuilder<unknown>) =>
    sql`ts_headline(${config}, ${text}, ${words}::tsquery, ${options})`;
  return sql<string>`(
    select translate(regexp_replace(
      case when position(${hitBegins} in found) > 0 then found else ${by(sql`'simple'`)} end,
      ${unspread}, '\\1\\2\\3', 'g'), ${notTag}, '')
    from (select ${by(sql`search_config(language_of(${guild_id}))`)} as found) f)`;
}

const mention = /<(@!?|@&|#)(\d{1,20})>/g;
const emoji = /<a?(:\w{2,32}:)\d{1,20}>/g;

/** The marked part as pieces, on one line, with names instead of the ids that Discord writes. */
export function partsOf(found: string, said: string, names: MentionedNames): SnippetPart[] {
  const text = found.replace(/\s+/g, ' ').trim();
  const plain = text.replaceAll(hitBegins, '').replaceAll(hitEnds, '');
  const all = said.replaceAll(markers, '').replace(/\s+/g, ' ').trim();
  const parts: SnippetPart[] = [];
  const add = (piece: string, hit: boolean) => {
    const last = parts.at(-1);
    if (!piece) return;
    if (last?.hit === hit) last.text += piece;
    else parts.push({ text: piece, hit });
  };
  if (!all.startsWith(plain.slice(0, 20))) add('… ', false);
  for (const [index, piece] of text.split(hitBegins).entries()) {
    const [hit = '', rest = ''] = index ? piece.split(hitEnds) : ['', piece];
    add(hit, true);
    add(rest, false);
  }
  if (!all.endsWith(plain.slice(-20))) add(' …', false);
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
