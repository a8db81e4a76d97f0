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
