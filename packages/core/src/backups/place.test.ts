import { mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { checkPlace, folderPlace } from './place.ts';

// On Linux only: there the recursive mkdir of Node never ends.
test.runIf(process.platform === 'linux')('a place below /proc is refused at once', async () => {
  await expect(checkPlace(folderPlace('/proc/nope/backups'))).rejects.toThrow('/proc/nope');
});

test('a look whether backups can be kept somewhere leaves nothing there, and says what is wrong', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'tickets-place-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const good = join(dir, 'backups');
  await checkPlace(folderPlace(good));
  expect(await readdir(good)).toEqual([]);
  const bad = join(dir, 'file', 'backups');
  await writeFile(join(dir, 'file'), '');
  await expect(checkPlace(folderPlace(bad))).rejects.toThrow(bad);
});

test('a backup leaves the disk of its folder room, and says how much there is', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'tickets-place-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const { bavail, bsize } = await statfs(dir);
  const piece = Buffer.alloc(1024 ** 2);
  // By far more than what other programs write meanwhile.
  const room = 64 * piece.length;
  const place = folderPlace(dir, bavail * bsize - room);
  let given = 0;
  async function* pieces() {
    for (; given < 200; given += 1) yield piece;
  }
  await expect(place.write('full/a', Readable.from(pieces()))).rejects.toThrow(
    /^its disk has \d+ MiB left, and backups leave \d+ MiB free$/,
  );
  expect(given).toBeGreaterThan(0);
  expect(given).toBeLessThan(200);
});
