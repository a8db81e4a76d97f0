import { isSpace } from './characters.ts';

const NONE = -1;

interface Link {
  /** Of the words: the place of the bracket that closes them. */
  words: number;
  target: string;
  end: number;
}

/**
 * Where the links of a text are: `[words](address "title")`. Words may hold pairs of brackets, an address pairs of
 * parentheses, neither of them nested. All is found in one pass from the back, as what follows a place decides what it is.
 */
export class LinkTable {
  readonly #text: string;
  /** Of each place: the bracket that closes words of which it is part. */
  readonly #wordsEnd: Int32Array;
  /** Of each closing bracket: that one, of those after which no other opens, behind which there is an address. */
  readonly #last: Int32Array;
  /** Of each place, as one within an address: where the address ends, and the parenthesis that closes the link. */
  readonly #addressEnd: Int32Array;
  readonly #close: Int32Array;
  readonly #nextSolid: Int32Array;

  constructor(text: string) {
    this.#text = text;
    const size = text.length + 3;
    const table = () => new Int32Array(size).fill(NONE);
    this.#wordsEnd = table();
    this.#last = table();
    this.#addressEnd = table();
    this.#close = table();
    this.#nextSolid = table();
    if (text.includes('](')) this.#fill();
  }

  /** The link that begins here and ends within the stretch. */
  at(place: number, end: number): Link | undefined {
    const first = this.#wordsEnd[place + 1] ?? NONE;
    if (first === NONE) return undefined;
    for (const words of [this.#last[first] ?? NONE, first]) {
      if (words === NONE || words >= end) continue;
      const from = this.#addressFrom(words);
      const close = from === NONE ? NONE : (this.#close[from] ?? NONE);
      if (close === NONE || close >= end) continue;
      const target = this.#text.slice(from, this.#addressEnd[from]).replace(/\\([^0-9A-Za-z\s])/g, '$1');
      return { words, target, end: close + 1 };
    }
    return undefined;
  }

  /** Where the address behind the words begins. */
  #addressFrom(words: number): number {
    if (this.#text[words + 1] !== '(') return NONE;
    const from = this.#nextSolid[words + 2] ?? NONE;
    return from !== NONE && this.#text[from] === '<' ? from + 1 : from;
  }

  #fill(): void {
    const text = this.#text;
    const titleEnd = new Int32Array(text.length + 3).fill(NONE);
    let parenthesis = NONE;
    let closing = NONE;
    let bracket = NONE;
    for (let at = text.length - 1; at >= 0; at -= 1) {
      const character = text[at] ?? '';
      this.#nextSolid[at] = isSpace(character) ? (this.#nextSolid[at + 1] ?? NONE) : at;
      const quoted = /['"]/.test(character) && this.#closes(at + 1) !== NONE;
      titleEnd[at] = quoted ? at : (titleEnd[at + 1] ?? NONE);
      this.#readAddress(at, parenthesis, titleEnd);
      if (character === ')') parenthesis = at;
      if (character === '[')
        this.#wordsEnd[at] = closing === NONE ? NONE : (this.#wordsEnd[closing + 1] ?? NONE);
      else this.#wordsEnd[at] = character === ']' ? at : (this.#wordsEnd[at + 1] ?? NONE);
      if (character === ']') {
        const later = text[bracket] === ']' ? (this.#last[bracket] ?? NONE) : NONE;
        this.#last[at] = later === NONE && this.#isLink(at) ? at : later;
        closing = at;
      }
      if (character === ']' || character === '[') bracket = at;
    }
  }

  #isLink(words: number): boolean {
    const from = this.#addressFrom(words);
    return from !== NONE && this.#close[from] !== NONE;
  }

  /** The parenthesis that stands here, but for spaces. */
  #closes(at: number): number {
    const solid = this.#nextSolid[at] ?? NONE;
    return solid !== NONE && this.#text[solid] === ')' ? solid : NONE;
  }

  /** The parenthesis that closes a link whose address has ended, with a title before it or none. */
  #closesAfterAddress(at: number, titleEnd: Int32Array): number {
    const close = this.#closes(at);
    if (close !== NONE) return close;
    const solid = this.#nextSolid[at] ?? NONE;
    if (solid <= at || !/['"]/.test(this.#text[solid] ?? '')) return NONE;
    const title = titleEnd[solid + 1] ?? NONE;
    return title === NONE ? NONE : this.#closes(title + 1);
  }

  #readAddress(at: number, parenthesis: number, titleEnd: Int32Array): void {
    const character = this.#text[at] ?? '';
    const close =
      character === ')' || isSpace(character) || character === '>' ? this.#closeFrom(at, titleEnd) : NONE;
    if (close !== NONE) {
      this.#addressEnd[at] = at;
      this.#close[at] = close;
      return;
    }
    if (character === ')' || isSpace(character)) return;
    const next = character === '\\' ? at + 2 : at + 1;
    const grouped = character === '(' && parenthesis !== NONE ? parenthesis + 1 : next;
    for (const from of [next, grouped])
      if (this.#close[from] !== NONE && this.#text[next - 1] !== '\n') {
        this.#addressEnd[at] = this.#addressEnd[from] ?? NONE;
        this.#close[at] = this.#close[from] ?? NONE;
      }
  }

  /** The parenthesis with which a link may close where its address ends, or behind the bracket that ends it. */
  #closeFrom(at: number, titleEnd: Int32Array): number {
    return this.#closesAfterAddress(this.#text[at] === '>' ? at + 1 : at, titleEnd);
  }
}
