import { isSpace } from './characters.ts';
import type { MarkdownNode, Match, Stretch } from './node.ts';
import type { Source } from './source.ts';

/** `- one`, `* one`, `1. one`: an entry of a list, with as many spaces before it as it stands deep. */
export function bullet(source: Source, at: number, stretch: Stretch): Match | undefined {
  const { text } = source;
  const { end } = stretch;
  const from = skipSpaces(text, at, end);
  let after = from;
  while (after < Math.min(from + 4, end) && /\d/.test(text[after] ?? '')) after += 1;
  if (after > from ? text[after] !== '.' : !/[-*]/.test(text[after] ?? '')) return undefined;
  const mark = after > from ? text.slice(from, after + 1) : '•';
  const depth = Math.floor((from - at) / 2);
  return ofLine(source, after + 1, stretch, { type: 'bullet', depth, mark });
}

/** `# one` to `### three` */
export function heading(source: Source, at: number, stretch: Stretch): Match | undefined {
  const { text } = source;
  const { end } = stretch;
  let after = at;
  while (after < Math.min(at + 3, end) && text[after] === '#') after += 1;
  if (after === at) return undefined;
  const found = ofLine(source, after, stretch, { type: 'heading', level: after - at });
  if (!found?.inside) return undefined;
  const { inside } = found;
  while (inside.from < inside.end && isSpace(text[inside.from])) inside.from += 1;
  while (inside.end > inside.from && isSpace(text[inside.end - 1])) inside.end -= 1;
  return found;
}

/** `-# small` */
export function subtext(source: Source, at: number, stretch: Stretch): Match | undefined {
  return source.text.startsWith('-#', at) ? ofLine(source, at + 2, stretch, { type: 'subtext' }) : undefined;
}

/** `> line`, which goes on in the next such line, or `>>> all that follows`. */
export function blockQuote(source: Source, at: number, { end }: Stretch): Match | undefined {
  const { text } = source;
  const from = skipSpaces(text, at, end);
  if (from + 4 <= end && text.startsWith('>>> ', from))
    return { node: { type: 'blockQuote' }, quoted: text.slice(from + 4, end), end };
  const lines: string[] = [];
  let line = at;
  for (;;) {
    const mark = skipSpaces(text, line, end);
    if (mark + 2 > end || !text.startsWith('> ', mark)) break;
    const to = Math.min(source.next('\n', mark + 2) + 1, end);
    lines.push(text.slice(mark + 2, to));
    line = to;
    if (text[to - 1] !== '\n') break;
  }
  if (!lines.length) return undefined;
  return { node: { type: 'blockQuote' }, quoted: lines.join(''), end: line };
}

/** A format whose content is the rest of the line, behind at least one space. */
function ofLine(source: Source, at: number, { end, cut }: Stretch, node: MarkdownNode): Match | undefined {
  const { text } = source;
  if (at >= end || text[at] !== ' ') return undefined;
  const newline = source.next('\n', at);
  const lineEnd = Math.min(newline, end);
  let from = skipSpaces(text, at, lineEnd);
  // Of nothing but spaces the last is the content.
  if (from === lineEnd) from -= 1;
  if (from === at) return undefined;
  return {
    node,
    inside: { from, end: lineEnd, cut: lineEnd === end ? cut : undefined },
    end: Math.min(newline + 1, end),
  };
}

function skipSpaces(text: string, at: number, end: number): number {
  let to = at;
  while (to < end && text[to] === ' ') to += 1;
  return to;
}
