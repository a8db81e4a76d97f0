import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import { appliedMigrations } from '../platform/db/migrate.ts';
import { type Manifest, manifestPath, readManifest } from './manifest.ts';
import { databaseId, wasWrittenSince } from './moment.ts';
import { isOwn, type Owner, ownFolders } from './own.ts';
import type { BackupPlace } from './place.ts';
import { BackupProblem } from './problem.ts';
import { isLeft } from './writing.ts';

const folderPattern =
  /^tickets-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-(nightly|before-upgrade))?(?:-([0-9a-f]{8})(?:-[0-9a-f]{8})?)?$/;
/** A backup without a manifest and without a mark of its writer: nobody writes it any more after this time. */
const halfMs = 24 * 3_600_000;

export interface KeptBackup {
  folder: string;
  made_at: Date;
  kind: 'command' | 'nightly' | 'upgrade';
  /** As `databaseId` names it. Backups of programs before this one do not say it. */
  database: string | undefined;
}

/** When and why a backup of this name was begun; undefined for what is no backup of ours. */
export function readFolderName(folder: string): KeptBackup | undefined {
  const found = folderPattern.exec(folder);
  if (!found) return undefined;
  const [, year, month, day, hour, minute, second, ending, database] = found;
  const made_at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(made_at.getTime())) return undefined;
  return {
    folder,
    made_at,
    kind: ending === 'nightly' ? 'nightly' : ending === 'before-upgrade' ? 'upgrade' : 'command',
    database,
  };
}

/** All that are there, whole or not, oldest first. */
async function begun(place: BackupPlace): Promise<KeptBackup[]> {
  const folders = await place.list();
  return folders
    .flatMap((folder) => readFolderName(folder) ?? [])
    .toSorted((a, b) => a.made_at.getTime() - b.made_at.getTime());
}

/** Undefined where this account may not look. */
async function isWhole(place: BackupPlace, folder: string): Promise<boolean | undefined> {
  try {
    const stream = await place.read(`${folder}/${manifestPath}`);
    stream?.destroy();
    return Boolean(stream);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EPERM') return undefined;
    throw error;
  }
}

/** The whole ones, and those that this account may not read: as those of another installation with another account. Oldest first. */
export async function lookThrough(
  place: BackupPlace,
): Promise<{ whole: KeptBackup[]; unreadable: KeptBackup[] }> {
  const whole: KeptBackup[] = [];
  const unreadable: KeptBackup[] = [];
  for (const backup of await begun(place)) {
    const is_whole = await isWhole(place, backup.folder);
    if (is_whole === undefined) unreadable.push(backup);
    else if (is_whole) whole.push(backup);
  }
  return { whole, unreadable };
}

/** The whole ones, oldest first. */
export const listBackups = async (place: BackupPlace): Promise<KeptBackup[]> =>
  (await lookThrough(place)).whole;

/** Throws in words for a person when there is no whole backup of this name. */
export async function openManifest(place: BackupPlace, folder: string): Promise<Manifest> {
  const stream = await place.read(`${folder}/${manifestPath}`);
  if (stream) return readManifest(await buffer(stream), place.nameOf(folder));
  if (!(await place.list()).includes(folder))
    throw new BackupProblem(`There is no backup ${place.nameOf(folder)}.`);
  throw new BackupProblem(
    `${place.nameOf(folder)} is not whole: it has no manifest, which is written last. It is still being made, or was interrupted. Use another backup.`,
  );
}

/** Removes what is left of backups of `database` that were interrupted. A copy of the installation may be writing others. */
export async function removeHalf(place: BackupPlace, database: string, now: Date): Promise<void> {
  for (const backup of await begun(place)) {
    const { folder, made_at } = backup;
    if ((backup.database ?? database) !== database || (await isWhole(place, folder)) !== false) continue;
    const isDead = (await isLeft(place, folder)) ?? now.getTime() - made_at.getTime() > halfMs;
    if (isDead) await place.remove(folder);
  }
}

/** As long as rows about backups were kept by older programs. */
const writtenDownMs = 90 * 86_400_000;

/** Backups by name of this very database, among those of a place, that it did not make: a copy of it did. */
export function madeByCopies(whole: readonly KeptBackup[], owner: Owner, now: Date): string[] {
  const { own } = owner;
  if (!own) return [];
  return whole
    .filter(
      ({ folder, kind, made_at, database }) =>
        database === owner.database &&
        // An upgrade may begin at a schema in which nothing is written down.
        kind !== 'upgrade' &&
        !own.has(folder) &&
        now.getTime() - made_at.getTime() < writtenDownMs,
    )
    .map(({ folder }) => folder);
}

export interface Keeping {
  /** Those that are made by the clock. The newest one is always kept. */
  days: number;
  /** Of those that were made before an upgrade, the newest of so many schemas. */
  upgrades: number;
}

/** Whose backups those of the database of `client` are. */
export const ownerOf = async (client: pg.ClientBase): Promise<Owner> => ({
  database: await databaseId(client),
  own: await ownFolders(client),
});

/** Removes what need not be kept any more of what `owner` made. What was made by hand stays until somebody removes it by hand. */
export async function removeOld(
  place: BackupPlace,
  owner: Owner,
  { days, upgrades }: Keeping,
  now: Date,
): Promise<string[]> {
  const whole = (await listBackups(place)).filter((backup) => isOwn(backup, owner));
  const nightly = whole.filter(({ kind }) => kind === 'nightly');
  const before = now.getTime() - days * 86_400_000;
  const gone = [
    ...nightly.slice(0, -1).filter(({ made_at }) => made_at.getTime() < before),
    ...(await upgradesToRemove(place, whole, upgrades)),
  ];
  for (const { folder } of gone) await place.remove(folder);
  return gone.map(({ folder }) => folder);
}

/**
 * An upgrade that is tried over and over may leave many backups of one schema, which must not take the place of those of an earlier
 * one: they are the only way back to it.
 */
async function upgradesToRemove(
  place: BackupPlace,
  whole: readonly KeptBackup[],
  schemas_kept: number,
): Promise<KeptBackup[]> {
  const seen = new Set<number>();
  const gone: KeptBackup[] = [];
  for (const backup of whole.filter(({ kind }) => kind === 'upgrade').toReversed()) {
    const schema = await openManifest(place, backup.folder).then(
      ({ migrations }) => migrations.at(-1)?.version,
      () => undefined, // one that cannot be read is left to a person
    );
    if (schema === undefined) continue;
    if (seen.has(schema) || seen.size >= schemas_kept) gone.push(backup);
    else seen.add(schema);
  }
  return gone;
}

/** The newest backup before an upgrade after which nothing was written to the database of `client`. */
export async function usableForUpgrade(
  place: BackupPlace,
  client: pg.ClientBase,
): Promise<string | undefined> {
  const owner = await ownerOf(client);
  const newest = (await listBackups(place)).findLast(
    (backup) => backup.kind === 'upgrade' && backup.database === owner.database && isOwn(backup, owner),
  );
  if (!newest) return undefined;
  const { migrations, moment } = await openManifest(place, newest.folder).catch((error: unknown) => {
    if (error instanceof BackupProblem) return { migrations: [], moment: undefined }; // another one is made
    throw error;
  });
  const there = await appliedMigrations(client);
  const isSame = there.length === migrations.length && there.at(-1)?.version === migrations.at(-1)?.version;
  if (!isSame || !moment || (await wasWrittenSince(client, moment))) return undefined;
  return newest.folder;
}
