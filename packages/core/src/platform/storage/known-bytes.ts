import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { StorageProblem } from './problem.ts';

export interface StoredFile {
  size: number;
  stream: Readable;
}

export interface Measured {
  bytes: number;
  sha256: string;
}

/** Counts and hashes the bytes that go through. */
export function measuring() {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    async *through(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
      for await (const piece of source) {
        hash.update(piece);
        bytes += piece.length;
        yield piece;
      }
    },
    done: (): Measured => ({ bytes, sha256: hash.digest('hex') }),
  };
}

/** A file of up to this size is read whole before its first byte is sent. Hundreds of readers may do so at once. */
const WHOLE_BYTES = 128 * 1024;

/**
 * The same file, of which no reader gets the end unless its bytes are those that were stored: a small one is refused, the
 * stream of a large one breaks.
 */
export async function knownBytes(
  { size, stream }: StoredFile,
  { key, sha256 }: { key: string; sha256: string },
): Promise<StoredFile> {
  const hash = createHash('sha256');
  const compare = () => {
    const found = hash.digest('hex');
    if (found === sha256) return;
    const text = `The stored file ${key} is damaged: the SHA-256 of its bytes is ${found} instead of ${sha256}`;
    throw new StorageProblem('damaged', text, { key });
  };
  if (size <= WHOLE_BYTES) {
    const bytes = await buffer(stream);
    hash.update(bytes);
    compare();
    return { size, stream: Readable.from(size ? [bytes] : [], { objectMode: false }) };
  }
  return { size, stream: readThrough(stream, held) };

  async function* held(): AsyncGenerator<Buffer, void> {
    let last: Buffer | undefined;
    for await (const piece of stream as AsyncIterable<Buffer>) {
      hash.update(piece);
      if (last) yield last;
      last = piece;
    }
    compare();
    if (last) yield last;
  }
}

/** What `pieces` makes of a stream, which is closed with it, also where nothing was read of it. */
export function readThrough(source: Readable, pieces: () => AsyncIterable<Buffer>): Readable {
  return Readable.from(pieces(), { objectMode: false }).once('close', () => source.destroy());
}
