import { randomBytes, randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '@tickets/contract/platform/errors';
import type { TranscriptForm } from '@tickets/contract/transcripts/downloads';
import type { Transcript, TranscriptMessage } from '@tickets/contract/transcripts/transcripts';
import { type InTurn, Turns } from '../../platform/async/turns.ts';
import type { Context } from '../../platform/context.ts';
import { WorkerLimitError, WorkerProcess } from '../../platform/workers/worker-process.ts';
import type { DrawQuestion, Pictures } from './drawing.ts';
import { picturesFor } from './pictures.ts';

const MiB = 1024 ** 2;

/** Of one transcript: how long drawing it may take, without what it waits for, and how large it may be without its pictures. */
export const drawingLimits = { ms: 30_000, bytes: 32 * MiB };
export type DrawingLimits = typeof drawingLimits;

/** Several times what the largest transcript takes that may be drawn, of which a batch lies in memory. */
const heap_mib = 128;
/** How many processes draw at once. */
const atOnce = 2;
/** How long one stays that has nothing to draw. */
const idleMs = 10_000;

const drawer = join(import.meta.dirname, 'drawer.ts');
const idle = new Set<WorkerProcess>();

/** A drawing may take half a minute, so no server has two at once, and after one it waits behind the others for as long. */
const turns = new Turns(atOnce, { of_class: 1, rests: true });

/** Whose turn it is to have a transcript of a server drawn. */
export const drawingTurn = (
  guild_id: string,
  kind: 'staff' | 'member' | 'stranger' | 'download',
  user_id: string,
): InTurn => turns.of(guild_id, kind, user_id);

interface Wanted {
  guild_id: string;
  form: TranscriptForm;
  /** A `drawingTurn`. */
  inTurn: InTurn;
  /** Gives the drawing up. */
  signal?: AbortSignal;
  limits?: DrawingLimits;
}

/**
 * Draws a transcript in a process of its own, into a file that is gone once it was read: what people wrote neither holds up
 * the event loop nor lies in memory whole. Undefined: it was given up. Refuses what comes to the limits.
 */
export function drawTranscript(
  ctx: Context,
  transcript: { answer: Transcript; messages: AsyncIterable<TranscriptMessage[]> },
  { guild_id, form, inTurn, signal, limits = drawingLimits }: Wanted,
): Promise<Readable | undefined> {
  return inTurn(async () => {
    if (signal?.aborted) return undefined;
    const file = await fileWithoutName();
    const worker = takeWorker(limits);
    const giveUp = () => void worker[Symbol.asyncDispose]();
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      signal?.throwIfAborted();
      await drawInto(file, limits.bytes, piecesOf(ctx, transcript, { guild_id, form, worker, signal }));
      signal?.throwIfAborted();
      if (limits === drawingLimits) keepWorker(worker);
      return file.createReadStream({ start: 0 });
    } catch (error) {
      await file.close();
      if (signal?.aborted) return undefined;
      throw refusalOf(error, limits) ?? error;
    } finally {
      signal?.removeEventListener('abort', giveUp);
      if (!idle.has(worker)) await worker[Symbol.asyncDispose]();
    }
  });
}

/** It is gone with whoever has it open, also when the program is killed. */
async function fileWithoutName(): Promise<FileHandle> {
  const path = join(tmpdir(), `tickets-drawing-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

class TooLarge extends Error {}

/** Pictures have a limit of their own, so they are not counted. */
async function drawInto(
  file: FileHandle,
  bytes_max: number,
  pieces: AsyncIterable<{ bytes: Buffer; isPicture?: boolean }>,
): Promise<void> {
  let room = bytes_max;
  for await (const { bytes, isPicture } of pieces) {
    if (!isPicture) room -= bytes.length;
    if (room < 0) throw new TooLarge();
    await file.writeFile(bytes);
  }
}

async function* piecesOf(
  ctx: Context,
  { answer, messages }: { answer: Transcript; messages: AsyncIterable<TranscriptMessage[]> },
  {
    guild_id,
    form,
    worker,
    signal,
  }: Pick<Wanted, 'guild_id' | 'form' | 'signal'> & { worker: WorkerProcess },
): AsyncGenerator<{ bytes: Buffer; isPicture?: boolean }, void> {
  const ask = (question: DrawQuestion) => worker.ask(question) as Promise<Buffer>; // as drawer.ts answers it
  const readPictures = form === 'html' ? picturesFor(ctx, guild_id, signal) : undefined;
  // Pictures need not go to the process and back: it writes a mark that nobody guesses, and they are put in its place.
  const mark = randomBytes(16).toString('hex');
  yield { bytes: await ask({ ask: 'begin', form, transcript: answer }) };
  for await (const batch of messages) {
    const pictures: Pictures = (await readPictures?.(batch)) ?? new Map();
    const marks = new Map([...pictures.keys()].map((id) => [id, `${mark}${id}`]));
    const drawn = await ask({ ask: 'messages', batch, pictures: marks });
    let from = 0;
    for (let at = drawn.indexOf(mark); marks.size && at >= 0; at = drawn.indexOf(mark, from)) {
      yield { bytes: drawn.subarray(from, at) };
      // The mark and the id stand in an attribute.
      from = drawn.indexOf('"', at);
      const id = drawn.toString('latin1', at + mark.length, from);
      yield { bytes: Buffer.from(pictures.get(id) ?? ''), isPicture: true };
    }
    yield { bytes: drawn.subarray(from) };
  }
  yield { bytes: await ask({ ask: 'end' }) };
}

function refusalOf(error: unknown, { bytes, ms }: DrawingLimits): AppError | undefined {
  if (error instanceof TooLarge || (error instanceof WorkerLimitError && error.limit === 'memory'))
    return new AppError('transcript.form_too_large', {
      params: { limit: `${Math.round(bytes / MiB)} MB` },
      cause: error,
    });
  if (error instanceof WorkerLimitError)
    return new AppError('transcript.form_too_slow', {
      params: { seconds: Math.round(ms / 1000) },
      cause: error,
    });
  return undefined;
}

function takeWorker(limits: DrawingLimits): WorkerProcess {
  for (const worker of limits === drawingLimits ? idle : []) {
    idle.delete(worker);
    if (worker.isOver) continue;
    worker.renew();
    return worker;
  }
  return new WorkerProcess(drawer, { heap_mib, work_ms: limits.ms });
}

function keepWorker(worker: WorkerProcess): void {
  idle.add(worker);
  setTimeout(() => {
    // It may have been taken since, and be kept again: then it ends a little early.
    if (idle.delete(worker)) void worker[Symbol.asyncDispose]();
  }, idleMs).unref();
}
