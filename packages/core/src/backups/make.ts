import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { knownWhoseData } from '../platform/db/whose-data.ts';
import { ignoreMissing } from '../platform/files/ignore-missing.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { keysInUse } from '../sealing/rotate.ts';
import { copyFiles, type DamagedFiles } from './files.ts';
import { removeHalf } from './kept.ts';
import { type BackupTable, type Manifest, manifestPath, writeManifest } from './manifest.ts';
import { writePieces } from './pieces.ts';
import type { BackupPlace } from './place.ts';
import { BackupProblem, isDiskFull, messageOf } from './problem.ts';
import { copyOut, jsonLines, type Snapshot, withSnapshot } from './snapshot.ts';

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
  /** Of which database it is, as its name has it. */
  database: string;
  /** Of all its files. */
  bytes: number;
  /** In storage, and so in the backup. */
  damaged: DamagedFiles;
}

/**
 * Writes everything that an installation is, as it is at one moment, while it goes on working. The manifest comes last, so
 * that half a backup is known as one; what fails is removed again.
 */
export async function makeBackup(input: BackupInput): Promise<MadeBackup> {
  const { url, place, now, reason, signal } = input;
  return withSnapshot(url, async (client, snapshot) => {
    const { database } = snapshot;
    const folder = `tickets-${now.toISOString().replace(/[-:]|\.\d+/g, '')}${endings[reason]}-${database}`;
    // What is being read breaks, and with it all that waits for it.
    signal?.addEventListener('abort', () => void client.end());
    if (await prepare(place, folder, snapshot, now))
      throw new BackupProblem(`${place.nameOf(folder)} is there already. Wait for a second and try again.`);
    try {
      return await write(input, folder, client, snapshot);
    } catch (error) {
      const removed = await place.remove(folder).then(
        () => 'What was written of it was removed again',
        () => 'What was written of it could not be removed; without a manifest it is no backup',
      );
      if (signal?.aborted) throw new BackupProblem('The backup was stopped.', { cause: error });
      if (error instanceof BackupProblem) throw error;
      const why = isDiskFull(error) ? 'the disk is full' : messageOf(error);
      throw new BackupProblem(
        `The backup could not be written to ${place.name}: ${why}. ${removed}, and nothing else was changed.`,
        { cause: error },
      );
    }
  });
}

/** Returns whether there is a backup of this name. */
async function prepare(
  place: BackupPlace,
  folder: string,
  { database }: Snapshot,
  now: Date,
): Promise<boolean> {
  try {
    // `withSnapshot` lets one at a time be made of a database.
    await removeHalf(place, database, now);
    return (await place.list()).includes(folder);
  } catch (cause) {
    throw new BackupProblem(`${place.name} cannot be used for backups: ${messageOf(cause)}.`, { cause });
  }
}

async function write(
  { storage, place, secrets, journal, now, reason, onProgress = () => undefined }: BackupInput,
  folder: string,
  client: pg.Client,
  snapshot: Snapshot,
): Promise<MadeBackup> {
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
  await place.write(`${folder}/${manifestPath}`, Readable.from([bytes], { objectMode: false }));
  return { folder, manifest, database: snapshot.database, bytes: sizeOf(manifest) + bytes.length, damaged };
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
