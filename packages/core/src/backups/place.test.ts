import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
