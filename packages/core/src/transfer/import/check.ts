import { PermissionLevel } from '@tickets/contract/access/levels';
import { AppError } from '@tickets/contract/platform/errors';
import type { Access } from '../../access/access.ts';
import { accessForWork } from '../../access/load.ts';
import { TurnOver } from '../../platform/async/short-and-long.ts';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { toldOfDatabase } from '../../platform/db/outage.ts';
import { toldOfDiscord } from '../../platform/discord/ask.ts';
import { isOutage } from '../../platform/outages.ts';
import { toldOfStorage } from '../../platform/storage/problem.ts';
import { WorkerKilled } from '../../platform/workers/worker-process.ts';
import { daysKept } from '../../transcripts/retention.ts';
import type { SetupRows } from '../format/archive.ts';
import { ArchiveProblem } from '../format/problem.ts';
import { type AnyArchive, openAnyArchive, spaceOf } from '../reading/any-archive.ts';
import { partsOf, planSetup } from '../setup/plan.ts';
import { panelsHere } from '../tickets/import-tickets.ts';
import { lacksRoom, withLocalFile } from './local-file.ts';
import { mappingFor } from './mapping.ts';
import { readNames } from './read-names.ts';
import { readTickets } from './read-tickets.ts';
import { boundedReport, ReportWriter, type StoredReport } from './report.ts';
import { keptSince, notesOn } from './ticket-notes.ts';
import { askedLastBy, dropFiles, findUpload, moveUpload, type UploadRow } from './upload-rows.ts';

/** How long a check may take: so long, and so much longer for each MiB of the archive. */
const check_ms = 5 * 60_000;
const check_ms_per_mib = 4_000;

interface CheckLimits {
  /** Asked between one thing and the next. What it throws ends the check, which begins from the start in its next turn. */
  goOn(): void;
  within_ms?: number;
}

/** Reads an archive from its beginning to its end, and reports what importing it would do. Nothing of it is imported. */
export async function checkUpload(ctx: Context, row: UploadRow, limits: CheckLimits): Promise<void> {
  const goOn = limited(ctx, row, limits);
  let isHere = false;
  const begun = await begin(ctx.db, row);
  try {
    if (begun > checksMax) throw new ArchiveProblem(endedTheProgram);
    const access = await accessFor(ctx, row);
    const report = await withLocalFile(ctx, row, async (path) => {
      isHere = true;
      await using any = await openAnyArchive(ctx, path);
      return await reportOn(ctx, any, { row, access, goOn });
    });
    // One of which nobody knows where it comes from is its sender's to confirm.
    const waits = row.preview || row.origin === 'copy' || report.vouched_by === 'none';
    const set = { report: JSON.stringify(report), problem: null, checks_begun: 0 };
    if (waits) await moveUpload(ctx.db, row, { ...set, state: 'checked' });
    else
      await ctx.db.transaction().execute(async (tx) => {
        if (await moveUpload(tx, row, { ...set, state: 'confirmed' })) await addRuns(tx, row, report);
      });
  } catch (error) {
    const isLate = row.expires_at <= ctx.clock.now();
    const waitsFor = lacksRoom(error) ? noRoom : null;
    const problem = (isLate ? waitsFor : null) ?? problemOf(error, isHere);
    if (!(error instanceof ArchiveProblem)) {
      // Replaced meanwhile, and its file was removed while it was read: nobody waits for it.
      if ((await findUpload(ctx.db, row.upload_id))?.state === 'discarded') return;
      // It is tried again, and counted as if the program had ended: the archive may be what takes the memory.
      if (error instanceof WorkerKilled) throw error;
      if (problem === undefined) {
        await notBegun(ctx.db, row, waitsFor);
        throw error;
      }
      if (problem === mistake)
        ctx.log.error({ err: error, upload_id: row.upload_id }, 'an archive cannot be checked');
    }
    await moveUpload(ctx.db, row, { state: 'refused', problem, report: 'null' });
    await dropFiles(ctx, [row]);
  }
}

