import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Change } from './table.ts';

/** Where changes go. Every line is on its way to the disk before the caller goes on. */
export interface Journal {
  append(changes: readonly Change[]): void;
  close(): void;
}

export const noJournal: Journal = { append: () => {}, close: () => {} };

/** Reads what an earlier run left. A last line that a kill cut short is dropped; anything else unreadable is an error. */
export function readJournal(path: string): Change[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  const changes: Change[] = [];
  lines.forEach((line, index) => {
    if (line === '') return;
    try {
      changes.push(JSON.parse(line) as Change); // written by append below
    } catch (cause) {
      if (index !== lines.length - 1) throw new Error(`${path}: line ${index + 1} cannot be read`, { cause });
    }
  });
  return changes;
}

/** Replaces the file by the rows that are left, then goes on appending to it. */
export function openJournal(path: string, rows: Iterable<Change>): Journal {
  mkdirSync(dirname(path), { recursive: true });
  const fresh = `${path}.new`;
  const file = openSync(fresh, 'w');
  for (const chunk of inChunks(rows, 500)) writeSync(file, chunk);
  fsyncSync(file);
  renameSync(fresh, path);
  return {
    append(changes) {
      writeSync(file, changes.map((change) => `${JSON.stringify(change)}\n`).join(''));
    },
    close: () => closeSync(file),
  };
}

function* inChunks(rows: Iterable<Change>, size: number): Generator<string> {
  let lines: string[] = [];
  for (const row of rows) {
    lines.push(`${JSON.stringify(row)}\n`);
    if (lines.length < size) continue;
    yield lines.join('');
    lines = [];
  }
  if (lines.length > 0) yield lines.join('');
}
