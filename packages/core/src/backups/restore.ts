import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { sealingKeyName } from '../platform/crypto/seal.ts';
import { withClient } from '../platform/db/embedded/connection.ts';
import { ForeignSchemaError, migrate, NewerSchemaError, newestMigration } from '../platform/db/migrate.ts';
import { ignoreMissing } from '../platform/files/ignore-missing.ts';
import { type Measured, measuring } from '../platform/storage/known-bytes.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { compareFiles, type DamagedFiles, KeptFile, pathOfFile } from './files.ts';
import { openManifest } from './kept.ts';
import { type Loaded, loadInto, OutcomeUnknown } from './load.ts';
import type { Manifest } from './manifest.ts';
import { leaveNumberGap } from './number-gap.ts';
import { damaged, findDamage, readPieces, verified } from './pieces.ts';
import type { BackupPlace } from './place.ts';
import { BackupProblem, isDiskFull, messageOf } from './problem.ts';
import { hashing } from './snapshot.ts';

export interface RestoreInput {
  /** Of an empty database. */
  url: string;
  storage: Storage;
  place: BackupPlace;
  folder: string;
  /** The keys that are configured. */
  secrets: readonly string[];
  /** Where the keys are configured or kept, for people. */
  keys_belong: string;
  /** Where the simulated Discord is kept; nothing may lie there. */
  journal: string;
  /** Also when keys are missing: what they sealed is lost. */
  without_keys?: boolean;
  /** Leaves the schema as it was, for an older program. */
  keep_schema?: boolean;
  onProgress?: (text: string) => void;
}

export interface Restored extends Loaded {
  manifest: Manifest;
  /** Files that were damaged before the backup was made. */
  damaged: DamagedFiles;
  /** How many files were in storage already, the same as in the backup. */
  files_there: number;
  /** Numbers of tickets are left out, because they may be in use in Discord. */
  has_number_gap: boolean;
  /** The migrations that ran after it. */
  migrated: string[];
}

/**
 * Makes an empty database and storage what they were when a backup was made, and brings the schema to the newest unless it is to be
 * kept. Files come before the end of the one transaction that fills the database; what fails takes back those that it brought. What
 * was in storage before is left alone: another installation may have its files there.
 */
export async function restoreBackup(input: RestoreInput): Promise<Restored> {
  const { url, place, folder, onProgress = () => undefined } = input;
  const manifest = await openManifest(place, folder);
  requireKeys(manifest, input);
  const has_journal = await hasSameJournal(input, manifest);
  const progress: Progress = {
    brought: [],
    has_journal,
    brought_journal: false,
    has_number_gap: false,
    is_loaded: false,
    damaged: { count: 0, keys: [] },
  };
  try {
    const loaded = await loadInto({
      url,
      from: manifest,
      open: (table) => readPieces(place, folder, tableOf(manifest, table)),
      beside: async (client) => {
        await restoreBeside(client, input, manifest, progress);
        progress.has_number_gap = await leaveNumberGap(client, manifest);
      },
      onProgress,
    });
    progress.is_loaded = true;
    const migrated = input.keep_schema ? [] : await migrate(url);
    // What is not known of new tables is guessed, and statements take long.
    await withClient(url, (client) => client.query('analyze'));
    const files_there = progress.brought.filter((isBrought) => !isBrought).length;
    const { damaged, has_number_gap } = progress;
    return { ...loaded, manifest, damaged, files_there, has_number_gap, migrated };
  } catch (error) {
    if (error instanceof OutcomeUnknown) throw error;
    if (!progress.is_loaded) await takeBack(input, manifest, progress);
    // What was damaged is often refused before its end is reached, where that is found out.
    const damage =
      error instanceof BackupProblem && error.cause ? await damageOf(input, manifest) : undefined;
    if (damage) throw damage;
    if (error instanceof BackupProblem) throw error;
    if (error instanceof NewerSchemaError)
      throw new BackupProblem(
        `${place.nameOf(folder)} is of schema ${manifest.migrations.at(-1)?.version}, and this program knows only up to ${newestMigration()}. Use the program that made it, or a newer one. Nothing was changed.`,
        { cause: error },
      );
    if (error instanceof ForeignSchemaError)
      throw new BackupProblem(`${error.message} Use the program that made the backup.`, { cause: error });
    const why = isDiskFull(error) ? 'the disk is full' : messageOf(error);
    throw new BackupProblem(
      progress.is_loaded
        ? `${place.nameOf(folder)} was restored, but its schema could not be brought to the newest: ${why}. The next start tries that again.`
        : `${place.nameOf(folder)} was not restored: ${why}. Everything is as before.`,
      { cause: error },
    );
  }
}

async function damageOf({ place, folder }: RestoreInput, { tables }: Manifest) {
  const pieces = tables.flatMap((table) => table.pieces);
  return findDamage(place, folder, pieces).catch(() => undefined); // it is told what went wrong first
}

function tableOf({ tables }: Manifest, { schema, name }: { schema: string; name: string }) {
  return tables.find((table) => table.schema === schema && table.name === name)?.pieces ?? [];
}

