import { isSpace, isWord } from './characters.ts';
import { LinkTable } from './link-table.ts';

/**
 * Finds the next place of something. As a text is read from its front, it is asked for later and later places, so each
 * part of the text is looked through once.
 */
class Finder<T> {
  readonly #search: (from: number) => { at: number; found: T } | undefined;
  #from = 0;
  #at = -1;
  #found: T | undefined;

  constructor(search: (from: number) => { at: number; found: T } | undefined) {
    this.#search = search;
  }

  next(from: number): T | undefined {
    if (from >= this.#from && from <= this.#at) return this.#found;
    const result = this.#search(from);
    this.#from = from;
    this.#at = result?.at ?? Number.POSITIVE_INFINITY;
    this.#found = result?.found;
    return this.#found;
  }
}

/** Characters of one kind that follow each other, none of them behind a backslash. */
export interface Run {
  from: number;
  end: number;
  /** Whether a space stands before it that is not behind a backslash either. */
  afterSpace: boolean;
}

/** A text, and where in it what its rules look for stands. */
export class Source {
  readonly text: string;
  #finders = new Map<string, Finder<number>>();
  #runs = new Map<string, Finder<Run>>();
  #ticks: Map<number, number[]> | undefined;
  #links: LinkTable | undefined;
  /** Before this place no run of backticks begins inline code. */
  codeFrom = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The next place of a few characters. */
  next(characters: string, from: number): number {
    return this.#find(characters, from, (at) => this.text.indexOf(characters, at));
  }

  /** The next place of what a pattern with the flag `g` fits. */
  nextOf(pattern: RegExp, from: number): number {
    return this.#find(pattern.source, from, (at) => {
      pattern.lastIndex = at;
      return pattern.exec(this.text)?.index ?? -1;
    });
  }

  /** Where the run of a character ends in which `from` is. */
  endOfRun(character: string, from: number): number {
    return this.#find(`${character} ends`, from, (at) => {
      let end = at;
      while (this.text[end] === character) end += 1;
      return end;
    });
  }

  /** Where the word ends in which `from` is. */
  endOfWord(from: number): number {
    return this.#find('word', from, (at) => {
      let end = at;
      while (isWord(this.text[end])) end += 1;
      return end;
    });
  }

  /** The next run of an odd length, or of two and more, after a place that is not behind a backslash. */
  nextRun(mark: string, kind: 'odd' | 'long', from: number): Run | undefined {
    const key = `${kind} ${mark}`;
    let finder = this.#runs.get(key);
    if (!finder) {
      finder = new Finder((start) => {
        const found = this.#searchRun(mark, kind, start);
        return found && { at: found.from, found };
      });
      this.#runs.set(key, finder);
    }
    return finder.next(from);
  }

  /** The next run of exactly so many backticks. */
  nextTicks(count: number, from: number): number | undefined {
    this.#ticks ??= this.#readTicks();
    const places = this.#ticks.get(count) ?? [];
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle] ?? 0) < from) low = middle + 1;
      else high = middle;
    }
    return places[low];
  }

  get links(): LinkTable {
    this.#links ??= new LinkTable(this.text);
    return this.#links;
  }

  #find(key: string, from: number, search: (from: number) => number): number {
    let finder = this.#finders.get(key);
    if (!finder) {
      finder = new Finder((start) => {
        const at = search(start);
        return at < 0 ? undefined : { at, found: at };
      });
      this.#finders.set(key, finder);
    }
    return finder.next(from) ?? Number.POSITIVE_INFINITY;
  }

  #searchRun(mark: string, kind: 'odd' | 'long', start: number): Run | undefined {
    const { text } = this;
    let afterSpace = false;
    for (let at = start; at < text.length; ) {
      const character = text[at] ?? '';
      if (character === mark) {
        const from = at;
        while (text[at] === mark) at += 1;
        if (kind === 'odd' ? (at - from) % 2 : at - from > 1) return { from, end: at, afterSpace };
        afterSpace = false;
      } else {
        afterSpace = isSpace(character);
        at += character === '\\' ? 2 : 1;
      }
    }
    return undefined;
  }

  #readTicks(): Map<number, number[]> {
    const ticks = new Map<number, number[]>();
    for (const { 0: run, index } of this.text.matchAll(/`+/g)) {
      const places = ticks.get(run.length);
      if (places) places.push(index);
      else ticks.set(run.length, [index]);
    }
    return ticks;
  }
}
