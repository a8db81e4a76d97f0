import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { writeZip } from '../../platform/storage/write-zip.ts';
import { type Manifest, names, type Part } from './manifest.ts';
import { measured } from './zip.ts';

const chunkBytes = 64 * 1024;

/** Writes an archive piece by piece, into a stream that is read meanwhile. */
export interface ArchiveWriter {
  /** Rows as lines of JSON. */
  lines(name: string, rows: AsyncIterable<object>): Promise<number>;
  /** An attachment, under its hash. */
  file(sha256: string, stream: Readable): Promise<void>;
  text(name: string, text: string): Promise<void>;
  /** The manifest, last, with all that was written before. */
  end(about: Omit<Manifest, 'parts' | 'files'>): Promise<void>;
}

/** `write` fills the archive; where it fails, so does the stream. */
export function writeArchive(mtime: Date, write: (writer: ArchiveWriter) => Promise<void>): Readable {
  return writeZip(mtime, async (zip) => {
    const parts: Part[] = [];
    const files = { count: 0, bytes: 0 };
    await write({
      async lines(name, rows) {
        const hash = createHash('sha256');
        const part = { name, lines: 0, bytes: 0, sha256: '' };
        const pieces = async function* () {
          let held: string[] = [];
          let length = 0;
          const flush = () => {
            const bytes = Buffer.from(held.join(''));
            hash.update(bytes);
            part.bytes += bytes.length;
            held = [];
            length = 0;
            return bytes;
          };
          for await (const row of rows) {
            const line = `${JSON.stringify(row)}\n`;
            held.push(line);
            length += line.length;
            part.lines += 1;
            if (length >= chunkBytes) yield flush();
          }
          if (length) yield flush();
        };
        await zip.add(name, Readable.from(pieces(), { objectMode: false }));
        parts.push({ ...part, sha256: hash.digest('hex') });
        return part.lines;
      },
      async file(sha256, stream) {
        const counted = measured(stream);
        await zip.add(names.file(sha256), counted.stream, { compress: false });
        files.bytes += counted.done().bytes;
        files.count += 1;
      },
      text: (name, text) => zip.add(name, Readable.from([Buffer.from(text)])),
      async end(about) {
        const manifest: Manifest = { ...about, parts, files };
        await zip.add(names.manifest, Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)]));
      },
    });
  });
}
