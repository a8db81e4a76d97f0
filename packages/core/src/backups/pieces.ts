import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Piece } from './manifest.ts';
import type { BackupPlace } from './place.ts';
import { BackupProblem, messageOf } from './problem.ts';

/** As much as a bucket takes in one request by far, and as a broken connection may cost. */
const PIECE_BYTES = 32 * 1024 ** 2;
const CHUNK_BYTES = 128 * 1024;

/** Compresses what comes and writes it into files of a limited size; nothing of it lies whole in memory. */
export async function writePieces(
  place: BackupPlace,
  folder: string,
  base: string,
  source: Readable,
): Promise<Piece[]> {
  const gzip = createGzip({ level: 3, chunkSize: CHUNK_BYTES });
  // What breaks the source breaks what is read here.
  const feeding = pipeline(source, gzip).catch(() => undefined);
  const compressed: AsyncIterator<Buffer> = gzip[Symbol.asyncIterator]();
  const pieces: Piece[] = [];
  try {
    let next = await compressed.next();
    while (!next.done) {
      const path = `${base}.${pieces.length + 1}.gz`;
      const hash = createHash('sha256');
      let bytes = 0;
      async function* piece() {
        while (!next.done && bytes < PIECE_BYTES) {
          hash.update(next.value);
          bytes += next.value.length;
          yield next.value;
          next = await compressed.next();
        }
      }
      await place.write(`${folder}/${path}`, Readable.from(piece(), { objectMode: false }));
      pieces.push({ path, bytes, sha256: hash.digest('hex') });
    }
    return pieces;
  } finally {
    source.destroy();
    gzip.destroy();
    await feeding;
  }
}

/** What writePieces() wrote, uncompressed. Ends with a BackupProblem where it is not what it was. */
export function readPieces(place: BackupPlace, folder: string, pieces: readonly Piece[]): Readable {
  const compressed = Readable.from(checked(place, folder, pieces), { objectMode: false });
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  // What breaks the source breaks what is read here.
  pipeline(compressed, gunzip).catch(() => undefined);
  async function* plain() {
    try {
      yield* gunzip;
    } catch (error) {
      if (error instanceof BackupProblem) throw error;
      throw new BackupProblem(`${place.nameOf(folder)} cannot be read: ${messageOf(error)}`, {
        cause: error,
      });
    }
  }
  return pieces.length ? Readable.from(plain(), { objectMode: false }) : Readable.from([]);
}

/** What is wrong with the files of some pieces; undefined where nothing is. */
export async function findDamage(
  place: BackupPlace,
  folder: string,
  pieces: readonly Piece[],
): Promise<BackupProblem | undefined> {
  try {
    for await (const _ of checked(place, folder, pieces));
  } catch (error) {
    if (error instanceof BackupProblem) return error;
    throw error;
  }
  return undefined;
}

async function* checked(
  place: BackupPlace,
  folder: string,
  pieces: readonly Piece[],
): AsyncGenerator<Buffer, void> {
  for (const { path, bytes, sha256 } of pieces) {
    const stream = await place.read(`${folder}/${path}`);
    if (!stream) throw damaged(place, folder, path, 'is missing');
    yield* verified(stream, { bytes, sha256 }, () => damaged(place, folder, path, 'is damaged'));
  }
}

/** The same bytes; throws at their end when they are not those that are expected. */
export async function* verified(
  stream: AsyncIterable<Buffer>,
  expected: { bytes: number; sha256: string },
  problem: () => Error,
): AsyncGenerator<Buffer, void> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of stream) {
    hash.update(chunk);
    bytes += chunk.length;
    if (bytes > expected.bytes) throw problem();
    yield chunk;
  }
  if (bytes !== expected.bytes || hash.digest('hex') !== expected.sha256) throw problem();
}

export const damaged = (place: BackupPlace, folder: string, path: string, how: string) =>
  new BackupProblem(
    `${place.nameOf(folder)} is not whole: ${path} ${how}. Nothing was restored. Use another backup.`,
  );
