import { Readable } from 'node:stream';
import { PermissionLevel } from '@tickets/contract/access/levels';
import { AppError } from '@tickets/contract/platform/errors';
import { downloadKeptMs, type TranscriptForm } from '@tickets/contract/transcripts/downloads';
import { TranscriptFilter } from '@tickets/contract/transcripts/transcripts';
import { sql } from 'kysely';
import { type Access, withoutOverride } from '../access/access.ts';
import { callBy } from '../access/caller.ts';
import { accessForWork, NotHeard } from '../access/load.ts';
import { ticketFactsFor } from '../access/ticket-access.ts';
import { atOnce } from '../platform/async/turns.ts';
import type { Context } from '../platform/context.ts';
import { unlocked, withLock } from '../platform/locks/ticket-lock.ts';
import {
  dropFilesOverRoom,
  dropKeptFile,
  endKeptFile,
  purgeKeptFiles,
} from '../platform/storage/kept-files.ts';
import { writeZip } from '../platform/storage/write-zip.ts';
import { readerOf } from '../tickets/conversation/view.ts';
import { findTicket } from '../tickets/model/find.ts';
import { noteRead } from '../tickets/model/note-read.ts';
import { closedTickets } from './closed-tickets.ts';
import { type DownloadRow, noPanel, workByJob } from './downloads.ts';
import { drawingTurn, drawTranscript } from './forms/draw.ts';
import { viewInBatches } from './render.ts';

/** How often it is written down how far a download is, and seen whether it was cancelled. */
const noteMs = 500;
const batch = 50;

const lockOf = (download_id: string) => `transcripts.download:${download_id}`;

const endings: Record<TranscriptForm, string> = { html: 'html', text: 'txt', json: 'json' };

interface ZippedFile {
  name: string;
  source: Readable;
}

/** Whoever asked for it does not want it any more. */
class Cancelled extends Error {}

/**
 * Makes a download, as whoever asked for it may read the transcripts now. Safe to repeat: it begins anew. Returns false while
 * another process is at it.
 */
export async function makeDownload(ctx: Context, { download_id }: { download_id: string }): Promise<boolean> {
  const done = await withLock(ctx.db, lockOf(download_id), async () => {
    const row = await begin(ctx, download_id);
    if (!row?.file_key) return;
    let access: Access | undefined;
    try {
      const found = await accessForWork(ctx, row.guild_id, row.asked_by);
      access = found && withoutOverride(found);
    } catch (error) {
      if (!(error instanceof NotHeard)) throw error;
      // It is taken up again each minute.
      return change(ctx, download_id, { state: 'waiting' });
    }
    if (!access || access.level < PermissionLevel.support) return end(ctx, row, 'failed');
    const begun_at = ctx.clock.now().getTime();
    const panels = new Set<number>();
    const tickets = new Set<number>();
    try {
      const { bytes, sha256 } = await ctx.storage.putStream(
        row.file_key,
        zipOf(ctx, access, { ...row, panels, tickets }),
      );
      const ticket_ids = [...tickets];
      const kept = await ctx.db
        .updateTable('transcript_downloads')
        .set({
          // In one statement with what it says of those that were deleted meanwhile.
          state: sql`case when removed_ids && ${ticket_ids}::int[] then 'withdrawn' else 'done' end`,
          finished_at: ctx.clock.now(),
          problem: null,
          file_bytes: String(bytes),
          file_sha256: sha256,
          panel_ids: [...panels],
          ticket_ids,
          file_expires_at: new Date(begun_at + downloadKeptMs),
        })
        .where('download_id', '=', download_id)
        .where('state', '=', 'running')
        .returning('state')
        .executeTakeFirst();
      if (!kept) throw new Cancelled();
      if (kept.state === 'withdrawn')
        return dropKeptFile(ctx, 'transcript_downloads', { ...row, id: download_id });
    } catch (error) {
      if (isCancelled(error)) return end(ctx, row, 'cancelled');
      const problem = (error instanceof Error ? error.message : String(error)).slice(0, 500);
      await change(ctx, download_id, { problem }).catch(() => undefined); // the cause is thrown
      throw error;
    }
    await dropFilesOverRoom(ctx, 'transcript_downloads');
  });
  return !done.busy;
}

/** Has those made that nobody is at, as after a process has ended. */
export async function beginWaitingDownloads({ db }: Context): Promise<void> {
  const waiting = await db
    .selectFrom('transcript_downloads')
    .where('state', 'in', ['waiting', 'running'])
    .where(unlocked(lockOf(''), sql.ref('download_id')))
    .select(['guild_id', 'download_id'])
    .execute();
  for (const row of waiting) await workByJob(db, row);
}

/** Removes the files whose time is over, and forgets downloads of last week. */
export const purgeDownloads = (ctx: Context): Promise<void> =>
  purgeKeptFiles(ctx, 'transcript_downloads', ctx.clock.now());

