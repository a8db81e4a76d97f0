import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
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
  // Other programs use the disk meanwhile: it has more than the one and less than the other, whatever they do.
  const write = (kept_free_bytes: number) =>
    folderPlace(dir, kept_free_bytes).write(`full/${kept_free_bytes}`, Readable.from([Buffer.from('bread')]));
  await write(0);
  await expect(write(Number.MAX_SAFE_INTEGER)).rejects.toThrow(
    /^its disk has \d+ MiB left, and backups leave \d+ MiB free$/,
  );
});
