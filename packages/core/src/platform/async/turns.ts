/**
 * A piece of a long work, done when it is its turn. `patience` waits for the turn, and throws to give it up: then the
 * piece is never begun.
 */
export type InTurn = <T>(
  work: () => Promise<T>,
  patience?: (turn: Promise<void>) => Promise<void>,
) => Promise<T>;

/** Where nobody else waits. */
export const atOnce: InTurn = (work) => work();

interface Line {
  name: string;
  /** Those beside which it stands, and itself. */
  among: Map<string, Line>;
  running: number;
  /** Until then all others go first. */
  rests_until: number;
  waiting: (() => void)[];
  /** The lines of which this one consists. Each goes to the end after its turn. */
  lines: Map<string, Line>;
}

interface Rules {
  /** No class has more pieces running, not even while there is room: for pieces that take long. */
  of_class?: number;
  /** A piece that took long puts everything in whose line it stood behind all others, for as long as it took. */
  rests?: boolean;
  now?: () => number;
}

/**
 * Runs a few pieces of long works at once. Classes of people take turns, and so do the people of a class: a person with much
 * under way makes nobody else wait for longer than one piece.
 */
export class Turns {
  readonly #at_once: number;
  readonly #rules: Required<Rules>;
  readonly #classes = new Map<string, Line>();
  #running = 0;

  constructor(
    at_once: number,
    { of_class = at_once, rests = false, now = () => performance.now() }: Rules = {},
  ) {
    this.#at_once = at_once;
    this.#rules = { of_class, rests, now };
  }

  /** The class comes first and the person last; between them there may be classes within the class. */
  of(...path: readonly [string, ...string[]]): InTurn {
    return async (work, patience = (turn) => turn) => {
      const lines = this.#linesOf(path);
      await this.#turn(lines, patience);
      const began = this.#rules.now();
      try {
        return await work();
      } finally {
        this.#end(lines, began);
      }
    };
  }

  #end(lines: readonly Line[], began: number): void {
    const now = this.#rules.now();
    this.#running -= 1;
    for (const line of lines) {
      line.running -= 1;
      if (this.#rules.rests) line.rests_until = Math.max(now, line.rests_until) + now - began;
    }
    this.#forget(lines, now);
    // Everything else that came in between is answered before the next piece.
    setImmediate(() => this.#next());
  }

  async #turn(lines: readonly Line[], patience: (turn: Promise<void>) => Promise<void>): Promise<void> {
    const { promise, resolve: begin } = Promise.withResolvers<void>();
    const waiting = lines.at(-1)?.waiting;
    waiting?.push(begin);
    this.#next();
    if (!waiting?.includes(begin)) return;
    try {
      await patience(promise);
    } catch (error) {
      const at = waiting.indexOf(begin);
      const now = this.#rules.now();
      // The turn came at the same moment.
      if (at < 0) this.#end(lines, now);
      else waiting.splice(at, 1);
      this.#forget(lines, now);
      throw error;
    }
  }

  /** Those of a work that is over, where nothing else runs or waits in them; those that rest are looked for among all. */
  #forget(lines: readonly Line[], now: number): void {
    if (this.#rules.rests) forget(this.#classes, now);
    else for (const line of lines.toReversed()) if (isIdle(line, now)) line.among.delete(line.name);
  }

  #linesOf(path: readonly string[]): Line[] {
    let among = this.#classes;
    return path.map((name) => {
      const line = among.get(name) ?? {
        name,
        among,
        running: 0,
        rests_until: 0,
        waiting: [],
        lines: new Map(),
      };
      among.set(name, line);
      among = line.lines;
      return line;
    });
  }

  #next(): void {
    while (this.#running < this.#at_once && this.#beginOne(this.#classes));
  }

  #beginOne(lines: Map<string, Line>): boolean {
    for (const [name, line] of this.#inOrder(lines)) {
      if (lines === this.#classes && line.running >= this.#rules.of_class) continue;
      const begin = line.waiting.shift();
      if (!begin && !this.#beginOne(line.lines)) continue;
      lines.delete(name);
      lines.set(name, line);
      line.running += 1;
      if (begin) this.#running += 1;
      begin?.();
      return true;
    }
    return false;
  }

  #inOrder(lines: Map<string, Line>): Iterable<[string, Line]> {
    if (!this.#rules.rests) return lines;
    const now = this.#rules.now();
    const rest = ({ rests_until }: Line) => Math.max(0, rests_until - now);
    return [...lines].sort(([, a], [, b]) => rest(a) - rest(b));
  }
}

/** Nothing runs or waits in it, and it need not rest. */
const isIdle = ({ running, waiting, lines, rests_until }: Line, now: number) =>
  !running && !waiting.length && !lines.size && rests_until <= now;

function forget(lines: Map<string, Line>, now: number): void {
  for (const [name, line] of lines) {
    forget(line.lines, now);
    if (isIdle(line, now)) lines.delete(name);
  }
}
