import { createHash } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';
import { readZip } from './zip.ts';

/** One entry of a zip that is made by hand, so that it may say of itself what no library would write. */
export interface ForgedEntry {
  name: string;
  data: Buffer;
  /** How it is packed: 8 deflated, 0 as it is, and whatever else. */
  method?: number;
  flags?: number;
  attributes?: number;
  /** What it says of its size once unpacked. */
  size?: number;
  /** What it says of its size in the file. */
  packed_size?: number;
  /** Shares the bytes of the entry of this number. */
  same_as?: number;
  local_name?: string;
}

/** A zip of these entries, in their order. https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */
export function forgeZip(
  entries: readonly ForgedEntry[],
  { count = entries.length, comment = '' } = {},
): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  const offsets: number[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { name, data, method = 8, flags = 0x800, attributes = 0, same_as } = entry;
    const packed = method === 8 ? deflateRawSync(data) : data;
    const sizes = { packed: entry.packed_size ?? packed.length, size: entry.size ?? data.length };
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(sizes.packed >>> 0, 14);
    common.writeUInt32LE(sizes.size >>> 0, 18);
    const at = same_as === undefined ? offset : (offsets[same_as] ?? 0);
    offsets.push(at);
    if (same_as === undefined) {
      const called = Buffer.from(entry.local_name ?? name);
      const head = Buffer.from(common);
      head.writeUInt16LE(called.length, 22);
      const written = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, called, packed]);
      local.push(written);
      offset += written.length;
    }
    const called = Buffer.from(name);
    const head = Buffer.from(common);
    head.writeUInt16LE(called.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(attributes >>> 0, 6);
    tail.writeUInt32LE(at, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), head, tail, called]));
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  const isLarge = count > 0xffff;
  end.writeUInt16LE(isLarge ? 0xffff : count, 4);
  end.writeUInt16LE(isLarge ? 0xffff : count, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  end.writeUInt16LE(comment.length, 16);
  const large = isLarge ? largeEnd({ count, offset, bytes: directory.length }) : Buffer.alloc(0);
  return Buffer.concat([
    ...local,
    directory,
    large,
    Buffer.from('PK\x05\x06', 'latin1'),
    end,
    Buffer.from(comment),
  ]);
}

/** The end of a directory of more entries than two bytes can count (zip64), and where it is found. */
function largeEnd({ count, offset, bytes }: { count: number; offset: number; bytes: number }): Buffer {
  const end = Buffer.alloc(56);
  end.write('PK\x06\x06', 'latin1');
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(45, 12);
  end.writeUInt16LE(45, 14);
  for (const at of [24, 32]) end.writeBigUInt64LE(BigInt(count), at);
  end.writeBigUInt64LE(BigInt(bytes), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(BigInt(offset + bytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end, locator]);
}

/** An archive whose parts can be changed. */
export class Forgery {
  readonly files: Map<string, Buffer>;
  // biome-ignore lint/suspicious/noExplicitAny: a manifest that may say anything
  manifest: any;

  constructor(files: Map<string, Buffer>) {
    this.files = new Map(files);
    this.manifest = JSON.parse(String(files.get('manifest.json')));
  }

  static async of(archive: Buffer): Promise<Forgery> {
    return new Forgery(await readZip(archive));
  }

  lines(name: string): Record<string, unknown>[] {
    return String(this.files.get(name) ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }

  /** Changes the rows of a part, and what the manifest says of it. */
  rows(name: string, change: (rows: Record<string, unknown>[]) => object[]): this {
    return this.text(
      name,
      change(this.lines(name))
        .map((row) => `${JSON.stringify(row)}\n`)
        .join(''),
    );
  }

  /** Puts something else into a part, of which the manifest says what it is. */
  text(name: string, text: string | Buffer): this {
    const bytes = Buffer.from(text);
    this.files.set(name, bytes);
    const part = {
      name,
      lines: String(bytes).split('\n').filter(Boolean).length,
      bytes: bytes.length,
      sha256: hashOf(bytes),
    };
    this.manifest.parts = [...this.manifest.parts.filter((one: { name: string }) => one.name !== name), part];
    return this;
  }

  /** Puts a file there, and says nothing of it. */
  put(name: string, bytes: Buffer | string): this {
    this.files.set(name, Buffer.from(bytes));
    return this;
  }

  remove(name: string): this {
    this.files.delete(name);
    return this;
  }

  entries(): ForgedEntry[] {
    this.files.set('manifest.json', Buffer.from(JSON.stringify(this.manifest)));
    return [...this.files].map(([name, data]) => ({ name, data, method: name.startsWith('files/') ? 0 : 8 }));
  }

  zip(): Buffer {
    return forgeZip(this.entries());
  }
}

export const hashOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
