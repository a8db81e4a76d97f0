import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type S3Double, s3Bucket, s3Keys, startS3Double } from '@tickets/testkit/outside/s3-double';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { s3Storage } from './s3.ts';
import { diskStorage, type Storage } from './storage.ts';

const region = 'eu-central-1';
let folder = '';
let double: S3Double;
let other: S3rver;
const storages: Record<string, Storage> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tickets-storage-'));
  double = await startS3Double();
  other = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3rver'),
    configureBuckets: [{ name: s3Bucket, configs: [] }],
  });
  const { port } = await other.run();
  const inBucket = { bucket: s3Bucket, region, spool_folder: join(folder, 'spool') };
  storages.folder = diskStorage(join(folder, 'files'));
  storages['the double'] = await s3Storage({ ...inBucket, endpoint: double.url, ...s3Keys });
  storages['a prefix of the double'] = await s3Storage({
    ...inBucket,
    endpoint: double.url,
    ...s3Keys,
    prefix: 'desk/',
  });
  storages.s3rver = await s3Storage({
    ...inBucket,
    endpoint: `http://127.0.0.1:${port}`,
    access_key_id: 'S3RVER',
    secret_access_key: 'S3RVER',
  });
});
afterAll(async () => {
  await double[Symbol.asyncDispose]();
  await other.close();
  await rm(folder, { recursive: true, force: true });
});

const newKey = () => randomBytes(32).toString('hex');
const kept = async (storage: Storage, key: string) => {
  const file = await storage.get(key);
  return file && { size: file.size, bytes: await buffer(file.stream) };
};

describe.each(['folder', 'the double', 'a prefix of the double', 's3rver'])('%s', (name) => {
  const storage = () => {
    const found = storages[name];
    if (!found) throw new Error(`There is no storage ${name}.`);
    return found;
  };

  test('gives back what it was given, whole or in pieces, as often as it was put', async () => {
    const [key, streamed, bytes] = [newKey(), newKey(), randomBytes(300_000)];
    await storage().put(key, bytes);
    await storage().put(key, bytes);
    expect(await kept(storage(), key)).toEqual({ size: bytes.length, bytes });
    const pieces = Array.from({ length: 30 }, (_, n) => bytes.subarray(n * 10_000, (n + 1) * 10_000));
    expect(await storage().putStream(streamed, Readable.from(pieces))).toEqual({
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    expect(await kept(storage(), streamed)).toEqual({ size: bytes.length, bytes });
  });

  test('knows nothing of what was removed, or never there, and removes it again without a word', async () => {
    const key = newKey();
    expect(await storage().get(key)).toBeUndefined();
    await storage().put(key, Buffer.from('bytes'));
    await storage().remove(key);
    await storage().remove(key);
    expect(await storage().get(key)).toBeUndefined();
  });

  test('keeps nothing of a file whose source broke', async () => {
    const key = newKey();
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('broke');
      })(),
    );
    await expect(storage().putStream(key, broken)).rejects.toThrow('broke');
    expect(await storage().get(key)).toBeUndefined();
    expect(await readdir(join(folder, 'spool')).catch(() => [])).toEqual([]);
  });

  test('takes no key that is none, and says that it is there', async () => {
    await expect(storage().put('../../etc/passwd', Buffer.from('x'))).rejects.toThrow('Not a storage key');
    await storage().check();
  });
});

describe('a bucket', () => {
  const s3 = () => storages['the double'] as Storage;

  test('refuses a request whose address was changed after it was signed, one that is old, and one of a stranger', async () => {
    const [mine, theirs] = [newKey(), newKey()];
    await s3().put(mine, Buffer.from('mine'));
    await s3().put(theirs, Buffer.from('theirs'));
    await s3()
      .get(mine)
      .then((file) => file && buffer(file.stream));
    const { address, headers } = double.last();
    const again = (to: string, change: Record<string, string> = {}) =>
      fetch(double.url + to, { headers: { ...headers, ...change } });
    expect(await (await again(address)).text()).toBe('mine');
    expect((await again(address.replace(mine, theirs))).status).toBe(403);
    expect((await again(address, { 'x-amz-date': '20200101T000000Z' })).status).toBe(403);
    const stranger = await s3Storage({
      bucket: s3Bucket,
      region,
      spool_folder: folder,
      endpoint: double.url,
      access_key_id: s3Keys.access_key_id,
      secret_access_key: 'guessed',
    });
    await expect(stranger.get(mine)).rejects.toThrow('SignatureDoesNotMatch');
    await expect(stranger.remove(mine)).rejects.toThrow('SignatureDoesNotMatch');
    expect(await kept(s3(), mine)).toMatchObject({ size: 4 });
  });

  test('that does not answer is said to be away, and takes files again when it does', async () => {
    const key = newKey();
    double.goDown(true);
    await expect(s3().put(key, Buffer.from('bytes'))).rejects.toThrow();
    await expect(s3().check()).rejects.toThrow();
    double.goDown(false);
    await s3().put(key, Buffer.from('bytes'));
    await s3().check();
    expect(await kept(s3(), key)).toMatchObject({ size: 5 });
  });
});
