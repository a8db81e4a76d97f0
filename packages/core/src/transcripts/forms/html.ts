import { escapeHtml } from '../../platform/texts/escape-html.ts';

/** A piece of a page, in which everything that came from people is escaped already. */
export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Part = string | number | Html | null | undefined | false | readonly Part[];

/** Writes a page: whatever is put in is escaped, unless it was written in the same way. Nothing is written for null and false. */
export function html(pieces: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(pieces.reduce((written, piece, index) => written + sourceOf(parts[index - 1]) + piece));
}

function sourceOf(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.source;
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return part.map(sourceOf).join('');
}
