import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../platform/context.ts';
import { withClient } from '../platform/db/embedded/connection.ts';
import { withLock } from '../platform/locks/ticket-lock.ts';
import { warnUnlessOutage } from '../platform/outages.ts';
import { damageInWords } from './files.ts';
import { ownerOf, removeOld } from './kept.ts';
import { type BackupInput, type MadeBackup, makeBackup } from './make.ts';
import { type Owner, writesBackupsDown } from './own.ts';
import { passedOverInWords } from './passed-over.ts';
import type { BackupPlace } from './place.ts';
import { BackupProblem, messageOf } from './problem.ts';

/** Backups that the program makes by the clock. */
export interface NightlyBackups {
  /** Of the database, for a connection of its own. */
  url: string;
  open(): Promise<BackupPlace>;
  /** Of the day, in UTC, from which on one is made. */
  hour: number;
  keep_days: number;
  secrets(): readonly string[];
  /** Of the simulated Discord. */
  journal?: string;
}

export const upgradesKept = 3;

const LOOK_MS = 60_000;
const AGAIN_MS = 3_600_000;
const DAY_MS = 24 * 3_600_000;
const ROWS_KEPT_MS = 90 * DAY_MS;

/** Looks every minute whether one is due, until stopped. Of any number of processes one makes it. */
export async function backUpUntil(
  ctx: Context,
  backups: NightlyBackups,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    await makeDueBackup(ctx, backups, stopping).catch((err: unknown) =>
      warnUnlessOutage(ctx.log, err, 'whether a backup is due could not be found out'),
    );
    await sleep(LOOK_MS, undefined, { signal: stopping, ref: false }).catch(() => undefined); // ended by a stop
  }
}

/**
 * Makes the backup of a day that has none, and removes those that need not be kept any more. After one that failed it waits for
 * an hour. Returns whether one was made.
 */
export async function makeDueBackup(
  ctx: Pick<Context, 'db' | 'storage' | 'clock' | 'log'>,
  backups: NightlyBackups,
  signal?: AbortSignal,
): Promise<boolean> {
  const done = await withLock(ctx.db, 'backups.nightly', async () => {
    const now = ctx.clock.now();
    if (!(await isDue(ctx, backups, now))) return false;
    const { url, secrets, journal } = backups;
    const place = await backups.open();
    const removeOlder = async (findOwner: () => Promise<Owner>) => {
      const keeping = { days: backups.keep_days, upgrades: upgradesKept };
      const removed = await findOwner()
        .then((owner) => removeOld(place, owner, keeping, now))
        .catch((err: unknown) => {
          ctx.log.warn({ err }, 'old backups could not be removed');
          return [];
        });
      if (removed.length) ctx.log.info({ removed }, 'old backups were removed');
    };
    // They may be what takes the room for another one.
    await removeOlder(() => withClient(url, ownerOf));
    let made: MadeBackup;
    try {
      made = await makeAndNote({
        url,
        storage: ctx.storage,
        place,
        secrets: secrets(),
        journal,
        now,
        reason: 'nightly',
        signal,
      });
      ctx.log.info({ backup: place.nameOf(made.folder), bytes: made.bytes }, 'a backup was made');
      warnOfMade(ctx.log, place, made);
    } catch (err) {
      // The sentence for people has its cause in it.
      const why = err instanceof BackupProblem ? { because: err.message } : { err };
      if (!signal?.aborted) ctx.log.error(why, 'the backup failed; it is tried again in an hour');
      return false;
    }
    await removeOlder(async () => made.owner);
    return true;
  });
  return !done.busy && done.value;
}

async function isDue({ db }: Pick<Context, 'db'>, { hour }: NightlyBackups, now: Date): Promise<boolean> {
  const since = new Date(now);
  since.setUTCHours(hour, 0, 0, 0);
  if (since > now) since.setTime(since.getTime() - DAY_MS);
  const rows = await db
    .selectFrom('backups')
    .where('kind', '=', 'nightly')
    .where('began_at', '>=', since)
    // Later than clocks of processes differ: the clock was ahead then.
    .where('began_at', '<', new Date(now.getTime() + AGAIN_MS))
    .select(['began_at', 'problem'])
    .execute();
  return !rows.some(
    ({ began_at, problem }) => problem === null || now.getTime() - began_at.getTime() < AGAIN_MS,
  );
}

/** Makes a backup and writes down that it was made, or why not. What is stopped is neither. */
export async function makeAndNote(input: BackupInput): Promise<MadeBackup> {
  try {
    const made = await makeBackup(input);
    await note(input, made);
    return made;
  } catch (error) {
    if (!input.signal?.aborted) await note(input, messageOf(error)).catch(() => undefined); // the cause is thrown
    throw error;
  }
}

/** For whoever makes a backup that nobody watches. */
export function warnOfMade(
  log: { warn(object: object, text: string): void },
  place: BackupPlace,
  made: MadeBackup,
): void {
  const {
    damaged,
    manifest: { files },
  } = made;
  const copies = copiesInWords(place, made);
  if (copies) log.warn({ backups: made.of_copies.length }, copies);
  for (const text of passedOverInWords(place, made.unreadable, made.owner.database))
    log.warn({ place: place.name }, text);
  if (damaged.count) log.warn({ damaged: damaged.count }, damageInWords(damaged));
  if (files.missing) log.warn({ missing: files.missing }, 'files that the database names are not in storage');
}

/** Says that a copy of the installation uses the same place; undefined where none does. */
export function copiesInWords(place: BackupPlace, { of_copies }: MadeBackup): string | undefined {
  const [first] = of_copies;
  if (first === undefined) return undefined;
  const more = of_copies.length - 1;
  return (
    `${place.nameOf(first)}${more ? ` and ${more} more have` : ' has'} the id of this database, which did not make ${more ? 'them' : 'it'}, or has no record of it. ` +
    'Where a copy of this installation backs up to the same place, give the copy a place of its own (BACKUP_TO). Nothing removes these but you.'
  );
}

/** A database in an older schema has no place for it. */
async function note({ url, now, reason, place }: BackupInput, outcome: MadeBackup | string): Promise<void> {
  const failed = typeof outcome === 'string';
  await withClient(url, async (client) => {
    if (!(await writesBackupsDown(client))) return;
    await client.query(
      `insert into backups (kind, place, folder, began_at, finished_at, bytes, problem)
       values ($1, $2, $3, $4, greatest($4, now()), $5, $6)`,
      [
        reason,
        place.name,
        failed ? null : outcome.folder,
        now,
        failed ? null : outcome.bytes,
        failed ? outcome.slice(0, 500) : null,
      ],
    );
    // Of those that were made the rows say whose they are.
    await client.query('delete from backups where folder is null and began_at < $1', [
      new Date(now.getTime() - ROWS_KEPT_MS),
    ]);
  });
}
