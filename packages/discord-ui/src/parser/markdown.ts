import { ELEMENTS_MAX } from './bounds.ts';
import { leafRules, textEnd } from './leaf-rules.ts';
import { blockQuote, bullet, heading, subtext } from './line-rules.ts';
import type { MarkdownNode, Match, Rule, Stretch } from './node.ts';
import { Source } from './source.ts';
import { codeBlock, double, inlineCode, link, single, spoiler, strikethrough } from './span-rules.ts';

export type { MarkdownNode } from './node.ts';

/** A text of more pieces goes on unformatted. An emoji takes two characters, so a message of Discord's has fewer. */
const PIECES_MAX = 2_000;
/** Letters and emojis cost nothing here: letters make no elements, and what draws emojis bounds them itself. */
const costs: Partial<Record<MarkdownNode['type'], number>> = {
  bullet: 3,
  rest: 0,
  spoiler: 2,
  text: 0,
  twemoji: 0,
};
/** Formats that stand deeper within each other are not read; there are ten kinds of them. */
const DEPTH_MAX = 12;

/** Where a piece stands: which formats it is within, and what was before it. */
interface Place {
  depth: number;
  inQuote: boolean;
  inEmphasis: boolean;
  /** `line`: at the beginning of one. `blank`: behind spaces there. */
  before: 'line' | 'blank' | 'words';
}

/** The rules in the order in which they are tried, with the characters at which they may begin. */
type Table = readonly (readonly [characters: string, rule: Rule])[];

const wholeTable: Table = [
  ['|', spoiler],
  ['`', codeBlock],
  ['\\', leafRules.escape],
  ['<', leafRules.autolink],
  ['h', leafRules.url],
  ['[', link],
  ['*_', emphasis],
  ['<', leafRules.channel],
  ['<', leafRules.emoji],
  ['@', leafRules.everyone],
  ['<', leafRules.guildNavigation],
  ['@', leafRules.here],
  ['<', leafRules.role],
  ['<', leafRules.slashCommand],
  ['<', leafRules.timestamp],
  ['0123456789#*', leafRules.twemoji],
  ['<', leafRules.user],
  ['~', strikethrough],
  ['`', inlineCode],
  ['\n', leafRules.br],
];

/** What Discord draws in a title: of whom or what it mentions, of links and of lines of their own it shows the letters. */
const titleRules: readonly Rule[] = [
  spoiler,
  leafRules.escape,
  emphasis,
  leafRules.emoji,
  leafRules.timestamp,
  leafRules.twemoji,
  strikethrough,
  inlineCode,
  leafRules.br,
];

const lineRules = byCharacter([
  ['-', subtext],
  [' -*0123456789', bullet],
  ['#', heading],
]);
const blockRules = byCharacter(wholeTable.slice(0, 2));
const quoteRules = byCharacter([[' >', blockQuote]]);
const inlineRules = byCharacter(wholeTable.slice(2));
const inTitle = byCharacter(wholeTable.filter(([, rule]) => titleRules.includes(rule)));
const beyondAscii = [leafRules.twemoji, leafRules.emoticon];

function byCharacter(table: Table): ReadonlyMap<string, readonly Rule[]> {
  const characters = new Set(table.flatMap(([all]) => [...all]));
  return new Map(
    [...characters].map((one) => [one, table.flatMap(([all, rule]) => (all.includes(one) ? [rule] : []))]),
  );
}

/**
 * Reads a text once from its front to its back; what a rule looks for ahead is found by `Source` without looking twice at
 * the same part. `isTitle`: the title of an embed, or the name of a field. `elements`: how much of it is formatted.
 */
export function parseMarkdown(text: string, isTitle = false, elements = ELEMENTS_MAX): MarkdownNode[] {
  const plain = text.replace(/\r\n?/g, '\n').replace(/\f/g, '').replace(/\t/g, '    ');
  const parser = new Parser(isTitle, elements);
  const start: Place = { depth: 0, inQuote: false, inEmphasis: false, before: 'line' };
  return parser.read(new Source(plain), { from: 0, end: plain.length }, start);
}

