import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

// Signatures, fields and their order: sections 4.3 to 4.5 of APPNOTE.TXT, the specification of zip files.
const signatures = {
  local: 0x04034b50,
  descriptor: 0x08074b50,
  central: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
};
/** Sizes and checksum follow the bytes of an entry, and its name is UTF-8. */
const flags = 0x0808;
const methods = { stored: 0, deflated: 8 };
const versions = { needed: 20, needed64: 45 };
/** On Unix, by version 6.3 of the specification. */
const madeBy = 0x033f;
/** An ordinary file that its owner may change and everybody may read. */
const attributes = 0o100644 * 0x10000;
const max16 = 0xffff;
const max32 = 0xffffffff;
const nameBytesMax = 1000;
const pieceBytes = 64 * 1024;

export interface ZipWriter {
  /** Adds an entry, and returns when the reader has taken its bytes. `source` is destroyed then, also where that fails. */
  add(name: string, source: Readable, options?: { compress?: boolean }): Promise<void>;
}

/**
 * A zip that is made while it is read: `write` adds its entries one after another. Where it fails, so does the stream.
 * Time and memory grow with the number of entries, of which there may be hundreds of thousands; see decision 25.
 */
export function writeZip(mtime: Date, write: (zip: ZipWriter) => Promise<void>): Readable {
  const output = new PassThrough();
  // The reader hears of it, now or when they begin to read. Without a listener it would end the process once they are gone.
  output.on('error', () => undefined);
  const zip = new Zip(output, mtime);
  write(zip)
    .then(() => zip.end())
    .catch((error: unknown) =>
      output.destroy(error instanceof Error ? error : new Error('a zip could not be made', { cause: error })),
    );
  return output;
}

class NobodyReads extends Error {
  constructor() {
    super('nobody reads the zip any more');
  }
}

interface Sizes {
  crc: number;
  bytes: number;
  packed: number;
}

class Zip implements ZipWriter {
  private readonly output: PassThrough;
  private readonly time: { dos: Field; extra: Buffer };
  private readonly directory = new Pieces();
  private entries = 0;
  private offset = 0;

  constructor(output: PassThrough, mtime: Date) {
    this.output = output;
    const seconds = Math.floor(mtime.getTime() / 1000);
    // DOS knows no time zone; the field beside it is in UTC.
    this.time = { dos: [4, dosTime(mtime)], extra: fields([2, 0x5455], [2, 5], [1, 1], [4, seconds]) };
  }

  async add(name: string, source: Readable, { compress = true } = {}): Promise<void> {
    // A source that gives nothing is not waited for.
    const leave = () => source.destroy(new NobodyReads());
    this.output.once('close', leave);
    try {
      const path = pathOf(name);
      const begins_at = this.offset;
      const method = compress ? methods.deflated : methods.stored;
      this.put(this.localHeader(path, method));
      const sizes = await this.pack(source, compress);
      const in64 = Math.max(sizes.bytes, sizes.packed) >= max32;
      const size = in64 ? 8 : 4;
      this.put(fields([4, signatures.descriptor], [4, sizes.crc], [size, sizes.packed], [size, sizes.bytes]));
      this.directory.push(this.centralHeader(path, { method, sizes, begins_at }));
      this.entries += 1;
    } finally {
      this.output.off('close', leave);
      source.destroy();
    }
  }

  async end(): Promise<void> {
    const begins_at = this.offset;
    const { bytes } = this.directory;
    for (const piece of this.directory.all()) await this.give(piece);
    if (this.entries >= max16 || Math.max(begins_at, bytes) >= max32) this.put(this.end64(begins_at, bytes));
    const entries: Field = [2, Math.min(this.entries, max16)];
    this.put(
      fields(
        [4, signatures.end],
        [4, 0], // disks
        entries,
        entries,
        [4, Math.min(bytes, max32)],
        [4, Math.min(begins_at, max32)],
        [2, 0], // comment
      ),
    );
    this.output.end();
  }

  private put(bytes: Buffer): void {
    if (this.output.destroyed) throw new NobodyReads();
    this.output.write(bytes);
    this.offset += bytes.length;
  }

  /** As `put`, and waits until the reader wants more. */
  private async give(bytes: Buffer): Promise<void> {
    this.put(bytes);
    const { output } = this;
    if (!output.writableNeedDrain) return;
    await new Promise<void>((resolve) => {
      const goOn = () => {
        output.off('drain', goOn).off('close', goOn);
        resolve();
      };
      output.on('drain', goOn).on('close', goOn);
    });
  }

