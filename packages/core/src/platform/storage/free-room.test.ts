import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { requireFreeRoom, whileThereIsRoom } from './free-room.ts';
import { diskStorage } from './storage.ts';

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tickets-room-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}
const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile()).length;

test('a disk with less left than files leave free takes none, and keeps what it has', async () => {
  const folder = await emptyFolder();
  const kept = randomBytes(16).toString('hex');
  await diskStorage(folder, { kept_free_bytes: 0 }).put(kept, Buffer.from('bread'));
  const full = diskStorage(folder, { kept_free_bytes: Number.MAX_SAFE_INTEGER });
  const key = randomBytes(16).toString('hex');
  const refused = { code: 'service.disk_full' };
  await expect(full.requireRoom?.()).rejects.toMatchObject(refused);
  await expect(full.check()).rejects.toMatchObject(refused);
  await expect(full.put(key, Buffer.from('x'))).rejects.toMatchObject(refused);
  await expect(full.putStream(key, Readable.from([Buffer.from('x')]))).rejects.toMatchObject(refused);
  expect(await filesIn(folder)).toBe(1);
  await full.remove(kept);
  expect(await filesIn(folder)).toBe(0);
});

test('the bound itself is room enough', async () => {
  await expect(requireFreeRoom(await emptyFolder(), 0)).resolves.toBeUndefined();
});

test('what is left is looked at every few megabytes, and a file for which it is too little ends there', async () => {
  let looks = 0;
  let read = 0;
  const megabytes = async function* () {
    for (; read < 100; read += 1) yield Buffer.alloc(1024 ** 2);
  };
  const room = async () => {
    looks += 1;
    if (looks === 3) throw new Error('no room');
  };
  let written = 0;
  const all = (async () => {
    for await (const piece of whileThereIsRoom(megabytes(), room)) written += piece.length;
  })();
  await expect(all).rejects.toThrow('no room');
  expect([written, read]).toEqual([8 * 1024 ** 2, 8]);
});
