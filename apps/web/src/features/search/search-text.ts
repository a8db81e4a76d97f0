import { piecesOf } from '@tickets/contract/search/parse';

/** What is being written where the caret stands, if it is the value of `from:` or `panel:`. */
export interface Writing {
  operator: 'from' | 'panel';
  typed: string;
  start: number;
  end: number;
}

export function writingAt(text: string, caret: number): Writing | undefined {
  const piece = piecesOf(text).find(({ start, end }) => start < caret && caret <= end);
  if (!piece || piece.without) return undefined;
  const { operator, value, start, end } = piece;
  if (operator !== 'from' && operator !== 'panel') return undefined;
  return { operator, typed: value.trim(), start, end };
}

/** The text with a name in the place of what was being written, and where the caret goes. */
export function withName(
  text: string,
  { operator, start, end }: Writing,
  name: string,
): { text: string; caret: number } {
  const plain = name.replace(/["“”„]/g, '');
  const written = `${operator}:${/\s/.test(plain) ? `"${plain}"` : plain} `;
  return {
    text: text.slice(0, start) + written + text.slice(end).trimStart(),
    caret: start + written.length,
  };
}

/** The text with an operator at its end, or the one that is there already. */
export function withExample(text: string, example: string): string {
  const before = text.trimEnd();
  return before ? `${before} ${example}` : example;
}

/** Values that go on: nobody has made a mistake yet who has written this much. */
const goesOn: Partial<Record<string, RegExp>> = {
  from: /^@?$/,
  panel: /^$/,
  before: /^[\d-]{0,9}$/,
  after: /^[\d-]{0,9}$/,
  has: /^(f(i(l)?)?)?$/i,
  rating: /^$/,
};

/** The text without an operator at its end whose value is still being written. */
export function withoutUnfinished(text: string): string {
  const last = piecesOf(text).at(-1);
  if (!last?.operator || last.end < text.trimEnd().length) return text;
  return goesOn[last.operator]?.test(last.value) ? text.slice(0, last.start) : text;
}
