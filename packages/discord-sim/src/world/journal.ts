import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Change } from './table.ts';

/** Where changes go. Every line is on its way to the disk before the caller goes on. */
export interface Journal {
  append(changes: readonly Change[]): void;
  close(): void;
}

export interface JournalOptions {
  /** Told once when the disk takes no more lines. They are kept in memory, and written as soon as it does. */
  onError?: ((error: unknown) => void) | undefined;
  /** Writes some of the bytes at a place in the file and returns how many. */
  write?: (file: number, bytes: Uint8Array, offset: number, length: number, position: number) => number;
}

export const noJournal: Journal = { append: () => {}, close: () => {} };

const TRY_AGAIN_MS = 1_000;

/**
 * Reads what an earlier run left. A last line without an end was cut short by a kill or a full disk and is dropped; anything
 * else unreadable is an error.
 */
export function readJournal(path: string): Change[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  return lines.flatMap((line, index) => {
    if (line === '') return [];
    try {
      return [JSON.parse(line) as Change]; // written by append below
    } catch (cause) {
      throw new Error(`${path}: line ${index + 1} cannot be read`, { cause });
    }
  });
}

/**
 * Replaces the file by the rows that are left, then goes on appending to it. A write that fails never reaches the caller:
 * the file is cut back to its last whole line, and the lines wait.
 */
export function openJournal(path: string, rows: Iterable<Change>, options: JournalOptions = {}): Journal {
  const { onError = () => {}, write = writeSync } = options;
  mkdirSync(dirname(path), { recursive: true });
  chmodSync(dirname(path), 0o700);
  const journal = shrink(path, rows, write, onError) ?? goOnWith(path);
  let waiting: Buffer[] = [];
  let again: NodeJS.Timeout | undefined;

  function writeWaiting(): void {
    const wasFailing = again !== undefined;
    clearTimeout(again);
    again = undefined;
    const bytes = Buffer.concat(waiting);
    try {
      writeAll(write, journal.file, bytes, journal.size);
      journal.size += bytes.length;
      waiting = [];
    } catch (error) {
      ftruncateSync(journal.file, journal.size);
      waiting = [bytes];
      again = setTimeout(writeWaiting, TRY_AGAIN_MS).unref();
      if (!wasFailing) onError(error);
    }
  }

  return {
    append(changes) {
      waiting.push(linesOf(changes));
      writeWaiting();
    },
    close() {
      if (waiting.length) writeWaiting();
      clearTimeout(again);
      closeSync(journal.file);
    },
  };
}

type Write = NonNullable<JournalOptions['write']>;

interface OpenFile {
  file: number;
  /** Of its whole lines. */
  size: number;
}

/** Undefined where the disk has no room for a second file. */
function shrink(
  path: string,
  rows: Iterable<Change>,
  write: Write,
  onError: (error: unknown) => void,
): OpenFile | undefined {
  const fresh = `${path}.new`;
  rmSync(fresh, { force: true });
  const file = openSync(fresh, 'w', 0o600);
  try {
    let size = 0;
    for (const chunk of inChunks(rows, 500)) {
      writeAll(write, file, chunk, size);
      size += chunk.length;
    }
    fsyncSync(file);
    renameSync(fresh, path);
    return { file, size };
  } catch (error) {
    closeSync(file);
    rmSync(fresh, { force: true });
    onError(error);
    return undefined;
  }
}

function goOnWith(path: string): OpenFile {
  const size = existsSync(path) ? readFileSync(path).lastIndexOf('\n') + 1 : 0;
  const file = openSync(path, existsSync(path) ? 'r+' : 'w', 0o600);
  ftruncateSync(file, size);
  return { file, size };
}

/** A disk that becomes full takes a part of what it is given, and refuses only what comes after that. */
function writeAll(write: Write, file: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length; )
    done += write(file, bytes, done, bytes.length - done, position + done);
}

const linesOf = (changes: readonly Change[]) =>
  Buffer.from(changes.map((change) => `${JSON.stringify(change)}\n`).join(''));

function* inChunks(rows: Iterable<Change>, size: number): Generator<Buffer> {
  let changes: Change[] = [];
  for (const row of rows) {
    changes.push(row);
    if (changes.length < size) continue;
    yield linesOf(changes);
    changes = [];
  }
  if (changes.length > 0) yield linesOf(changes);
}
