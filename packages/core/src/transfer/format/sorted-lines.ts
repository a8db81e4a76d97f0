import { closeSync, openSync, readSync, writeSync } from 'node:fs';

const flushBytes = 256 * 1024;

/** Orders numbers that are written in digits. */
const byNumber = (a: string, b: string) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

/**
 * Rows that come in any order and are read in that of their keys. They lie in a file, so that only keys and places are in memory.
 * Of two rows with one key the last one stays.
 */
export class SortedLines<T extends object> implements Disposable {
  readonly #fd: number;
  readonly #requireRoom: () => void;
  readonly #places = new Map<string, { at: number; length: number }>();
  #held: Buffer[] = [];
  #held_bytes = 0;
  #written = 0;

  /** `requireRoom` throws where the disk takes no more. */
  constructor(path: string, requireRoom: () => void) {
    this.#requireRoom = requireRoom;
    this.#fd = openSync(path, 'w+', 0o600);
  }

  get size(): number {
    return this.#places.size;
  }

  /** Keys are made of numbers in digits, as `12` or `12/7`. */
  add(key: string, row: T): void {
    const line = Buffer.from(JSON.stringify(row));
    this.#places.set(key, { at: this.#written + this.#held_bytes, length: line.length });
    this.#held.push(line);
    this.#held_bytes += line.length;
    if (this.#held_bytes >= flushBytes) this.#flush();
  }

  *rows(): Generator<T, void> {
    this.#flush();
    const keys = [...this.#places].map(([key, place]) => ({ parts: key.split('/'), place }));
    keys.sort((a, b) => compareParts(a.parts, b.parts));
    for (const { place } of keys) {
      const line = Buffer.allocUnsafe(place.length);
      readSync(this.#fd, line, 0, place.length, place.at);
      yield JSON.parse(line.toString()) as T; // as it was added
    }
  }

  [Symbol.dispose](): void {
    closeSync(this.#fd);
  }

  #flush(): void {
    if (!this.#held_bytes) return;
    this.#requireRoom();
    const bytes = Buffer.concat(this.#held);
    writeSync(this.#fd, bytes, 0, bytes.length, this.#written);
    this.#written += bytes.length;
    this.#held = [];
    this.#held_bytes = 0;
  }
}

function compareParts(a: readonly string[], b: readonly string[]): number {
  for (const [index, part] of a.entries()) {
    const found = byNumber(part, b[index] ?? '');
    if (found) return found;
  }
  return 0;
}
