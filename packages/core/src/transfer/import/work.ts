import { AppError } from '@tickets/contract/platform/errors';
import type { EntityType } from '@tickets/contract/transfer/transfer';
import { sql } from 'kysely';
import { accessForWork, NotHeard } from '../../access/load.ts';
import { type Turn, TurnOver } from '../../platform/async/short-and-long.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { unlocked, withLock } from '../../platform/locks/ticket-lock.ts';
import { warnUnlessOutage } from '../../platform/outages.ts';
import { archiveLimits } from '../format/limits.ts';
import { ArchiveProblem } from '../format/problem.ts';
import { type AnyArchive, openAnyArchive, spaceOf } from '../reading/any-archive.ts';
import { placesIn } from '../setup/places.ts';
import { planSetup } from '../setup/plan.ts';
import { importTickets } from '../tickets/import-tickets.ts';
import { accessFor, checkUpload, isRefusedValue, noRoom, setupFor } from './check.ts';
import { fail, finish } from './end-run.ts';
import { lacksRoom, withLocalFile } from './local-file.ts';
import { importLock } from './lock.ts';
import { type RunRow, writeLog } from './log.ts';
import { mappingFor, rememberMapping } from './mapping.ts';
import { imports } from './queues.ts';
import { readNames } from './read-names.ts';
import { saveNames } from './save-names.ts';
import { askedLastBy, findUpload, type UploadRow, workOnImports } from './upload-rows.ts';

/** What still fails then is given up. */
const attemptsMax = 10;

/**
 * Checks and imports what waits in a server, one after the other. Safe to repeat: it goes on where it was. Returns false while
 * another process is at it, or it is the turn of others.
 */
export async function workOnServer(
  ctx: Context,
  { guild_id }: { guild_id: string },
  turns = imports,
): Promise<boolean> {
  const callOthers = () =>
    callTurnedAway(ctx).catch((err: unknown) =>
      warnUnlessOutage(ctx.log, err, 'servers whose imports wait were not called; they are in a minute'),
    );
  let hadTurn = false;
  try {
    const turn = await turns.run(
      guild_id,
      (turn) => {
        hadTurn = true;
        return withLock(ctx.db, importLock(guild_id), () => workOnAll(ctx, guild_id, turn));
      },
      () => void callOthers(),
    );
    // It does not keep a place among all jobs while it waits: who leaves calls it.
    if (!turn) turnedAway.add(guild_id);
    return turn?.value.busy === false;
  } catch (error) {
    // Of a server that nobody hears it is taken up again each minute.
    if (error instanceof NotHeard) return true;
    if (!(error instanceof TurnOver)) throw error;
    turnedAway.add(guild_id);
    return false;
  } finally {
    if (hadTurn) await callOthers();
  }
}

/** Servers for which there was no turn in this process, or whose turn was too short. */
const turnedAway = new Set<string>();

async function callTurnedAway({ db }: Context): Promise<void> {
  for (const waiting of turnedAway) {
    turnedAway.delete(waiting);
    await workOnImports(db, waiting);
  }
}

/** An archive for which the disk has no room now holds up no other. */
async function workOnAll(ctx: Context, guild_id: string, turn: Turn): Promise<void> {
  const waiting = { ids: [] as string[], because: undefined as unknown };
  for (;;) {
    turn.letOthers();
    const checking = await nextChecking(ctx.db, guild_id, waiting.ids);
    const run = checking ? undefined : await nextRun(ctx.db, guild_id, waiting.ids);
    const upload_id = checking?.upload_id ?? run?.upload_id;
    if (upload_id === undefined) break;
    try {
      if (checking) await checkUpload(ctx, checking, turn);
      else if (run) await workOnRun(ctx, run, turn);
    } catch (error) {
      if (!lacksRoom(error)) throw error;
      waiting.ids.push(upload_id);
      waiting.because = error;
    }
  }
  if (waiting.ids.length) throw waiting.because;
}

/** Has that done which nobody is at, as after a process has ended. */
export async function beginWaitingImports({ db }: Context): Promise<void> {
  const { rows } = await sql<{ guild_id: string }>`
    select distinct guild_id::text from (
      select guild_id from import_uploads where state = 'checking'
      union all select guild_id from import_runs where state in ('waiting', 'running')) w
    where ${unlocked(importLock(''), sql`guild_id::text`)}`.execute(db);
  for (const { guild_id } of rows) await workOnImports(db, guild_id);
}

const nextChecking = (db: Db, guild_id: string, besides: string[]): Promise<UploadRow | undefined> =>
  db
    .selectFrom('import_uploads')
    .where('guild_id', '=', guild_id)
    .where('state', '=', 'checking')
    .where('upload_id', '<>', sql<string>`all(${besides}::uuid[])`)
    .selectAll()
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();