function begin({ db }: Context, download_id: string): Promise<DownloadRow | undefined> {
  return db
    .updateTable('transcript_downloads')
    .set({ state: 'running', tickets_done: 0 })
    .where('download_id', '=', download_id)
    .where('state', 'in', ['waiting', 'running'])
    .returningAll()
    .executeTakeFirst();
}

const end = (ctx: Context, row: DownloadRow, state: 'failed' | 'cancelled'): Promise<void> =>
  endKeptFile(ctx, 'transcript_downloads', { ...row, id: row.download_id }, { state, now: ctx.clock.now() });

async function change({ db }: Context, download_id: string, set: Partial<DownloadRow>): Promise<void> {
  await db
    .updateTable('transcript_downloads')
    .set(set)
    .where('download_id', '=', download_id)
    .where('state', '=', 'running')
    .execute();
}

interface Making extends DownloadRow {
  /** Of which panels there is a ticket in it so far that is not its reader's own, earlier ones too; `noPanel` where it has none. */
  panels: Set<number>;
  /** Of which tickets there is something in it so far. */
  tickets: Set<number>;
}

/** Made while it is read: of one transcript at a time a batch lies in memory. */
function zipOf(ctx: Context, access: Access, row: Making): Readable {
  return writeZip(ctx.clock.now(), async (zip) => {
    let done = 0;
    let noted_at = performance.now();
    for await (const { name, source } of files(ctx, access, row)) {
      await zip.add(name, source);
      done += 1;
      if (performance.now() - noted_at < noteMs) continue;
      noted_at = performance.now();
      await note(ctx, row, done);
    }
    await note(ctx, row, done);
  });
}

async function note({ db }: Context, { download_id }: DownloadRow, tickets_done: number): Promise<void> {
  const running = await db
    .updateTable('transcript_downloads')
    .set({ tickets_done })
    .where('download_id', '=', download_id)
    .where('state', '=', 'running')
    .returning('download_id')
    .executeTakeFirst();
  if (!running) throw new Cancelled();
}

async function* files(
  ctx: Context,
  access: Access,
  { guild_id, filter, form, panels, tickets }: Making,
): AsyncGenerator<ZippedFile, void> {
  // Written by startDownload() as the contract has it.
  const wanted = TranscriptFilter.parse(filter);
  for (let before: number | undefined; ; ) {
    const closed = await closedTickets(ctx, access, wanted);
    const rows = await closed
      ?.within({ below: before })
      .where('tickets.has_transcript', '=', true)
      .select('tickets.ticket_id')
      .orderBy('tickets.ticket_id', 'desc')
      .limit(batch)
      .execute();
    for (const { ticket_id } of rows ?? []) {
      const file = await fileOf(ctx, access, { guild_id, ticket_id }, { form, panels, tickets });
      if (file) yield file;
    }
    before = rows?.at(-1)?.ticket_id;
    if (!rows || rows.length < batch) return;
  }
}

/** Undefined where the transcript was removed in this very moment. */
async function fileOf(
  ctx: Context,
  access: Access,
  key: { guild_id: string; ticket_id: number },
  { form, panels, tickets }: Pick<Making, 'panels' | 'tickets'> & { form: TranscriptForm },
): Promise<ZippedFile | undefined> {
  // What is read once in a call is of one ticket.
  const call = callBy(ctx, access, 'dashboard');
  const { guild_id } = key;
  const ticket = await findTicket(ctx.db, key);
  if (!ticket?.has_transcript) return undefined;
  panels.add(ticket.panel_id ?? noPanel);
  tickets.add(key.ticket_id);
  const facts = await ticketFactsFor(call, guild_id, key.ticket_id);
  if (!facts) return undefined;
  const view = { call, deleted: true, reader: readerOf(access, facts), facts, as_stored: true };
  const [transcript] = await Promise.all([
    viewInBatches(ticket, view, atOnce),
    noteRead(ctx, key, access.user_id),
  ]);
  for (const panel_id of transcript.panel_ids) panels.add(panel_id ?? noPanel);
  // Its own messages may tell what was said last in an earlier one.
  for (const { id } of transcript.answer.earlier) tickets.add(id);
  const name = `ticket-${key.ticket_id}`;
  try {
    const inTurn = drawingTurn(guild_id, 'download', access.user_id);
    const source = await drawTranscript(ctx, transcript, { guild_id, form, inTurn });
    return source && { name: `${name}.${endings[form]}`, source };
  } catch (error) {
    // Too much to draw. The others are made all the same, and in its place stands why.
    if (!(error instanceof AppError)) throw error;
    return { name: `${name}-missing.txt`, source: Readable.from([Buffer.from(`${error.message}\n`)]) };
  }
}

function isCancelled(error: unknown): boolean {
  return error instanceof Cancelled || (error instanceof Error && error.cause instanceof Cancelled);
}