class Parser {
  readonly #isTitle: boolean;
  #pieces = 0;
  #elementsLeft: number;

  constructor(isTitle: boolean, elements: number) {
    this.#isTitle = isTitle;
    this.#elementsLeft = elements;
  }

  read(source: Source, stretch: Stretch, place: Place): MarkdownNode[] {
    const nodes: MarkdownNode[] = [];
    const { end } = stretch;
    let { before } = place;
    for (let at = stretch.from; at < end; ) {
      if (this.#pieces >= PIECES_MAX || this.#elementsLeft <= 0 || place.depth > DEPTH_MAX) {
        nodes.push({ type: 'rest', content: source.text.slice(at, end) });
        return nodes;
      }
      const here = { ...place, before };
      const match = this.#match(source, at, stretch, here) ?? plainText(source, at, end);
      const content = this.#contentOf(source, match, here);
      // Emphasis within emphasis is drawn once.
      if (match.node.type === 'em' && here.inEmphasis)
        for (const node of content ?? []) this.#add(nodes, node);
      else this.#add(nodes, content ? { ...match.node, content } : match.node);
      before = endOf(source.text, at, match.end);
      at = match.end;
    }
    return nodes;
  }

  #match(source: Source, at: number, stretch: Stretch, { before, inQuote }: Place): Match | undefined {
    const character = source.text[at] ?? '';
    const first = (rules: ReadonlyMap<string, readonly Rule[]>) =>
      firstOf(rules.get(character), source, at, stretch);
    if (character > '\u007F') return firstOf(beyondAscii, source, at, stretch);
    if (this.#isTitle) return first(inTitle);
    return (
      (before === 'line' ? first(lineRules) : undefined) ??
      first(blockRules) ??
      (before === 'words' || inQuote ? undefined : first(quoteRules)) ??
      first(inlineRules)
    );
  }

  #contentOf(source: Source, { node, inside, quoted }: Match, place: Place): MarkdownNode[] | undefined {
    const depth = place.depth + 1;
    if (quoted !== undefined)
      return this.read(
        new Source(quoted),
        { from: 0, end: quoted.length },
        { ...place, depth, inQuote: true },
      );
    if (!inside) return undefined;
    const inEmphasis = place.inEmphasis || node.type === 'em';
    return this.read(source, inside, { ...place, depth, inEmphasis });
  }

  #add(nodes: MarkdownNode[], node: MarkdownNode): void {
    const last = nodes.at(-1);
    if (node.type === 'text' && last?.type === 'text') last.content = `${last.content}${node.content}`;
    else {
      this.#pieces += 1;
      this.#elementsLeft -= costs[node.type] ?? 1;
      nodes.push(node);
    }
  }
}

function firstOf(
  rules: readonly Rule[] | undefined,
  source: Source,
  at: number,
  stretch: Stretch,
): Match | undefined {
  for (const rule of rules ?? []) {
    const match = rule(source, at, stretch);
    if (match) return match;
  }
  return undefined;
}

/** Of the formats that `*` and `_` make, the one that reaches furthest. */
function emphasis(source: Source, at: number, stretch: Stretch): Match | undefined {
  const mark = source.text[at];
  if (mark !== '*' && mark !== '_') return undefined;
  const one = single(source, at, stretch, mark);
  const two = double(source, at, stretch, mark);
  return one && two ? (one.end >= two.end ? one : two) : (one ?? two);
}

const plainText = (source: Source, at: number, end: number): Match => {
  const to = textEnd(source, at, end);
  return { node: { type: 'text', content: source.text.slice(at, to) }, end: to };
};

/** What stands before the piece that follows this one. */
function endOf(text: string, from: number, end: number): Place['before'] {
  if (text[end - 1] === '\n') return 'line';
  let to = end;
  while (to > from && text[to - 1] === ' ') to -= 1;
  return text[to - 1] === '\n' && to > from ? 'blank' : 'words';
}
