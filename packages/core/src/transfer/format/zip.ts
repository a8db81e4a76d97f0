import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline, Readable, Transform } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import { Directory } from './directory.ts';
import type { ArchiveLimits } from './limits.ts';
import { ArchiveProblem } from './problem.ts';
import { BufferedFile } from './random-access.ts';

const symbolicLink = 0o120000;
const typeMask = 0o170000;
const deflated = 8;
/** Its local header has at least these. */
const headerBytes = 30;

/** Where the bytes of a file in a zip lie, and how they are packed. */
export interface Place {
  start: number;
  packed_bytes: number;
  bytes: number;
  is_deflated: boolean;
}

/** A zip on this machine's disk, of which nothing but the directory lies in memory. */
export interface Zip extends AsyncDisposable {
  /** Of the zip itself. */
  bytes: number;
  names(): Iterable<string>;
  has(name: string): boolean;
  size(name: string): number;
  /** The bytes of a file in it. Fails where they are not as many as the directory says. */
  open(name: string): Promise<Readable>;
  place(name: string): Promise<Place>;
}

/**
 * Opens a zip and looks at its directory: names that lead out of it, links, secrets, doubled or overlapping entries and what
 * unpacks to too much are refused before anything is unpacked. Nothing is ever written under a name that it gives.
 */
export async function openZip(path: string, limits: ArchiveLimits): Promise<Zip> {
  const file = await BufferedFile.open(path);
  let zip: ZipFile;
  try {
    zip = await fromRandomAccessReaderPromise(file, file.size, {
      autoClose: false,
      strictFileNames: true,
      validateEntrySizes: true,
    });
  } catch (cause) {
    await new Promise((closed) => file.close(closed));
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
    const place = async (name: string): Promise<Place> => {
      const entry = entryOf(name);
      const { fileDataStart } = await zip
        // It looks for no more of an entry than where it begins and how long it is.
        .readLocalFileHeaderPromise(entry as Entry, { minimal: true })
        .catch((cause: unknown) => {
          throw brokenEntry(name, cause);
        });
      return {
        start: fileDataStart,
        packed_bytes: entry.compressedSize,
        bytes: entry.uncompressedSize,
        is_deflated: entry.compressionMethod === deflated,
      };
    };
    return {
      bytes: file.size,
      names: () => entries.names(),
      has: (name) => entries.has(name),
      size: (name) => entryOf(name).uncompressedSize,
      place,
      open: async (name) => withOwnErrors(await streamAt(zip, await place(name)), name),
      async [Symbol.asyncDispose]() {
        zip.close();
      },
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Its own promise form calls another function (yauzl 3.4.0). */
const streamAt = (zip: ZipFile, { start, packed_bytes, bytes, is_deflated }: Place): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStreamLowLevel(start, packed_bytes, 0, packed_bytes, is_deflated, bytes, (error, stream) =>
      error ? reject(error) : resolve(stream),
    );
  });

async function directoryOf(zip: ZipFile, limits: ArchiveLimits): Promise<Directory> {
  const entries = new Directory(zip.entryCount);
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName: name, uncompressedSize, compressedSize, compressionMethod } = entry;
      if (name.endsWith('/')) continue;
      if (name.length > limits.name)
        throw new ArchiveProblem(`it holds ${shown(name)}, which is not of its format`);
      if (entries.has(name)) throw new ArchiveProblem(`it holds ${shown(name)} twice`);
      if (entry.isEncrypted()) throw new ArchiveProblem(`${shown(name)} is encrypted`);
      if (![0, deflated].includes(compressionMethod))
        throw new ArchiveProblem(`${shown(name)} is packed in a way that is not read (${compressionMethod})`);
      if (((entry.externalFileAttributes >>> 16) & typeMask) === symbolicLink)
        throw new ArchiveProblem(`${shown(name)} is a link`);
      if (uncompressedSize > limits.entry_bytes)
        throw new ArchiveProblem(`${shown(name)} unpacks to too much`);
      if (uncompressedSize > limits.ratio_from_bytes && uncompressedSize > compressedSize * limits.ratio)
        throw new ArchiveProblem(`${shown(name)} unpacks to more than ${limits.ratio} times its size`);
      unpacked += uncompressedSize;
      if (unpacked > limits.unpacked_bytes) throw new ArchiveProblem('it unpacks to too much');
      entries.add(name, entry);
    }
  } catch (cause) {
    if (cause instanceof ArchiveProblem) throw cause;
    throw notAZip(cause);
  }
  // Entries that share their bytes make much of little.
  const misplaced = entries.misplaced(zip.fileSize, headerBytes);
  if (misplaced)
    throw new ArchiveProblem(
      `${shown(misplaced.name)} ${misplaced.is_cut_off ? 'is cut off' : 'overlaps another file'}`,
    );
  if (unpacked > limits.unpacked_free_bytes + zip.fileSize * limits.unpacked_per_byte)
    throw new ArchiveProblem(
      `it unpacks to ${unpacked} bytes, which is too much for a file of ${zip.fileSize} bytes`,
    );
  return entries;
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

/** Reads a file of a zip where it is known to lie, without the directory. Fails where it unpacks to another size. */
export function readPlace(
  path: string,
  name: string,
  { start, packed_bytes, bytes, is_deflated }: Place,
): Readable {
  const packed = packed_bytes
    ? createReadStream(path, { start, end: start + packed_bytes - 1 })
    : Readable.from([], { objectMode: false });
  let left = bytes;
  const exact = new Transform({
    transform(chunk: Buffer, _, done) {
      left -= chunk.length;
      done(left < 0 ? new Error('too many bytes') : null, chunk);
    },
    flush: (done) => done(left ? new Error('not enough bytes') : null),
  });
  const stages = is_deflated ? [packed, createInflateRaw(), exact] : [packed, exact];
  // What goes wrong is said by the stream that is returned.
  pipeline(stages, () => undefined);
  return withOwnErrors(exact, name);
}

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
