import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import type { ArchiveLimits } from './limits.ts';
import { ArchiveProblem } from './problem.ts';

const symbolicLink = 0o120000;
const typeMask = 0o170000;
/** Its local header has at least these. */
const headerBytes = 30;

/** A zip on this machine's disk, of which nothing but the directory lies in memory. */
export interface Zip extends AsyncDisposable {
  names: readonly string[];
  has(name: string): boolean;
  size(name: string): number;
  /** The bytes of a file in it. Fails where they are not as many as the directory says. */
  open(name: string): Promise<Readable>;
}

/**
 * Opens a zip and looks at its directory: names that lead out of it, links, secrets, doubled or overlapping entries and what
 * unpacks to too much are refused before anything is unpacked. Nothing is ever written under a name that it gives.
 */
export async function openZip(path: string, limits: ArchiveLimits): Promise<Zip> {
  let zip: ZipFile;
  try {
    zip = await openPromise(path, { autoClose: false, strictFileNames: true, validateEntrySizes: true });
  } catch (cause) {
    throw notAZip(cause);
  }
  // Told again by the call that fails.
  zip.on('error', () => undefined);
  try {
    if (zip.entryCount > limits.entries)
      throw new ArchiveProblem(`it holds ${zip.entryCount} files, and at most ${limits.entries} are read`);
    const entries = await directoryOf(zip, limits);
    const entryOf = (name: string) => {
      const entry = entries.get(name);
      if (!entry) throw new ArchiveProblem(`${name} is missing`);
      return entry;
    };
    return {
      names: [...entries.keys()],
      has: (name) => entries.has(name),
      size: (name) => entryOf(name).uncompressedSize,
      async open(name) {
        const entry = entryOf(name);
        const stream = await zip.openReadStreamPromise(entry).catch((cause: unknown) => {
          throw brokenEntry(name, cause);
        });
        return withOwnErrors(stream, name);
      },
      async [Symbol.asyncDispose]() {
        zip.close();
      },
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function directoryOf(zip: ZipFile, limits: ArchiveLimits): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName: name, uncompressedSize, compressedSize } = entry;
      if (name.endsWith('/')) continue;
      if (entries.has(name)) throw new ArchiveProblem(`it holds ${shown(name)} twice`);
      if (entry.isEncrypted()) throw new ArchiveProblem(`${shown(name)} is encrypted`);
      if (![0, 8].includes(entry.compressionMethod))
        throw new ArchiveProblem(
          `${shown(name)} is packed in a way that is not read (${entry.compressionMethod})`,
        );
      if (((entry.externalFileAttributes >>> 16) & typeMask) === symbolicLink)
        throw new ArchiveProblem(`${shown(name)} is a link`);
      if (uncompressedSize > limits.entry_bytes)
        throw new ArchiveProblem(`${shown(name)} unpacks to too much`);
      if (uncompressedSize > limits.ratio_from_bytes && uncompressedSize > compressedSize * limits.ratio)
        throw new ArchiveProblem(`${shown(name)} unpacks to more than ${limits.ratio} times its size`);
      unpacked += uncompressedSize;
      if (unpacked > limits.unpacked_bytes) throw new ArchiveProblem('it unpacks to too much');
      entries.set(name, entry);
    }
  } catch (cause) {
    if (cause instanceof ArchiveProblem) throw cause;
    throw notAZip(cause);
  }
  requireApart([...entries.values()], zip.fileSize);
  return entries;
}

/** Entries that share their bytes make much of little. */
function requireApart(entries: Entry[], file_bytes: number): void {
  let end = 0;
  for (const entry of entries.sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end)
      throw new ArchiveProblem(`${shown(entry.fileName)} overlaps another file`);
    end = entry.relativeOffsetOfLocalHeader + headerBytes + entry.compressedSize;
    if (end > file_bytes) throw new ArchiveProblem(`${shown(entry.fileName)} is cut off`);
  }
}

/** A name as a person can read it. */
export const shown = (name: string) => JSON.stringify(name.slice(0, 100)).slice(1, -1);

function notAZip(cause: unknown): ArchiveProblem {
  const why = cause instanceof Error ? cause.message : '';
  if (/relative path|absolute path|invalid characters/.test(why))
    return new ArchiveProblem(`a name in it leads out of it (${shown(why)})`, { cause });
  return new ArchiveProblem(
    /end of central directory|comment/i.test(why)
      ? 'it is no zip file, or only a part of one'
      : `its zip directory is broken (${shown(why)})`,
    { cause },
  );
}

const brokenEntry = (name: string, cause: unknown) =>
  new ArchiveProblem(
    `${shown(name)} cannot be unpacked (${shown(cause instanceof Error ? cause.message : String(cause))})`,
    { cause },
  );

/** Whatever goes wrong while unpacking lies in the file, but for what the disk says. */
function withOwnErrors(stream: Readable, name: string): Readable {
  const through = new Transform({ transform: (chunk, _, done) => done(null, chunk) });
  stream.on('error', (error: NodeJS.ErrnoException) =>
    through.destroy(error.syscall ? error : brokenEntry(name, error)),
  );
  let isOver = false;
  stream.on('end', () => {
    isOver = true;
  });
  // One that has ended has given back its hold of the file, and would do so twice.
  through.on('close', () => isOver || stream.destroy());
  return stream.pipe(through);
}

/** Counts and hashes what goes through. */
export function measured(stream: Readable): { stream: Readable; done(): { bytes: number; sha256: string } } {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  stream.on('error', (error) => through.destroy(error));
  through.on('close', () => stream.destroy());
  return { stream: stream.pipe(through), done: () => ({ bytes, sha256: hash.digest('hex') }) };
}
