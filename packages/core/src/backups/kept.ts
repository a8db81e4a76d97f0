import { buffer } from 'node:stream/consumers';
import { type Manifest, manifestPath, readManifest } from './manifest.ts';
import type { BackupPlace } from './place.ts';
import { BackupProblem } from './problem.ts';

const folderPattern = /^tickets-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-(nightly|before-upgrade))?$/;
/** A backup that has no manifest after this time is one that nobody writes any more. */
const halfMs = 24 * 3_600_000;

export interface KeptBackup {
  folder: string;
  made_at: Date;
  kind: 'command' | 'nightly' | 'upgrade';
}

/** When and why a backup of this name was begun; undefined for what is no backup of ours. */
export function readFolderName(folder: string): KeptBackup | undefined {
  const found = folderPattern.exec(folder);
  if (!found) return undefined;
  const [, year, month, day, hour, minute, second, ending] = found;
  const made_at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(made_at.getTime())) return undefined;
  return {
    folder,
    made_at,
    kind: ending === 'nightly' ? 'nightly' : ending === 'before-upgrade' ? 'upgrade' : 'command',
  };
}

/** All that are there, whole or not, oldest first. */
async function begun(place: BackupPlace): Promise<KeptBackup[]> {
  const folders = await place.list();
  return folders
    .flatMap((folder) => readFolderName(folder) ?? [])
    .toSorted((a, b) => a.made_at.getTime() - b.made_at.getTime());
}

async function isWhole(place: BackupPlace, folder: string): Promise<boolean> {
  const stream = await place.read(`${folder}/${manifestPath}`);
  stream?.destroy();
  return Boolean(stream);
}

/** The whole ones, oldest first. */
export async function listBackups(place: BackupPlace): Promise<KeptBackup[]> {
  const whole: KeptBackup[] = [];
  for (const backup of await begun(place)) if (await isWhole(place, backup.folder)) whole.push(backup);
  return whole;
}

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

/** Removes what is left of backups that were interrupted. */
export async function removeHalf(place: BackupPlace, now: Date): Promise<string[]> {
  const old = (await begun(place)).filter(({ made_at }) => now.getTime() - made_at.getTime() > halfMs);
  const removed: string[] = [];
  for (const { folder } of old) {
    if (await isWhole(place, folder)) continue;
    await place.remove(folder);
    removed.push(folder);
  }
  return removed;
}

export interface Keeping {
  /** Those that are made by the clock. The newest one is always kept. */
  days: number;
  /** How many of those that were made before an upgrade. */
  upgrades: number;
}

/** Removes what need not be kept any more. What was made by hand stays until somebody removes it by hand. */
export async function removeOld(
  place: BackupPlace,
  { days, upgrades }: Keeping,
  now: Date,
): Promise<string[]> {
  const whole = await listBackups(place);
  const nightly = whole.filter(({ kind }) => kind === 'nightly');
  const before = now.getTime() - days * 86_400_000;
  const gone = [
    ...nightly.slice(0, -1).filter(({ made_at }) => made_at.getTime() < before),
    ...whole.filter(({ kind }) => kind === 'upgrade').slice(0, -upgrades),
  ];
  for (const { folder } of gone) await place.remove(folder);
  return gone.map(({ folder }) => folder);
}
