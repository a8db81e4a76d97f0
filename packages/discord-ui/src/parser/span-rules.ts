import { isSpace, isWord } from './characters.ts';
import type { MarkdownNode, Match, Stretch } from './node.ts';
import type { Source } from './source.ts';

const match = (type: MarkdownNode['type'], inside: Stretch, end: number): Match => ({
  node: { type },
  inside,
  end,
});

/** `||text||` */
export function spoiler(source: Source, at: number, { end }: Stretch) {
  if (!source.text.startsWith('||', at)) return undefined;
  const close = source.next('||', at + 3);
  return close + 2 <= end ? match('spoiler', { from: at + 2, end: close }, close + 2) : undefined;
}

/** `~~text~~` */
export function strikethrough(source: Source, at: number, { end }: Stretch) {
  if (!source.text.startsWith('~~', at)) return undefined;
  const atEnd = source.text.startsWith('~~', end - 2) ? Math.max(end - 2, at + 3) : end;
  const close = Math.min(source.nextOf(/~~(?!_)/g, at + 3), atEnd);
  return close + 2 <= end ? match('strikethrough', { from: at + 2, end: close }, close + 2) : undefined;
}

/** `**text**`, and `__text__`, which is underlined: up to the last two of the next such signs. */
export function double(source: Source, at: number, stretch: Stretch, mark: '*' | '_'): Match | undefined {
  const { text } = source;
  if (text[at] !== mark || text[at + 1] !== mark) return undefined;
  const from = at + 2;
  let run = runHere(source, from, stretch, mark);
  if (!run || run.end - run.from < 3)
    run = nextRun(source, run?.end ?? from, stretch, { mark, kind: 'long' });
  if (!run) return undefined;
  const end = run.end - 2;
  return match(mark === '*' ? 'strong' : 'underline', { from, end, cut: { mark, from: run.from } }, run.end);
}

/** `*text*`, `_text_`: up to the last of the next odd number of such signs, if it may close there. */
export function single(source: Source, at: number, stretch: Stretch, mark: '*' | '_'): Match | undefined {
  const { text } = source;
  if (text[at] !== mark) return undefined;
  const from = at + 1;
  if (from >= stretch.end || (mark === '*' && isSpace(text[from]))) return undefined;
  let run = runHere(source, from, stretch, mark);
  if (run && run.end - run.from === 1) return undefined;
  if (!run || (run.end - run.from) % 2 === 0)
    run = nextRun(source, run?.end ?? from, stretch, { mark, kind: 'odd' });
  if (!run) return undefined;
  const closes =
    mark === '*'
      ? run.end - run.from > 1 || !run.afterSpace
      : run.end === stretch.end || !isWord(text[run.end]);
  if (!closes) return undefined;
  return match('em', { from, end: run.end - 1, cut: { mark, from: run.from } }, run.end);
}

interface Marks {
  from: number;
  end: number;
  afterSpace: boolean;
}

/** The signs right behind those that begin a format. */
function runHere(source: Source, from: number, { end }: Stretch, mark: string): Marks | undefined {
  if (from >= end || source.text[from] !== mark) return undefined;
  return { from, end: Math.min(source.endOfRun(mark, from), end), afterSpace: false };
}

function nextRun(
  source: Source,
  from: number,
  { end, cut }: Stretch,
  { mark, kind }: { mark: string; kind: 'odd' | 'long' },
): Marks | undefined {
  const isCut = cut?.mark === mark && cut.from >= from && cut.from < end;
  const limit = isCut ? cut.from : end;
  const run = from < limit ? source.nextRun(mark, kind, from) : undefined;
  if (run && run.from < limit) return run;
  if (!isCut) return undefined;
  const length = end - limit;
  if (kind === 'odd' ? length % 2 === 0 : length < 2) return undefined;
  const afterSpace = isSpace(source.text[limit - 1]) && source.text[limit - 2] !== '\\';
  return { from: limit, end, afterSpace };
}

/** `` `code` ``, between the same number of backticks: as many as there are on the left, or the most of them that close. */
export function inlineCode(source: Source, at: number, { end }: Stretch): Match | undefined {
  const { text } = source;
  if (text[at] !== '`' || at < source.codeFrom) return undefined;
  const runEnd = Math.min(source.endOfRun('`', at), end);
  for (let count = runEnd - at; count > 0; count -= 1) {
    const close = source.nextTicks(count, runEnd + 1);
    if (close === undefined || close + count > end) continue;
    const content = text.slice(at + count, close).replace(/^ (?= *`)|(` *) $/g, '$1');
    return { node: { type: 'inlineCode', content }, end: close + count };
  }
  source.codeFrom = runEnd;
  return undefined;
}

/** Three backticks, a language on a line of its own or none, and the text up to the next three. */
export function codeBlock(source: Source, at: number, { end }: Stretch): Match | undefined {
  const { text } = source;
  if (!text.startsWith('```', at)) return undefined;
  let word = at + 3;
  while (word < end && /[a-z0-9_+\-.#]/i.test(text[word] ?? '')) word += 1;
  const afterWord = afterLines(source, word, end);
  const afterNone = word === at + 3 ? afterWord : at + 3;
  const found =
    (word > at + 3 && afterWord > word && fence(source, afterWord, word + 1, end)) ||
    fence(source, afterNone, at + 3, end);
  if (!found) return undefined;
  let { from, close } = found;
  let to = close;
  while (to > from + 1 && text[to - 1] === '\n') to -= 1;
  // A block ends its line itself.
  close += close + 3 < end && text[close + 3] === '\n' ? 4 : 3;
  return { node: { type: 'codeBlock', content: text.slice(from, to) }, end: close };
}

const afterLines = (source: Source, at: number, end: number) =>
  source.text[at] === '\n' ? Math.min(source.endOfRun('\n', at), end) : at;

/** The next three backticks with something before them: if nothing else, then one of the empty lines there. */
function fence(source: Source, from: number, least: number, end: number) {
  const close = source.next('```', from + 1);
  if (close + 3 <= end) return { from, close };
  return from > least && from + 3 <= end && source.text.startsWith('```', from)
    ? { from: from - 1, close: from }
    : undefined;
}

/** `[words](address "title")` */
export function link(source: Source, at: number, { end }: Stretch): Match | undefined {
  if (source.text[at] !== '[' || source.next('](', at + 1) >= end) return undefined;
  const found = source.links.at(at, end);
  if (!found) return undefined;
  const { target, words } = found;
  return { node: { type: 'link', target }, inside: { from: at + 1, end: words }, end: found.end };
}