function requireKeys(
  { keys }: Manifest,
  { secrets, keys_belong, without_keys }: Pick<RestoreInput, 'secrets' | 'keys_belong' | 'without_keys'>,
): void {
  const have = new Set(secrets.map(sealingKeyName));
  const lacking = keys.filter(({ name, is_known }) => is_known && !have.has(name));
  if (!lacking.length || without_keys) return;
  const list = lacking.map(({ name, values }) => `${name} (${values} ${values === 1 ? 'value' : 'values'})`);
  throw new BackupProblem(
    `Secrets in this backup are sealed with ${list.length === 1 ? 'a key that is' : 'keys that are'} not configured here: ${list.join(', ')}. ` +
      `A backup never contains keys. ${keys_belong} Nothing was changed. ` +
      'If the key is lost for good, --without-keys restores everything else: people sign in again, tokens of bots and secrets of webhooks and integrations have to be entered again, and earlier erasures of personal data repeated.',
  );
}

/** How far it came, for what has to be taken back. */
interface Progress {
  /** Of each file of the list that was begun, in its order: whether it was brought, and not there before. */
  brought: boolean[];
  /** It was there before. */
  has_journal: boolean;
  brought_journal: boolean;
  has_number_gap: boolean;
  is_loaded: boolean;
  damaged: DamagedFiles;
}

async function restoreBeside(
  client: pg.ClientBase,
  input: RestoreInput,
  manifest: Manifest,
  progress: Progress,
): Promise<void> {
  async function* restored() {
    for await (const file of listedFiles(input, manifest)) {
      const there = await sameFileIn(input.storage, file);
      progress.brought.push(!there);
      if (!there) await restoreFile(input, file);
      yield { ...file, ...there };
    }
  }
  await compareFiles(client, restored(), progress.damaged);
  if (progress.brought.length !== manifest.files.count)
    throw damaged(input.place, input.folder, 'files/list', 'has too few lines');
  if (!manifest.journal || progress.has_journal) return;
  progress.brought_journal = true;
  await restoreJournal(input, manifest.journal);
}

/** Removes what this restore brought, and nothing else. No row names it yet. */
async function takeBack(
  input: RestoreInput,
  manifest: Manifest,
  { brought, brought_journal }: Progress,
): Promise<void> {
  try {
    if (brought_journal) await rm(input.journal, { force: true });
    let at = 0;
    for await (const { key } of listedFiles(input, manifest)) {
      if (at === brought.length) return;
      if (brought[at]) await input.storage.remove(key);
      at += 1;
    }
  } catch {
    // What went wrong is told already, and what is left is seen by nobody.
  }
}

/** One that is the same is of a restore that was interrupted before the end of its transaction. Another one is left alone. */
async function hasSameJournal(input: RestoreInput, { journal }: Manifest): Promise<boolean> {
  if (!journal || !(await stat(input.journal).catch(ignoreMissing))) return false;
  const [there, wanted] = await Promise.all([
    hashOf(createReadStream(input.journal)),
    hashOf(readPieces(input.place, input.folder, journal)),
  ]);
  if (there === wanted) return true;
  throw new BackupProblem(
    `${input.journal} is there already, of another simulated Discord. Nothing was changed. Give another --data-dir.`,
  );
}

async function hashOf(stream: Readable): Promise<string> {
  const hash = hashing();
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest('hex');
}

async function* listedFiles(
  { place, folder }: Pick<RestoreInput, 'place' | 'folder'>,
  { files }: Manifest,
): AsyncGenerator<KeptFile, void> {
  const stream = readPieces(place, folder, files.list);
  // Lines end without a word where their stream breaks.
  let problem: unknown;
  stream.on('error', (error) => {
    problem = error;
  });
  for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
    const file = KeptFile.safeParse(JSON.parse(line));
    if (!file.success) throw damaged(place, folder, 'files/list', 'is damaged');
    yield file.data;
  }
  if (problem) throw problem;
}

/**
 * What lies in storage under the key of a file already, undefined where nothing does. Keys are given once, so it is the same file, or
 * one of the two is damaged: the key of an attachment begins with what its bytes hash to.
 */
async function sameFileIn(storage: Storage, { key, sha256 }: KeptFile): Promise<Measured | undefined> {
  const found = await storage.get(key);
  if (!found) return undefined;
  const passing = measuring();
  for await (const _ of passing.through(found.stream));
  const there = passing.done();
  if (there.sha256 === sha256 || key.startsWith(there.sha256)) return there;
  throw new BackupProblem(
    `There is a file ${key} in storage already, with other bytes than in the backup. It was left as it is, and nothing was restored. ` +
      'Give the restore a --data-dir of its own (with a bucket: S3_BUCKET or S3_PREFIX), or remove that file first if no installation needs it.',
  );
}

async function restoreFile(
  { storage, place, folder }: RestoreInput,
  { key, bytes, sha256 }: KeptFile,
): Promise<void> {
  const path = pathOfFile(key);
  const stream = await place.read(`${folder}/${path}`);
  if (!stream) throw damaged(place, folder, path, 'is missing');
  const source = verified(stream, { bytes, sha256 }, () => damaged(place, folder, path, 'is damaged'));
  try {
    await storage.putStream(key, Readable.from(source, { objectMode: false }));
  } finally {
    // Also where nothing was read of it.
    stream.destroy();
  }
}

async function restoreJournal(
  { place, folder, journal }: RestoreInput,
  pieces: NonNullable<Manifest['journal']>,
): Promise<void> {
  await mkdir(dirname(journal), { recursive: true, mode: 0o700 });
  const half = `${journal}.half`;
  try {
    await pipeline(readPieces(place, folder, pieces), createWriteStream(half, { mode: 0o600, flush: true }));
    await rename(half, journal);
  } finally {
    await rm(half, { force: true });
  }
}