/** How often a check begins in which the program ends: it may be the archive by which it does. */
const checksMax = 3;
const endedTheProgram = `the program, or what reads archives for it, ended ${checksMax} times while it was checked. Whoever runs it finds more in its log; it can be sent once more`;

async function begin(db: Db, { upload_id }: UploadRow): Promise<number> {
  const row = await db
    .updateTable('import_uploads')
    .set((eb) => ({ checks_begun: eb('checks_begun', '+', 1) }))
    .where('upload_id', '=', upload_id)
    .returning('checks_begun')
    .executeTakeFirst();
  return row?.checks_begun ?? 0;
}

/** Why an archive waits. */
export const noRoom = 'the machine that runs Tickets has too little room for it. Tell its operator';

/** It is tried again for a reason that is known, and that its sender is told where somebody has to do something about it. */
const notBegun = (db: Db, { upload_id }: UploadRow, problem: string | null) =>
  db
    .updateTable('import_uploads')
    .set({ checks_begun: 0, problem })
    .where('upload_id', '=', upload_id)
    .execute();

const mistake = 'it cannot be checked, by a mistake in this program. Whoever runs it finds more in its log';

/**
 * What speaks against an archive at every further try; undefined for what passes, as an outage does, and as long as the archive
 * is not here, whatever the storage says.
 */
function problemOf(error: unknown, isHere: boolean): string | undefined {
  if (error instanceof ArchiveProblem) return error.message;
  const told =
    error instanceof AppError
      ? error
      : (toldOfStorage(error) ?? toldOfDatabase(error) ?? toldOfDiscord(error));
  if (told) return told.status < 500 ? told.message : undefined;
  if (!isHere || error instanceof TurnOver || isOutage(error)) return undefined;
  // What the system or the database says has a code.
  return error instanceof Error && hasCode(error) && !isRefusedValue(error) ? undefined : mistake;
}

/** A failure of a worker names its code as undefined where it has none. */
const hasCode = (error: Error): boolean => 'code' in error && error.code !== undefined;

/** Values that the database does not take: https://www.postgresql.org/docs/current/errcodes-appendix.html */
export const isRefusedValue = (error: Error): boolean =>
  'code' in error && /^2[23]\w{3}$/.test(String(error.code));

/** The operator's archives may be of any size. */
function limited(
  { clock }: Context,
  { asked_by, file_bytes, origin }: UploadRow,
  { goOn, within_ms = check_ms + (Number(file_bytes) / 1024 ** 2) * check_ms_per_mib }: CheckLimits,
): () => void {
  const until = clock.now().getTime() + within_ms;
  const instead =
    origin === 'copy'
      ? 'Copy fewer parts at once'
      : 'Export what was set up and the tickets by themselves, and import one after the other';
  return () => {
    goOn();
    if (asked_by !== null && clock.now().getTime() > until)
      throw new ArchiveProblem(
        `it takes longer than ${Math.round(within_ms / 1000)} seconds to check. ${instead}`,
      );
  };
}

/** Whoever asked for it is still who may. Undefined: the operator. */
export async function accessFor(ctx: Context, upload: UploadRow): Promise<Access | undefined> {
  const user_id = askedLastBy(upload);
  if (user_id === null) return undefined;
  const access = await accessForWork(ctx, upload.guild_id, user_id);
  const may = access && access.level >= PermissionLevel.admin && access.rule.kind !== 'staff_override';
  if (!may) throw new ArchiveProblem('whoever asked for it may not import into this server any more');
  return access;
}

/** What is to be done, one after the other. What a failed import had done stays done. */
export async function addRuns(
  tx: Tx,
  { guild_id, upload_id }: UploadRow,
  { runs }: StoredReport,
): Promise<void> {
  for (const run_type of ['DATA', 'TRANSCRIPT'] as const) {
    const total = runs[run_type];
    if (total === undefined) continue;
    await tx
      .insertInto('import_runs')
      .values({ guild_id, upload_id, run_type, total })
      .onConflict((oc) =>
        oc
          .columns(['upload_id', 'run_type'])
          .doUpdateSet({ state: 'waiting', attempts: 0, problem: null, finished_at: null })
          .where('import_runs.state', '<>', 'done'),
      )
      .execute();
  }
}

