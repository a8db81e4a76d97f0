import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { knownWhoseData } from '../platform/db/whose-data.ts';
import { ignoreMissing } from '../platform/files/ignore-missing.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { keysInUse } from '../sealing/rotate.ts';
import { copyFiles, type DamagedFiles } from './files.ts';
import { type KeptBackup, lookThrough, madeByCopies, removeHalf } from './kept.ts';
import { type BackupTable, type Manifest, manifestPath, writeManifest } from './manifest.ts';
import { type Owner, ownFolders } from './own.ts';
import { writePieces } from './pieces.ts';
import type { BackupPlace } from './place.ts';
import { BackupProblem, isDiskFull, messageOf } from './problem.ts';
import { copyOut, jsonLines, type Snapshot, withSnapshot } from './snapshot.ts';
import { watchedPlace, whileMarked } from './writing.ts';

export interface BackupInput {
  url: string;
  storage: Storage;
  place: BackupPlace;
  /** The keys that are configured; their names are written down, they themselves are not. */
  secrets: readonly string[];
  /** Of the simulated Discord. */
  journal?: string | undefined;
  now: Date;
  /** Why it is made. */
  reason: 'command' | 'nightly' | 'upgrade';
  onProgress?: (text: string) => void;
  /** Ends it before its time; what was written is removed. */
  signal?: AbortSignal | undefined;
}

export interface MadeBackup {
  folder: string;
  manifest: Manifest;
  /** Of which database it is; it is among its own. */
  owner: Owner;
  /** Other backups in the same place, as `madeByCopies` finds them. */
  of_copies: string[];
  /** Backups there that this account may not read. */
  unreadable: KeptBackup[];
  /** Of all its files. */
  bytes: number;
  /** In storage, and so in the backup. */
  damaged: DamagedFiles;
  /** What else is in the database, and not in the backup. */
  not_ours: string[];
}

/**
 * Writes everything that an installation is, as it is at one moment, while it goes on working. The manifest comes last, so
 * that half a backup is known as one; what fails is removed again, and what others have changed meanwhile fails.
 */
export async function makeBackup(input: BackupInput): Promise<MadeBackup> {
  const { url, place, now, reason, signal } = input;
  const making = async (client: pg.Client, snapshot: Snapshot) => {
    const { database } = snapshot;
    const owner = { database, own: await ownFolders(client) };
    const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
    // A copy of the installation may begin in the same second.
    const folder = `tickets-${time}${endings[reason]}-${database}-${randomUUID().slice(0, 8)}`;
    const beside = await prepare(place, owner, now);
    try {
      const made = await whileMarked(place, folder, async () => write(input, folder, client, snapshot));
      const own = owner.own && new Set([...owner.own, folder]);
      return { ...made, folder, owner: { database, own }, ...beside, not_ours: snapshot.not_ours };
    } catch (error) {
      const removed = await place.remove(folder).then(
        () => 'What was written of it was removed again',
        () => 'What was written of it could not be removed; without a manifest it is no backup',
      );
      if (error instanceof BackupProblem) throw error;
      const why = isDiskFull(error) ? 'the disk is full' : messageOf(error);
      throw new BackupProblem(
        `The backup could not be written to ${place.name}: ${why}. ${removed}, and nothing else was changed.`,
        { cause: error },
      );
    }
  };
  try {
    return await withSnapshot(url, making, signal);
  } catch (error) {
    if (signal?.aborted) throw new BackupProblem('The backup was stopped.', { cause: error });
    throw error;
  }
}

/** Returns which other backups there are that somebody is to know of. */
async function prepare(
  place: BackupPlace,
  owner: Owner,
  now: Date,
): Promise<Pick<MadeBackup, 'of_copies' | 'unreadable'>> {
  try {
    await removeHalf(place, owner.database, now);
    const { whole, unreadable } = await lookThrough(place);
    return { of_copies: madeByCopies(whole, owner, now), unreadable };
  } catch (cause) {
    throw new BackupProblem(`${place.name} cannot be used for backups: ${messageOf(cause)}.`, { cause });
  }
}

async function write(
  { storage, secrets, journal, now, reason, onProgress = () => undefined, ...input }: BackupInput,
  folder: string,
  client: pg.Client,
  snapshot: Snapshot,
): Promise<Pick<MadeBackup, 'manifest' | 'bytes' | 'damaged'>> {
  const place = watchedPlace(input.place, folder);
  const tables: BackupTable[] = [];
  for (const table of snapshot.tables) {
    if (table.rows)
      onProgress(`${table.schema === 'public' ? '' : `${table.schema}.`}${table.name}: ${table.rows} rows`);
    const base = `tables/${table.schema}.${table.name}`;
    const pieces = table.rows ? await writePieces(place, folder, base, copyOut(client, table)) : [];
    tables.push({ ...table, pieces });
  }
  const counted = { count: 0, bytes: 0, missing: 0 };
  const damaged: DamagedFiles = { count: 0, keys: [] };
  const list = await writePieces(
    place,
    folder,
    'files/list',
    jsonLines(copyFiles(client, storage, { place, folder }, counted, damaged)),
  );
  if (counted.count) onProgress(`files: ${counted.count}`);
  const keys = await keysInUse(client, secrets);
  const manifest: Manifest = {
    format: 'tickets-backup',
    version: 1,
    made_at: now.toISOString(),
    reason,
    discord: (await knownWhoseData(client)) ?? null,
    postgresql: await versionOf(client),
    ...(snapshot.moment && { moment: snapshot.moment }),
    migrations: snapshot.migrations,
    jobs_schema: snapshot.jobs_schema,
    tables,
    sequences: snapshot.sequences,
    keys: keys.map(({ name, isKnown, values }) => ({ name, is_known: isKnown, values })),
    files: { ...counted, list },
    journal: await writeJournal(place, folder, journal),
  };
  const bytes = writeManifest(manifest);
  await place.requireWhole();
  await place.write(`${folder}/${manifestPath}`, Readable.from([bytes], { objectMode: false }));
  // Whoever took it for a left one may have begun to remove it before there was a manifest.
  await place.requireWhole();
  return { manifest, bytes: sizeOf(manifest) + bytes.length, damaged };
}

function sizeOf({ tables, files, journal }: Manifest): number {
  const pieces = [...tables.flatMap((table) => table.pieces), ...files.list, ...(journal ?? [])];
  return pieces.reduce((sum, { bytes }) => sum + bytes, files.bytes);
}

/** As long as it is now: what is appended meanwhile is of another moment. A last line that is cut short is dropped when it is read. */
async function writeJournal(
  place: BackupPlace,
  folder: string,
  journal: string | undefined,
): Promise<Manifest['journal']> {
  const found = journal === undefined ? undefined : await stat(journal).catch(ignoreMissing);
  if (journal === undefined || !found?.size) return null;
  return writePieces(place, folder, 'journal', createReadStream(journal, { end: found.size - 1 }));
}

async function versionOf(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  return rows[0]?.server_version ?? '';
}

const endings = { command: '', nightly: '-nightly', upgrade: '-before-upgrade' } as const;
