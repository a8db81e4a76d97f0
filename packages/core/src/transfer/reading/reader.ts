/** The process in which an archive is read. It is started by `any-archive.ts`, and asked by it. */
import { serveParent } from '../../platform/workers/serve-parent.ts';
import type { LocalArchive } from '../format/archive.ts';
import { archiveLimits } from '../format/limits.ts';
import { names } from '../format/manifest.ts';
import type { TicketRow } from '../registry/registry.ts';
import { ticketsOf } from '../tickets/side-by-side.ts';
import { lookAt, openAny } from './open-archive.ts';
import type { Answers, Question, Rows, TicketCount, Wanted } from './questions.ts';

/** Rows that are sent at once: so many, or so many characters. */
const rowsMax = 500;
const charactersMax = 64 * 1024;

let archive: LocalArchive | undefined;
const cursors = new Map<number, { wanted: Wanted; rows: AsyncGenerator<object, void> }>();

serveParent((question) => answerTo(question as Question)); // sent by any-archive.ts

async function answerTo(question: Question): Promise<Answers[keyof Answers]> {
  switch (question.ask) {
    case 'look':
      await lookAt(question.file);
      return undefined;
    case 'open': {
      const any = await openAny(question.file);
      archive = any.archive;
      return any.opened;
    }
    case 'place':
      return opened().zip.place(question.name);
    case 'begin':
      cursors.set(question.cursor, { wanted: question.wanted, rows: rowsOf(question.wanted) });
      return undefined;
    case 'next':
      return nextOf(question.cursor);
    case 'end':
      await cursors.get(question.cursor)?.rows.return();
      cursors.delete(question.cursor);
      return undefined;
  }
}

function opened(): LocalArchive {
  if (!archive) throw new Error('no archive is open');
  return archive;
}

function rowsOf(wanted: Wanted): AsyncGenerator<object, void> {
  const from = opened();
  switch (wanted.of) {
    case 'setup':
      return from.setupLines();
    case 'names':
      return from.names(wanted.table);
    case 'rows':
      return from.rows(wanted.folder, wanted.table);
    case 'tickets':
      return counted(from, wanted.folder);
    case 'files':
      return filesOf(from);
  }
}

async function nextOf(cursor: number): Promise<Rows> {
  const reading = cursors.get(cursor);
  if (!reading) throw new Error(`there is no cursor ${cursor}`);
  const { wanted, rows } = reading;
  const lines: string[] = [];
  const sizes: Rows['sizes'] = [];
  let characters = 0;
  let isOver = false;
  while (lines.length < rowsMax && characters < charactersMax) {
    const { value, done } = await rows.next();
    if (done) {
      isOver = true;
      break;
    }
    const line = JSON.stringify(value);
    lines.push(line);
    characters += line.length;
    if (wanted.of === 'rows' && wanted.table === 'ticket_attachments') {
      const { sha256 } = value as TicketRow<'ticket_attachments'>; // of that table
      if (sha256 && opened().zip.has(names.file(sha256)))
        sizes.push([sha256, opened().zip.size(names.file(sha256))]);
    }
    // Each of these stands for much that was read.
    if (wanted.of === 'files') break;
  }
  return { json: `[${lines.join(',')}]`, sizes, isOver };
}

/** Reads all that belongs to each ticket, and counts it. */
async function* counted(from: LocalArchive, folder: number): AsyncGenerator<TicketCount, void> {
  for await (const { row, messages } of ticketsOf(from, folder, archiveLimits)) {
    const count = { row, messages: 0, attachments: 0 };
    for await (const { attachments } of messages) {
      count.messages += 1;
      count.attachments += attachments.filter(({ state }) => state === 'stored').length;
    }
    yield count;
  }
}

async function* filesOf(from: LocalArchive): AsyncGenerator<{ bytes: number }, void> {
  for await (const bytes of from.readFiles()) yield { bytes };
}
