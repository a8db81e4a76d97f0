import { randomBytes } from 'node:crypto';
import { AppError } from '@tickets/contract/platform/errors';
import type { TranscriptDownload, TranscriptForm } from '@tickets/contract/transcripts/downloads';
import type { TranscriptFilter } from '@tickets/contract/transcripts/transcripts';
import type { Selectable } from 'kysely';
import { withoutOverride } from '../access/access.ts';
import { authorise } from '../access/authorise.ts';
import type { UserCall } from '../access/caller.ts';
import { mayWorkPanel } from '../access/tickets.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import type { TranscriptDownloads } from '../platform/db/schema.generated.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { signDownloadUrl } from '../platform/storage/file-links.ts';
import { panelTeamsOf } from '../tickets/model/panel-teams.ts';
import { closedTickets } from './closed-tickets.ts';

export type DownloadRow = Selectable<TranscriptDownloads>;

const shownMax = 10;

/** Has the transcripts of all closed tickets that a filter finds put into one file. One person makes one at a time. */
export async function startDownload(
  call: UserCall,
  guild_id: string,
  { filter, form }: { filter: TranscriptFilter; form: TranscriptForm },
): Promise<TranscriptDownload> {
  authorise(call, 'transcript.download', guild_id);
  await call.storage.requireRoom?.();
  const { page: _, from: __, ends_before: ___, ...wanted } = filter;
  const closed = await closedTickets(call, withoutOverride(call.caller.access), wanted);
  const total = closed
    ? await closed
        .within({})
        .where('tickets.has_transcript', '=', true)
        .select(({ fn }) => fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow()
    : { total: '0' };
  if (total.total === '0') throw new AppError('transcript.download_nothing');
  const row = await call.db.transaction().execute(async (tx) => {
    const made = await tx
      .insertInto('transcript_downloads')
      .values({
        guild_id,
        asked_by: call.caller.user_id,
        asked_at: call.clock.now(),
        filter: JSON.stringify(wanted),
        form,
        tickets_total: Number(total.total),
        // Before the file, so that none is there of which no row tells.
        file_key: randomBytes(16).toString('hex'),
      })
      .onConflict((oc) => oc.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!made) throw new AppError('transcript.download_running');
    await workByJob(tx, made);
    return made;
  });
  return viewDownload(row);
}

/** The caller's downloads in a server, the newest first. */
export async function listDownloads(call: UserCall, guild_id: string): Promise<TranscriptDownload[]> {
  authorise(call, 'transcript.list', guild_id);
  const rows = await call.db
    .selectFrom('transcript_downloads')
    .where('guild_id', '=', guild_id)
    .where('asked_by', '=', call.caller.user_id)
    .selectAll()
    .orderBy('asked_at', 'desc')
    .limit(shownMax)
    .execute();
  return rows.map(viewDownload);
}

/** Stops a download that is being made. */
export async function cancelDownload(
  call: UserCall,
  { guild_id, download_id }: { guild_id: string; download_id: string },
): Promise<void> {
  authorise(call, 'transcript.list', guild_id);
  const stopped = await call.db
    .updateTable('transcript_downloads')
    .set({ state: 'cancelled', finished_at: call.clock.now() })
    .where('download_id', '=', download_id)
    .where('guild_id', '=', guild_id)
    .where('asked_by', '=', call.caller.user_id)
    .where('state', 'in', ['waiting', 'running'])
    .returning('download_id')
    .executeTakeFirst();
  if (!stopped) throw new AppError('transcript.download_gone');
}

/** Where the file of a download can be fetched for a minute. */
export async function downloadLink(
  call: UserCall,
  { guild_id, download_id }: { guild_id: string; download_id: string },
): Promise<{ url: string }> {
  authorise(call, 'transcript.download', guild_id);
  const row = await findDownload(call.db, download_id);
  const isTheirs = row?.guild_id === guild_id && row.asked_by === call.caller.user_id;
  if (!isTheirs || !isThere(row, call.clock.now()) || !(await mayReadAll(call, row)))
    throw new AppError('transcript.download_gone');
  return { url: signDownloadUrl(call, download_id) };
}

/** Stands for the panel of a ticket that has none. */
export const noPanel = 0;

/** Whether someone may still read all that was put into a download: which tickets they may list is decided by panels alone. */
async function mayReadAll(call: UserCall, { guild_id, panel_ids }: DownloadRow): Promise<boolean> {
  const access = withoutOverride(call.caller.access);
  for (const panel_id of panel_ids ?? []) {
    const panel = await panelTeamsOf(call, guild_id, panel_id === noPanel ? null : panel_id);
    if (!mayWorkPanel(access, panel).allowed) return false;
  }
  return panel_ids !== null;
}

/** Whether the file of a download can be fetched. */
export const isThere = ({ state, file_key, file_expires_at }: DownloadRow, now: Date) =>
  state === 'done' && file_key !== null && file_expires_at !== null && file_expires_at > now;

export function findDownload(db: Db, download_id: string): Promise<DownloadRow | undefined> {
  return db
    .selectFrom('transcript_downloads')
    .where('download_id', '=', download_id)
    .selectAll()
    .executeTakeFirst();
}

export async function workByJob(
  db: Db | Tx,
  { guild_id, download_id }: Pick<DownloadRow, 'guild_id' | 'download_id'>,
): Promise<void> {
  const key = `transcripts.download:${download_id}`;
  await addJob(db, 'transcripts.download', { guild_id, download_id }, { key });
}

const viewDownload = (row: DownloadRow): TranscriptDownload => ({
  download_id: row.download_id,
  form: row.form,
  state: row.state,
  asked_at: row.asked_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
  transcripts_done: row.tickets_done,
  transcripts_total: row.tickets_total ?? 0,
  file_bytes: row.state === 'done' && row.file_key !== null ? Number(row.file_bytes) : null,
  expires_at: row.file_expires_at?.toISOString() ?? null,
});