/** What was set up comes before the tickets of the same archive. */
const nextRun = (db: Db, guild_id: string, besides: string[]): Promise<RunRow | undefined> =>
  db
    .selectFrom('import_runs')
    .where('guild_id', '=', guild_id)
    .where('state', 'in', ['waiting', 'running'])
    .where('upload_id', '<>', sql<string>`all(${besides}::uuid[])`)
    .selectAll()
    .orderBy('created_at')
    .orderBy('run_type')
    .limit(1)
    .executeTakeFirst();

async function workOnRun(
  ctx: Context,
  { run_id, upload_id, done, problem: before }: RunRow,
  turn: Turn,
): Promise<void> {
  const upload = await findUpload(ctx.db, upload_id);
  // Before anything is written down: it may wait for long until who may import is known again.
  const asked_by = upload && askedLastBy(upload);
  if (upload && asked_by) await accessForWork(ctx, upload.guild_id, asked_by);
  const run = await ctx.db
    .updateTable('import_runs')
    .set(({ eb }) => ({ state: 'running', attempts: eb('attempts', '+', 1) }))
    .where('run_id', '=', run_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const waited = done > 0 ? 'It goes on where it was.' : undefined;
  const message = run.attempts > 1 ? 'It goes on after an interruption.' : waited;
  // Said once of one that waits for room, which is tried each minute.
  if (before !== noRoom) await writeLog(ctx.db, run, { type: 'RUN_START', ...(message && { message }) });
  try {
    if (!upload) throw new ArchiveProblem('it is not kept any more. Upload it again');
    await withLocalFile(ctx, upload, async (path) => {
      await using any = await openAnyArchive(ctx, path);
      const access = await accessFor(ctx, upload);
      if (run.run_type === 'DATA') await importSetup(ctx, run, { upload, any, access, turn });
      else await importAllTickets(ctx, run, { upload, any, turn });
    });
    await finish(ctx, run, upload);
  } catch (error) {
    if (error instanceof TurnOver || error instanceof NotHeard) {
      const problem = before === noRoom ? null : before;
      await change(ctx.db, run, { state: 'waiting', attempts: run.attempts - 1, problem });
      throw error;
    }
    if (lacksRoom(error) && upload && upload.expires_at > ctx.clock.now()) {
      if (before !== noRoom) await writeLog(ctx.db, run, { type: 'FAIL', message: noRoom });
      await change(ctx.db, run, { state: 'waiting', attempts: run.attempts - 1, problem: noRoom });
      throw error;
    }
    const problem = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    if (isFinal(error) || run.attempts >= attemptsMax) await fail(ctx, run, problem);
    else {
      await change(ctx.db, run, { problem }).catch(() => undefined); // the cause is thrown
      throw error;
    }
  }
}

/** What lies in the archive, or in who asked, is the same at the next try. */
function isFinal(error: unknown): boolean {
  if (error instanceof ArchiveProblem) return true;
  if (error instanceof AppError) return error.status < 500;
  return error instanceof Error && isRefusedValue(error);
}

interface Importing {
  upload: UploadRow;
  any: AnyArchive;
  turn: Turn;
}

const said: Record<'create' | 'change', string> = { create: 'created', change: 'changed' };

async function importSetup(
  ctx: Context,
  run: RunRow,
  { upload, any, access, turn }: Importing & { access: Awaited<ReturnType<typeof accessFor>> },
): Promise<void> {
  const { guild_id } = run;
  const { archive } = any;
  const rows = await archive.setup();
  const space = spaceOf(guild_id, any);
  await rememberMapping(ctx.db, upload, space);
  const { items } = await planSetup(ctx, {
    access,
    guild_id,
    space,
    rows: setupFor(rows, upload),
    teams: rows.support_teams,
    names: await readNames(archive, rows),
    mapping: await mappingFor(ctx.db, upload, space),
    source_guild_id: archive.manifest.server.guild_id,
    goOn: turn.letOthers,
  });
  const same = new Map<EntityType, number>();
  let done = 0;
  for await (const { entity, name, outcome, reason, many = 1, apply } of items) {
    done += 1;
    const why = reason ? `: ${reason}` : '';
    // What an earlier turn has worked off is planned once more, and said and counted once.
    const isTold = done <= run.done;
    if (isTold && !apply) continue;
    const count = { done: Math.max(done, run.done), created: 0, changed: 0, skipped: 0, failed: 0 };
    if (outcome === 'same') {
      same.set(entity, (same.get(entity) ?? 0) + 1);
      await add(ctx.db, run, count);
    } else if (outcome === 'skip' || !apply) {
      await writeLog(ctx.db, run, { type: 'SKIP', entity, message: `${name}${why}` });
      await add(ctx.db, run, { ...count, skipped: many });
    } else {
      await accessFor(ctx, upload);
      const refusal = await applied(apply);
      if (refusal && isTold) continue;
      if (refusal) await writeLog(ctx.db, run, { type: 'FAIL', entity, message: `${name}: ${refusal}` });
      else
        await writeLog(ctx.db, run, { type: 'SUCCESS', entity, message: `${name} ${said[outcome]}${why}` });
      await add(ctx.db, run, {
        ...count,
        failed: refusal ? 1 : 0,
        created: !refusal && outcome === 'create' ? 1 : 0,
        changed: !refusal && outcome === 'change' ? 1 : 0,
      });
    }
  }
  for (const [entity, number] of same)
    await writeLog(ctx.db, run, {
      type: 'SKIP',
      entity,
      message: `${number} ${are(number)} as in the archive already`,
    });
}

/** What a rule or Discord refuses is told, and the rest goes on. */
async function applied(apply: () => Promise<void>): Promise<string | undefined> {
  try {
    await apply();
    return undefined;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error.message;
    throw error;
  }
}

async function importAllTickets(ctx: Context, run: RunRow, { upload, any, turn }: Importing): Promise<void> {
  const { guild_id } = run;
  const { archive, fills } = any;
  const source_guild_id = archive.manifest.server.guild_id;
  const named = await readNames(archive);
  const space = spaceOf(guild_id, any);
  await rememberMapping(ctx.db, upload, space);
  const mapping = await mappingFor(ctx.db, upload, space);
  const places = await placesIn(ctx, guild_id, { source_guild_id, names: named, mapping });
  let same = 0;
  await importTickets(ctx, {
    space,
    source_guild_id,
    archive,
    limits: archiveLimits,
    places,
    fills,
    done: run.done,
    async note(batch) {
      const { done, created, skipped, messages, numbers, were_open, files_skipped, for_everyone } = batch;
      const { without_panel, with_panel_again } = batch;
      same += batch.same;
      if (numbers) {
        const [first, last] = numbers;
        const which = first === last ? `Ticket ${first}` : `Tickets ${first} to ${last}`;
        await writeLog(ctx.db, run, {
          type: 'SUCCESS',
          entity: 'tickets',
          message: `${which} ${fills ? 'filled' : 'created'}, with ${messages} ${messages === 1 ? 'message' : 'messages'}`,
        });
      }
      if (were_open.length)
        await writeLog(ctx.db, run, {
          type: 'SUCCESS',
          entity: 'tickets',
          message: `Open in the other server, and closed here: ${were_open.join(', ')}`,
        });
      if (without_panel)
        await writeLog(ctx.db, run, {
          type: 'SUCCESS',
          entity: 'tickets',
          message: `${without_panel} ${without_panel === 1 ? 'ticket has' : 'tickets have'} no panel here, so everybody on the Default team can read ${without_panel === 1 ? 'it' : 'them'}`,
        });
      if (with_panel_again)
        await writeLog(ctx.db, run, {
          type: 'SUCCESS',
          entity: 'tickets',
          message: `${with_panel_again} ${with_panel_again === 1 ? 'ticket was given its panel' : 'tickets were given their panels'}`,
        });
      if (files_skipped)
        await writeLog(ctx.db, run, {
          type: 'SKIP',
          entity: 'attachments',
          message: `${files_skipped} ${are(files_skipped)} too large, or more than this server may keep`,
        });
      if (for_everyone)
        await writeLog(ctx.db, run, {
          type: 'SKIP',
          entity: 'ticket_members',
          message: `@everyone was added to ${for_everyone} ${for_everyone === 1 ? 'ticket' : 'tickets'} in the archive, and is added to none here`,
        });
      if (skipped)
        await writeLog(ctx.db, run, {
          type: 'SKIP',
          entity: 'transcript',
          message: `${skipped} ${are(skipped)} of tickets that were not imported. Import the data of their server first`,
        });
      const counts = fills ? { created: 0, changed: created } : { created, changed: with_panel_again };
      await add(ctx.db, run, { done, ...counts, skipped, failed: 0 });
      turn.letOthers();
      await accessFor(ctx, upload);
    },
  });
  if (same)
    await writeLog(ctx.db, run, {
      type: 'SKIP',
      entity: 'tickets',
      message: `${same} ${are(same)} here already`,
    });
  await saveNames(ctx.db, guild_id, archive);
  ctx.events.publish({ type: 'list.changed', guild_id });
}

const are = (count: number) => (count === 1 ? 'is' : 'are');

type Counts = Pick<RunRow, 'done' | 'created' | 'changed' | 'skipped' | 'failed'>;

async function add(
  db: Db,
  { run_id }: RunRow,
  { done, created, changed, skipped, failed }: Counts,
): Promise<void> {
  await db
    .updateTable('import_runs')
    .set(({ eb }) => ({
      done,
      problem: null,
      created: eb('created', '+', created),
      changed: eb('changed', '+', changed),
      skipped: eb('skipped', '+', skipped),
      failed: eb('failed', '+', failed),
    }))
    .where('run_id', '=', run_id)
    .execute();
}

async function change(db: Db, { run_id }: RunRow, set: Partial<RunRow>): Promise<void> {
  await db.updateTable('import_runs').set(set).where('run_id', '=', run_id).execute();
}
