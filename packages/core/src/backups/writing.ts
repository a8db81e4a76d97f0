import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BackupPlace } from './place.ts';
import { BackupProblem } from './problem.ts';

/** The first file of a backup: when its writer was last at work. */
const markPath = 'written_at';
const MARK_MS = 20_000;
/** Long enough for clocks of several machines, and for a writer that was held up. */
const LEFT_MS = 10 * 60_000;

const markNow = () => Buffer.from(new Date().toISOString());

/** Marks a folder as one that is being written, for as long as `work` takes. */
export async function whileMarked<T>(
  place: BackupPlace,
  folder: string,
  work: () => Promise<T>,
  every_ms = MARK_MS,
): Promise<T> {
  const path = `${folder}/${markPath}`;
  await place.write(path, Readable.from([markNow()], { objectMode: false }));
  const ending = new AbortController();
  const marking = (async () => {
    for (;;) {
      await sleep(every_ms, undefined, { signal: ending.signal, ref: false }).catch(() => undefined); // the end
      if (ending.signal.aborted) return;
      // A place that takes nothing ends the backup by itself; who takes it for a left one is noticed at the end.
      await place.replace(path, markNow()).catch(() => undefined);
    }
  })();
  try {
    return await work();
  } finally {
    ending.abort();
    await marking;
  }
}

/** Whether whoever wrote there has ended without a word; undefined where no mark says so. */
export async function isLeft(place: BackupPlace, folder: string): Promise<boolean | undefined> {
  const stream = await place.read(`${folder}/${markPath}`);
  const at = stream ? Date.parse(await text(stream)) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.abs(Date.now() - at) > LEFT_MS;
}

/** What a backup consists of, besides its mark. Other programs may put files of theirs beside them. */
const ourPaths =
  /^(?:tables\/\w+\.\w+\.\d+\.gz|files\/list\.\d+\.gz|files\/[0-9a-f]{2}\/[0-9a-f]+|journal\.\d+\.gz|manifest\.json)$/;

/** A sum over files that does not depend on their order, and changes when one is missing or has another size. */
class Tally {
  count = 0;
  #sum = 0n;

  add(path: string, bytes: number): void {
    if (!ourPaths.test(path)) return;
    this.count += 1;
    const hash = createHash('sha256').update(`${path} ${bytes}`).digest();
    this.#sum = BigInt.asUintN(64, this.#sum + hash.readBigUInt64BE());
  }

  equals(other: Tally): boolean {
    return this.count === other.count && this.#sum === other.#sum;
  }
}

/** A place for the files of one backup, which knows at its end whether all of them are still as they were written. */
export function watchedPlace(
  place: BackupPlace,
  folder: string,
): BackupPlace & { requireWhole(): Promise<void> } {
  const written = new Tally();
  return {
    ...place,
    async write(path, source) {
      let bytes = 0;
      async function* counted() {
        for await (const piece of source) {
          bytes += piece.length;
          yield piece;
        }
      }
      await place.write(path, Readable.from(counted(), { objectMode: false }));
      written.add(path.slice(folder.length + 1), bytes);
    },
    async requireWhole() {
      const there = new Tally();
      for await (const { path, bytes } of place.sizes(folder)) there.add(path, bytes);
      if (there.equals(written)) return;
      throw new BackupProblem(
        `The backup failed: files of ${place.nameOf(folder)} were removed or changed by others while it was written. ` +
          'Where a copy of this installation backs up to the same place, give the copy a place of its own (BACKUP_TO, or --to). Then make the backup again.',
      );
    },
  };
}
