import type { Readable } from 'node:stream';
import Tokenizer from '@streamparser/json/tokenizer.js';
import TokenParser from '@streamparser/json/tokenparser.js';
import TokenType from '@streamparser/json/utils/types/tokenType.js';
import type { ArchiveLimits } from './limits.ts';
import { ArchiveProblem } from './problem.ts';

/** How many values may still be read of an archive. */
export interface ValueBudget {
  left: number;
}

export const valuesFor = (
  file_bytes: number,
  { free_values, values_per_byte }: Pick<ArchiveLimits, 'free_values' | 'values_per_byte'>,
): ValueBudget => ({ left: free_values + file_bytes * values_per_byte });

/** One thing of a document, and the names and places under which it stands there. */
export interface Thing {
  path: readonly (string | number)[];
  value: unknown;
}

interface Reading {
  name: string;
  limits: Pick<ArchiveLimits, 'line_bytes' | 'line_values' | 'depth'>;
  budget: ValueBudget;
  /** Where things stand in a document that is an object, as `$.messages.*`. In a list, each element is one. */
  paths: readonly string[];
  /** Members of the first level that come as a whole, though a path leads into them. */
  whole?: readonly string[];
}

const { LEFT_BRACE, RIGHT_BRACE, LEFT_BRACKET, RIGHT_BRACKET, COLON, COMMA } = TokenType;
const isPunctuation = new Set([RIGHT_BRACE, RIGHT_BRACKET, COLON, COMMA]);

/**
 * Reads a document in JSON thing by thing, so that no more than one lies in memory. Depth, values and bytes are counted before
 * anything is built of them; a document that has too many is refused where it becomes too much.
 */
export async function* thingsIn(stream: Readable, reading: Reading): AsyncGenerator<Thing, void> {
  const { name, limits } = reading;
  const parser = new ThingParser(reading);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      yield* parser.write(chunk);
      if (parser.bytes > limits.line_bytes)
        throw new ArchiveProblem(`${name} holds something that is too long`);
    }
    if (!parser.isEnded) throw new ArchiveProblem(`${name} is not JSON`);
  } finally {
    stream.destroy();
  }
}

class ThingParser {
  /** Since the last thing. */
  bytes = 0;
  readonly #reading: Reading;
  readonly #tokenizer = new Tokenizer({ stringBufferSize: 4096 });
  #parser: TokenParser | undefined;
  #found: Thing[] = [];
  #depth = 0;
  #values = 0;

  constructor(reading: Reading) {
    this.#reading = reading;
    this.#tokenizer.onToken = (token) => {
      this.#count(token.token);
      this.#parser ??= this.#parserOf(token.token);
      this.#parser.write(token);
    };
  }

  get isEnded(): boolean {
    return this.#parser?.isEnded ?? false;
  }

  write(chunk: Buffer): Thing[] {
    this.bytes += chunk.length;
    try {
      this.#tokenizer.write(chunk);
    } catch (cause) {
      if (cause instanceof ArchiveProblem) throw cause;
      throw new ArchiveProblem(`${this.#reading.name} is not JSON in UTF-8`, { cause });
    }
    const found = this.#found;
    this.#found = [];
    return found;
  }

  #count(kind: TokenType): void {
    const { name, limits, budget } = this.#reading;
    if (kind === RIGHT_BRACE || kind === RIGHT_BRACKET) this.#depth -= 1;
    if (isPunctuation.has(kind)) return;
    if (kind === LEFT_BRACE || kind === LEFT_BRACKET) this.#depth += 1;
    this.#values += 1;
    budget.left -= 1;
    if (this.#depth > limits.depth) throw new ArchiveProblem(`${name} is nested too deeply`);
    if (this.#values > limits.line_values)
      throw new ArchiveProblem(`${name} holds something of more than ${limits.line_values} values`);
    if (budget.left < 0) throw new ArchiveProblem(`${name} holds too many values for its size`);
  }

  #parserOf(first: TokenType): TokenParser {
    const { paths, whole = [] } = this.#reading;
    const parser = new TokenParser({
      paths: first === LEFT_BRACKET ? ['$.*'] : [...paths, ...whole.map((part) => `$.${part}`)],
      keepStack: false,
    });
    parser.onValue = ({ value, key, stack }) => {
      const path = [...stack.slice(1).map((level) => level.key), key].map((part) => part ?? '');
      if (path.length > 1 && whole.includes(String(path[0]))) return;
      this.#values = 0;
      this.bytes = 0;
      this.#found.push({ path, value });
    };
    return parser;
  }
}