  private async pack(source: Readable, compress: boolean): Promise<Sizes> {
    const sizes = { crc: 0, bytes: 0, packed: 0 };
    const measure = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        sizes.crc = crc32(chunk, sizes.crc);
        sizes.bytes += chunk.length;
        yield chunk;
      }
    };
    const giveAll = async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        await this.give(chunk);
        sizes.packed += chunk.length;
      }
    };
    // Without a pipeline where none is needed: most files are small, and each of its streams costs more than they do.
    if (compress) await pipeline(source, measure, createDeflateRaw(), giveAll);
    else await giveAll(measure(source));
    return sizes;
  }

  private localHeader(path: Buffer, method: number): Buffer {
    const { dos, extra } = this.time;
    return Buffer.concat([
      fields(
        [4, signatures.local],
        [2, versions.needed],
        [2, flags],
        [2, method],
        dos,
        [4, 0], // checksum and sizes follow
        [4, 0],
        [4, 0],
        [2, path.length],
        [2, extra.length],
      ),
      path,
      extra,
    ]);
  }

  private centralHeader(
    path: Buffer,
    { method, sizes, begins_at }: { method: number; sizes: Sizes; begins_at: number },
  ): Buffer {
    const { crc, bytes, packed } = sizes;
    const { dos, extra } = this.time;
    const in64 = Math.max(bytes, packed, begins_at) >= max32;
    const large = in64 ? fields([2, 0x0001], [2, 24], [8, bytes], [8, packed], [8, begins_at]) : Buffer.of();
    return Buffer.concat([
      fields(
        [4, signatures.central],
        [2, madeBy],
        [2, in64 ? versions.needed64 : versions.needed],
        [2, flags],
        [2, method],
        dos,
        [4, crc],
        [4, in64 ? max32 : packed],
        [4, in64 ? max32 : bytes],
        [2, path.length],
        [2, extra.length + large.length],
        [2, 0], // comment
        [2, 0], // disk
        [2, 0], // internal attributes
        [4, attributes],
        [4, in64 ? max32 : begins_at],
      ),
      path,
      extra,
      large,
    ]);
  }

  private end64(directory_at: number, directory_bytes: number): Buffer {
    return fields(
      [4, signatures.end64],
      [8, 44], // of what follows
      [2, madeBy],
      [2, versions.needed64],
      [8, 0], // disks
      [8, this.entries],
      [8, this.entries],
      [8, directory_bytes],
      [8, directory_at],
      [4, signatures.locator64],
      [4, 0], // disk
      [8, this.offset],
      [4, 1], // disks
    );
  }
}

/** Small buffers, of which few lie in memory: they are put together as they come. */
class Pieces {
  bytes = 0;
  private readonly full: Buffer[] = [];
  private open: Buffer[] = [];
  private open_bytes = 0;

  push(buffer: Buffer): void {
    this.bytes += buffer.length;
    this.open.push(buffer);
    this.open_bytes += buffer.length;
    if (this.open_bytes >= pieceBytes) this.close();
  }

  all(): Buffer[] {
    this.close();
    return this.full;
  }

  private close(): void {
    this.full.push(Buffer.concat(this.open));
    this.open = [];
    this.open_bytes = 0;
  }
}

/** A name that leads out of the folder into which a zip is unpacked, or that no program could write, is a mistake of ours. */
function pathOf(name: string): Buffer {
  const path = Buffer.from(name);
  if (!path.length || path.length > nameBytesMax || /^\/|\\|^\w:|(^|\/)\.\.(\/|$)/.test(name))
    throw new Error(`a zip cannot hold ${JSON.stringify(name.slice(0, 100))}`);
  return path;
}

/** How many bytes a number takes, and the number. */
type Field = readonly [bytes: 1 | 2 | 4 | 8, value: number];

function fields(...all: Field[]): Buffer {
  const buffer = Buffer.allocUnsafe(all.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of all)
    at = bytes === 8 ? buffer.writeBigUInt64LE(BigInt(value), at) : buffer.writeUIntLE(value, at, bytes);
  return buffer;
}

/** Two seconds at a time, from 1980 to 2107. */
function dosTime(time: Date): number {
  const date =
    (Math.min(Math.max(time.getUTCFullYear() - 1980, 0), 127) << 9) |
    ((time.getUTCMonth() + 1) << 5) |
    time.getUTCDate();
  const clock = (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1);
  return date * 0x10000 + clock;
}