export interface Checking {
  row: UploadRow;
  access: Access | undefined;
  goOn(): void;
}

/** The set-up of an archive that is imported from it: all of it, or what was chosen to be copied. */
export function setupFor(rows: SetupRows, { mapping }: Pick<UploadRow, 'mapping'>): SetupRows {
  const chosen = typeof mapping === 'object' && mapping && 'parts' in mapping ? mapping.parts : undefined;
  return Array.isArray(chosen) ? partsOf(rows, chosen as Parameters<typeof partsOf>[1]) : rows;
}

async function reportOn(
  ctx: Context,
  any: AnyArchive,
  { row, access, goOn }: Checking,
): Promise<StoredReport> {
  const { archive, product, fills } = any;
  const { manifest } = archive;
  const { guild_id, file_type } = row;
  const space = spaceOf(guild_id, any);
  const writer = new ReportWriter();
  const runs: StoredReport['runs'] = {};
  /** For how long transcripts are to be kept, where the import changes that. */
  let keeps_days: number | undefined;
  const all = await archive.setup();
  const named = await readNames(archive, all);
  const { items, places, ids } = await planSetup(ctx, {
    access,
    guild_id,
    space,
    rows: setupFor(all, row),
    teams: all.support_teams,
    names: named,
    mapping: await mappingFor(ctx.db, row, space),
    source_guild_id: manifest.server.guild_id,
    goOn,
  });
  if (file_type === 'data' && manifest.contents !== 'tickets') {
    for await (const item of items) {
      writer.add(item);
      if (item.entity === 'retention' && (item.outcome === 'create' || item.outcome === 'change'))
        keeps_days = all.transcript_retention[0]?.days;
    }
    runs.DATA = writer.size;
  }
  const notes = [...any.notes];
  if (row.origin !== 'copy' && archive.folders.length) {
    const days = keeps_days ?? (await daysKept(ctx.db, guild_id));
    const here = await panelsHere(ctx.db, { space, source_guild_id: manifest.server.guild_id });
    const tickets = await readTickets(ctx, archive, {
      space,
      writer,
      fills,
      old_before: keptSince(ctx.clock.now(), days),
      hasPanel: (id) => here.has(id) || ids.isPlanned('panel', id),
      goOn,
    });
    runs.TRANSCRIPT = tickets.count;
    if (tickets.open)
      notes.push(
        tickets.open === 1
          ? '1 ticket was open when the archive was made. It is imported as closed.'
          : `${tickets.open} tickets were open when the archive was made. They are imported as closed.`,
      );
    if (!fills) notes.push(...notesOn(tickets, { panels: all.panels, days }));
  }
  if (fills)
    notes.push(
      'Transcripts are put into tickets that were imported with the data of the same server. Those of other tickets are skipped.',
    );
  for await (const _ of archive.names('users'));
  if (manifest.missing_files)
    notes.push(
      manifest.missing_files === 1
        ? '1 attachment was lost before the archive was made.'
        : `${manifest.missing_files} attachments were lost before the archive was made.`,
    );
  if (!Object.keys(runs).length)
    throw new ArchiveProblem(
      file_type === 'data'
        ? 'it holds nothing that can be imported'
        : 'it holds no tickets, so it is no file of transcripts',
    );
  return boundedReport<StoredReport>({
    source: {
      format: product,
      guild_id: manifest.server.guild_id,
      guild_name: manifest.server.name,
      made_at: manifest.made_at,
    },
    vouched_by: any.vouched_by,
    ...writer.done(),
    ...places.unmatched(),
    notes,
    runs,
  });
}
