import type { ErrorCode, ErrorParams } from '../platform/errors.ts';

/** What is looked for: a word, or words that follow each other as they stand between quotes. */
export interface SearchTerm {
  text: string;
  kind: 'word' | 'phrase';
  /** What holds it is left out. */
  without: boolean;
}

/** A search as it was written, before names are looked up. Of several `from:` or `panel:` one must hold. */
export interface ParsedSearch {
  terms: SearchTerm[];
  from: string[];
  panel: string[];
  /** Days, as `2026-03-01`: said before the first one begins, and after the other one is over. */
  before: string | undefined;
  after: string | undefined;
  has_file: boolean;
  /** The stars of which a ticket must have one of these numbers; empty for any, and for none. */
  ratings: number[];
  /** Whether the last word may go on, because somebody is still writing it. */
  is_open_ended: boolean;
  problems: SearchProblem[];
}

export interface SearchProblem {
  code: ErrorCode;
  params?: ErrorParams;
}

export const searchOperators = ['from', 'panel', 'before', 'after', 'has', 'rating'] as const;
export type SearchOperator = (typeof searchOperators)[number];

/** A piece of a search between spaces, and where it stands. */
export interface SearchPiece {
  without: boolean;
  /** What stands before its colon, in small letters: an operator, or one that does not exist. */
  operator: string | undefined;
  value: string;
  quoted: boolean;
  start: number;
  end: number;
}

/** `-`, `name:`, and a value that may stand in quotes. A quote that nobody closed goes on to the end. */
const pieces = /(-?)(?:([a-z]+):(?!\/\/))?(?:["“”„]([^"“”„]*)(?:["“”„]|$)|([^\s"“”„]+))?/giu;

export function piecesOf(text: string): SearchPiece[] {
  return [...text.matchAll(pieces)].flatMap((match) => {
    const [whole, minus, operator, quoted, bare] = match;
    if (!whole.trim()) return [];
    const value = quoted ?? bare ?? '';
    return [
      {
        without: minus === '-',
        operator: operator?.toLowerCase(),
        value,
        quoted: quoted !== undefined,
        start: match.index,
        end: match.index + whole.length,
      },
    ];
  });
}

/** Reads a text in which everything is words: what has a colon in it is looked for as it stands. */
export function parseWords(written: string): Pick<ParsedSearch, 'terms' | 'is_open_ended'> {
  const search = emptySearch();
  for (const piece of piecesOf(readable(written))) {
    search.is_open_ended = false;
    const { operator, value, quoted } = piece;
    if (operator === undefined) addTerm(search, piece);
    else addTerm(search, { ...piece, value: `${operator}:${value}`, quoted: quoted || value !== '' });
  }
  return search;
}

// No line breaks and nothing else that cannot be seen, and no half of a character.
const readable = (written: string) => written.toWellFormed().replace(/\p{Cc}/gu, ' ');

const emptySearch = (): ParsedSearch => ({
  terms: [],
  from: [],
  panel: [],
  before: undefined,
  after: undefined,
  has_file: false,
  ratings: [],
  is_open_ended: false,
  problems: [],
});

/** Reads a search. What cannot be understood is told, and the rest still stands. */
export function parseSearch(written: string): ParsedSearch {
  const search = emptySearch();
  for (const piece of piecesOf(readable(written))) {
    search.is_open_ended = false;
    const { operator, without } = piece;
    if (operator === undefined) addTerm(search, piece);
    else if (!isOperator(operator)) search.problems.push({ code: 'search.operator', params: { operator } });
    else if (without) search.problems.push({ code: 'search.minus', params: { operator } });
    else read[operator](search, piece.value.trim());
  }
  return search;
}

const isOperator = (name: string): name is SearchOperator => searchOperators.some((known) => known === name);

function addTerm(search: ParsedSearch, { value, quoted, without }: SearchPiece): void {
  const text = value.trim();
  if (!/[\p{L}\p{N}\p{S}]/u.test(text)) return;
  search.terms.push({ text, kind: quoted ? 'phrase' : 'word', without });
  search.is_open_ended = !quoted && !without;
}

const read: Record<SearchOperator, (search: ParsedSearch, value: string) => void> = {
  from(search, value) {
    const name = value.replace(/^@/, '');
    if (name) search.from.push(name);
    else search.problems.push({ code: 'search.from' });
  },
  panel(search, value) {
    if (value) search.panel.push(value);
    else search.problems.push({ code: 'search.panel', params: { operator: 'panel' } });
  },
  before(search, value) {
    if (!isDay(value)) search.problems.push({ code: 'search.date', params: { operator: 'before' } });
    else if (!search.before || value < search.before) search.before = value;
  },
  after(search, value) {
    if (!isDay(value)) search.problems.push({ code: 'search.date', params: { operator: 'after' } });
    else if (!search.after || value > search.after) search.after = value;
  },
  has(search, value) {
    if (/^files?$/i.test(value)) search.has_file = true;
    else search.problems.push({ code: 'search.has' });
  },
  rating(search, value) {
    const [, stars, more] = /^([1-5])(\+?)$/.exec(value) ?? [];
    if (!stars) search.problems.push({ code: 'search.rating' });
    else for (let n = Number(stars); n <= (more ? 5 : Number(stars)); n += 1) search.ratings.push(n);
  },
};

function isDay(value: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}
