import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createTestDatabase, emptyTestDatabase } from '@tickets/testkit/database/database';
import { gateTo } from '@tickets/testkit/database/database-gate';
import { type S3Double, s3Bucket, s3Keys, startS3Double } from '@tickets/testkit/outside/s3-double';
import { expect, onTestFinished, test, vi } from 'vitest';
import { withClient } from '../platform/db/embedded/connection.ts';
import { migrate } from '../platform/db/migrate.ts';
import { s3Storage } from '../platform/storage/s3.ts';
import { diskStorage, type Storage } from '../platform/storage/storage.ts';
import {
  holderOf,
  leaveStorage,
  OthersFiles,
  ownedStorage,
  ownerCheck,
  takeStorage,
} from './storage-owner.ts';

const key = 'ab'.repeat(32);
const words = { place: 'the bucket', take_over: 'storage take-over' };

async function newDatabase() {
  const database = await createTestDatabase();
  onTestFinished(() => database[Symbol.asyncDispose]());
  return database.url;
}

/** What a process of the database at `url` uses, which has not looked at it yet. */
const openedBy = (url: string, storage: Storage) => ownedStorage(storage, ownerCheck(url, storage, words));

async function inFolder(): Promise<Storage> {
  const folder = await mkdtemp(join(tmpdir(), 'tickets-owner-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return diskStorage(join(folder, 'files'));
}

async function newBucket() {
  const double = await startS3Double();
  onTestFinished(() => double[Symbol.asyncDispose]());
  return double;
}

async function inBucket(bucket?: S3Double): Promise<Storage> {
  const double = bucket ?? (await newBucket());
  const place = { bucket: s3Bucket, region: 'eu-central-1', endpoint: double.url, spool_folder: tmpdir() };
  return s3Storage({ ...place, ...s3Keys, prefix: 'tickets/' });
}

test.each([
  ['a folder', inFolder],
  ['a bucket', () => inBucket()],
])('in %s a database neither writes nor removes files of another one', async (_, open) => {
  const [first, second, storage] = [await newDatabase(), await newDatabase(), await open()];
  const live = openedBy(first, storage);
  await live.put(key, Buffer.from('of the first'));
  const other = openedBy(second, storage);
  await expect(other.remove(key)).rejects.toThrow(
    /those of another installation.*Give this one files of its own \(S3_PREFIX.*take its files over: storage take-over$/,
  );
  await expect(other.put(key, Buffer.from('x'))).rejects.toBeInstanceOf(OthersFiles);
  await expect(other.putStream(key, Readable.from([Buffer.from('x')]))).rejects.toBeInstanceOf(OthersFiles);
  await expect(other.check()).rejects.toMatchObject({ trouble: 'denied' });
  expect((await storage.get(key))?.size).toBe('of the first'.length);
  // Its other processes, and it itself after a restart.
  await openedBy(first, storage).check();
});

test('once the files were taken over, the installation that had them removes none of them any more', async () => {
  const [old, restored, storage] = [await newDatabase(), await newDatabase(), await inFolder()];
  await openedBy(old, storage).put(key, Buffer.from('kept'));
  await withClient(restored, (client) => takeStorage(client, storage));
  await expect(openedBy(old, storage).remove(key)).rejects.toBeInstanceOf(OthersFiles);
  await openedBy(restored, storage).remove(key);
});

test('a copy of a database, which has the same id, is refused once the original has renewed its mark', async () => {
  const [url, storage] = [await newDatabase(), await inFolder()];
  await openedBy(url, storage).check();
  await withClient(url, async (client) => {
    // Set back to what it was before, as a copy is.
    await client.query('delete from storage_stamps');
    expect(await holderOf(client, storage)).toMatchObject({ is: 'copy' });
  });
  await expect(openedBy(url, storage).remove(key)).rejects.toThrow(/those of a copy of this installation/);
});

test('processes that start at once on storage of nobody find that it is theirs', async () => {
  const [url, storage] = [await newDatabase(), await inBucket()];
  await Promise.all(Array.from({ length: 4 }, () => openedBy(url, storage).check()));
  await withClient(url, async (client) => {
    expect(await holderOf(client, storage)).toMatchObject({ is: 'us' });
    expect((await client.query('select from storage_stamps')).rowCount).toBe(1);
  });
});

test('a database that is thrown away leaves its files to the next one, and those of another one alone', async () => {
  const [first, second, storage] = [await newDatabase(), await newDatabase(), await inBucket()];
  await openedBy(first, storage).check();
  await withClient(second, (client) => leaveStorage(client, storage));
  await expect(openedBy(second, storage).check()).rejects.toBeInstanceOf(OthersFiles);
  await withClient(first, (client) => leaveStorage(client, storage));
  await openedBy(second, storage).check();
});

/** A schema in which no stamps are kept. */
const older = 45;

async function olderDatabase() {
  const database = await emptyTestDatabase();
  onTestFinished(() => database[Symbol.asyncDispose]());
  await migrate(database.url, { to: older });
  return database.url;
}

test('files that a database of an older schema takes over are its own also after its upgrade', async () => {
  const [first, second, storage] = [await newDatabase(), await olderDatabase(), await inFolder()];
  await openedBy(first, storage).put(key, Buffer.from('kept'));
  await withClient(second, (client) => takeStorage(client, storage));
  await expect(openedBy(first, storage).remove(key)).rejects.toBeInstanceOf(OthersFiles);
  await migrate(second);
  await openedBy(second, storage).remove(key);
  // What was copied before is told from it from now on.
  await withClient(second, async (client) => {
    expect(await holderOf(client, storage)).toMatchObject({ is: 'us' });
    await client.query('delete from storage_stamps');
    expect(await holderOf(client, storage)).toMatchObject({ is: 'copy' });
  });
});

test('a database that was set back to an older schema is refused before it is upgraded', async () => {
  const [url, storage] = [await olderDatabase(), await inFolder()];
  await withClient(url, async (client) => {
    await takeStorage(client, storage);
    expect(await holderOf(client, storage)).toMatchObject({ is: 'us' });
    const mark = JSON.parse((await storage.mark?.read()) ?? '');
    // As it was marked after an upgrade.
    await storage.mark?.write(JSON.stringify({ ...mark, stamp: randomUUID() }));
    expect(await holderOf(client, storage)).toMatchObject({ is: 'copy' });
  });
});

test('what takes no new mark lets its own installation remove files, and says that it is in trouble', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const [url, double] = [await newDatabase(), await newBucket()];
  const storage = await inBucket(double);
  await openedBy(url, storage).put(key, Buffer.from('to be removed'));
  const mark = JSON.parse((await storage.mark?.read()) ?? '');
  const long_ago = new Date(Date.now() - 11 * 60_000).toISOString();
  await storage.mark?.write(JSON.stringify({ ...mark, written_at: long_ago }));
  double.fail('full');
  const own = openedBy(url, storage);
  for (let times = 0; times < 20; times += 1) {
    await expect(own.check()).rejects.toMatchObject({ trouble: 'denied' });
    vi.advanceTimersByTime(11_000);
  }
  await expect(own.put(key, Buffer.from('x'))).rejects.toMatchObject({ trouble: 'denied' });
  await own.remove(key);
  expect(await storage.get(key)).toBeUndefined();
  const stamps = async () =>
    withClient(url, async (client) => (await client.query('select from storage_stamps')).rowCount);
  expect(await stamps()).toBe(2);
  double.fail(undefined);
  vi.advanceTimersByTime(11_000);
  await own.check();
  expect(await stamps()).toBe(2);
  await openedBy(url, storage).check();
});

test('files of nobody are not touched while they cannot be marked', async () => {
  const [url, double] = [await newDatabase(), await newBucket()];
  const own = openedBy(url, await inBucket(double));
  double.fail('full');
  for (const _ of [1, 2, 3]) await expect(own.remove(key)).rejects.toMatchObject({ trouble: 'denied' });
  await withClient(url, async (client) =>
    expect((await client.query('select from storage_stamps')).rowCount).toBe(1),
  );
});

test("a mark that nobody can read is somebody else's", async () => {
  const [url, storage] = [await newDatabase(), await inFolder()];
  await storage.mark?.write('');
  await expect(openedBy(url, storage).remove(key)).rejects.toThrow(/with the database \(unknown\)/);
});

test('a database that hangs or is away keeps nobody waiting who was sure of the files a minute ago', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const [url, storage] = [await newDatabase(), await inFolder()];
  await using gate = await gateTo(url);
  const own = openedBy(gate.url, storage);
  await own.check();
  for (const fail of [async () => gate.hang(), gate.shut]) {
    vi.advanceTimersByTime(61_000);
    const before = Date.now();
    await fail();
    await own.put(key, Buffer.from('x'));
    expect(Date.now() - before).toBeLessThan(4_000);
  }
});
