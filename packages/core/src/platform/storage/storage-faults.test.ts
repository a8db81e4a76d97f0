import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type S3Double,
  type S3Fault,
  s3Bucket,
  s3Keys,
  startS3Double,
} from '@tickets/testkit/outside/s3-double';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { toldOfStorage } from './problem.ts';
import { type Bucket, openBucket, s3Storage } from './s3.ts';
import { diskStorage, type Storage } from './storage.ts';

const LARGE = 3 * 1024 ** 2;

let folder = '';
let double: S3Double;
let storage: Storage;
let bucket: Bucket;
/** Its patience is short, so that a transfer which takes longer is over soon. */
let impatient: Storage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tickets-storage-faults-'));
  double = await startS3Double();
  const options = {
    bucket: s3Bucket,
    region: 'eu-central-1',
    spool_folder: join(folder, 'spool'),
    endpoint: double.url,
    ...s3Keys,
  };
  storage = await s3Storage(options);
  bucket = await openBucket(options);
  impatient = await s3Storage({ ...options, silent_ms: 400 });
});
afterEach(() => double.fail(undefined));
afterAll(async () => {
  await double[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const newKey = () => randomBytes(32).toString('hex');
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** How a call ended: the code that a person reads, the error's own words, and after how long. */
async function outcome(call: () => Promise<unknown>) {
  const began = performance.now();
  const error = await call().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const text = error instanceof Error ? error.message : '';
  return { code: toldOfStorage(error)?.code, text, ms: performance.now() - began };
}

const uses: Record<string, (key: string) => Promise<unknown>> = {
  put: async (key) => storage.put(key, Buffer.from('bytes')),
  putStream: async (key) => storage.putStream(key, Readable.from([Buffer.from('bytes')])),
  get: async (key) => storage.get(key),
  remove: async (key) => storage.remove(key),
  list: async () => {
    for await (const _ of bucket.list('', 'keys'));
  },
  check: async () => storage.check(),
};

test.each<[S3Fault, string]>([
  ['denied', 'storage.denied'],
  ['elsewhere', 'storage.denied'],
  ['resets', 'storage.unreachable'],
  ['hangs', 'storage.unreachable'],
])(
  'whatever is asked of a bucket that %s is told as %s within 5 s',
  { timeout: 20_000 },
  async (fault, code) => {
    double.fail(fault);
    const found = await Promise.all(
      Object.entries(uses).map(async ([name, use]) => [name, await outcome(() => use(newKey()))] as const),
    );
    const late = found.filter(([, { ms }]) => ms > 5_000);
    expect({ codes: Object.fromEntries(found.map(([name, it]) => [name, it.code])), late }).toEqual({
      codes: Object.fromEntries(Object.keys(uses).map((name) => [name, code])),
      late: [],
    });
  },
);

test('an address where something else than a bucket answers is said to be none, whatever is asked but a file', async () => {
  double.fail('portal');
  const { get: _, ...others } = uses;
  for (const [name, use] of Object.entries(others))
    expect({ name, ...(await outcome(() => use(newKey()))) }).toMatchObject({
      name,
      code: 'storage.unreachable',
      text: expect.stringContaining('not as S3 does'),
    });
});

test('a bucket that calls its empty answers pages is used as any other', async () => {
  double.fail('mislabels');
  for (const [name, use] of Object.entries(uses))
    expect({ name, ...(await outcome(() => use(newKey()))) }).toMatchObject({ name, code: undefined });
});

test('a list that goes on for ever, or has more keys than were asked for, is refused before it keeps others waiting', async () => {
  const list = uses.list ?? (async () => undefined);
  double.fail('circles');
  expect(await outcome(() => list(''))).toMatchObject({ code: 'storage.unreachable' });
  double.fail('floods');
  expect(await outcome(() => list(''))).toMatchObject({
    code: 'storage.unreachable',
    text: expect.stringContaining('more than 1000 keys'),
  });
});

test('of what a bucket says that never ends, some megabytes are read', { timeout: 30_000 }, async () => {
  double.fail('talks');
  for (const use of Object.values(uses))
    expect(await outcome(() => use(newKey()))).toMatchObject({
      code: expect.stringMatching(/^storage\.(denied|unreachable)$/),
    });
  expect(double.said()).toBeLessThan(Object.keys(uses).length * 3 * 8 * 1024 ** 2);
});

test('a refusal names what was asked for and why', async () => {
  double.fail('denied');
  const key = newKey();
  const { text } = await outcome(() => storage.get(key));
  expect(text).toMatch(new RegExp(`${key}.*AccessDenied.*403`));
});

describe('what is read', () => {
  const kept = async (bytes = randomBytes(LARGE)) => {
    const key = newKey();
    await storage.put(key, bytes);
    return { key, bytes };
  };
  const read = async (from: Storage, key: string, hash?: string) => {
    const file = await from.get(key, hash);
    return file && buffer(file.stream);
  };

  test.each<[S3Fault, string]>([
    ['stops', 'storage.unreachable'],
    ['breaks', 'storage.unreachable'],
  ])('from a bucket that %s in the middle ends as %s', async (fault, code) => {
    const { key } = await kept();
    double.fail(fault);
    expect(await outcome(() => read(impatient, key))).toMatchObject({
      code,
      text: expect.stringContaining(key),
    });
  });

  test('comes whole, however long it takes, as long as bytes come', async () => {
    const { key, bytes } = await kept();
    double.fail('drips');
    expect((await read(impatient, key))?.equals(bytes)).toBe(true);
  });

  test('waits for a reader who is slow', async () => {
    const { key, bytes } = await kept();
    const file = await impatient.get(key);
    const pieces: Buffer[] = [];
    for await (const piece of file?.stream ?? []) {
      // Longer than the bucket may be silent.
      if (!pieces.length) await delay(600);
      pieces.push(piece);
    }
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
  });

  test('is refused before its first byte where it is small and not what was stored', async () => {
    const { key, bytes } = await kept(randomBytes(2_000));
    expect((await read(storage, key, sha256(bytes)))?.equals(bytes)).toBe(true);
    double.fail('lies');
    expect(await outcome(() => storage.get(key, sha256(bytes)))).toMatchObject({
      code: 'storage.damaged',
      text: expect.stringContaining(key),
    });
  });

  test('is broken off where it is large and not what was stored', async () => {
    const { key, bytes } = await kept();
    expect((await read(storage, key, sha256(bytes)))?.equals(bytes)).toBe(true);
    double.fail('lies');
    const file = await storage.get(key, sha256(bytes));
    let came = 0;
    const all = async () => {
      for await (const piece of file?.stream ?? []) came += piece.length;
    };
    expect(await outcome(all)).toMatchObject({ code: 'storage.damaged', text: expect.stringContaining(key) });
    expect(came).toBeLessThan(bytes.length);
  });

  test.each([2_000, LARGE])('from a folder is compared too (%d bytes)', async (size) => {
    const disk = diskStorage(join(folder, 'files'));
    const [key, bytes] = [newKey(), randomBytes(size)];
    await disk.put(key, bytes);
    expect((await read(disk, key, sha256(bytes)))?.equals(bytes)).toBe(true);
    await writeFile(disk.localPath?.(key) ?? '', randomBytes(size));
    expect(await outcome(() => read(disk, key, sha256(bytes)))).toMatchObject({
      code: 'storage.damaged',
      text: expect.stringContaining(key),
    });
  });

  test('from a folder that cannot be read is told as damaged, by its key', async () => {
    const disk = diskStorage(join(folder, 'files'));
    const key = newKey();
    await disk.put(key, Buffer.from('x'));
    const path = disk.localPath?.(key) ?? '';
    await rm(path);
    // As a bad part of the disk does, it opens and gives no byte.
    await mkdir(path);
    for (const hash of [undefined, sha256(Buffer.from('x'))])
      await expect(read(disk, key, hash)).rejects.toMatchObject({ trouble: 'damaged', key });
  });
});

test('a file without a byte is what was stored', async () => {
  for (const place of [storage, diskStorage(join(folder, 'files'))]) {
    const key = newKey();
    await place.put(key, Buffer.alloc(0));
    const file = await place.get(key, sha256(Buffer.alloc(0)));
    expect(file && (await buffer(file.stream)).length).toBe(0);
  }
});
