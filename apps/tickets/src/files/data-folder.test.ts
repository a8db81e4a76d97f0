import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartupError } from '@tickets/core/platform/startup-error';
import { codeCache } from '@tickets/testkit/outside/program';
import { smallDisk } from '@tickets/testkit/outside/small-disk';
import { expect, onTestFinished, test } from 'vitest';
import { requireDataFolder } from './data-folder.ts';

async function temporary() {
  const dir = await mkdtemp(join(tmpdir(), 'tickets-folder-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

test('a data folder is made with those above it, and left empty', async () => {
  const dir = join(await temporary(), 'a/b');
  await requireDataFolder(dir);
  await requireDataFolder(dir);
  expect(await readdir(dir)).toEqual([]);
});

test('a data folder that cannot be made is refused in a sentence that names it, and what is in its way', async () => {
  const file = join(await temporary(), 'file');
  await writeFile(file, '');
  const impossible = [
    file,
    join(file, 'below'),
    join(file, 'far/below'),
    ...(existsSync('/proc/1') ? ['/proc/x', '/proc/x/y'] : []),
  ];
  for (const dir of impossible) {
    const error = await requireDataFolder(dir).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StartupError);
    expect(String(error)).toContain(
      dir.startsWith(file)
        ? `The data folder ${dir} cannot be created: ${file} is not a folder.`
        : `The data folder ${dir} cannot be written: `,
    );
    expect(String(error)).toContain('--data-dir or DATA_DIR');
  }
});

test('the doctor makes no data folder, and says with one voice that there is none yet', async () => {
  const above = await temporary();
  const dir = join(above, 'a/b');
  const child = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../main.ts'), 'doctor', '--data-dir', dir],
    { cwd: above, env: { PATH: process.env.PATH, ...codeCache() }, encoding: 'utf8' },
  );
  expect(child.stderr).toBe('');
  expect(child.stdout).toContain(
    `ok     Data folder               ${dir} is not there yet; the first start makes it\n`,
  );
  expect(child.stdout).toMatch(/Disk space +[\d.]+ GiB are free/);
  expect(child.stdout).toMatch(/- +Database +There is no embedded PostgreSQL yet; npm start makes it\./);
  expect(child.status).toBe(0);
  expect(await readdir(above)).toEqual([]);
});

test('a data folder on a full disk is refused in a sentence', async ({ skip }) => {
  await using disk = await smallDisk();
  if (!disk) return skip('This account may not mount a small disk.');
  await disk.fill();
  await expect(requireDataFolder(disk.dir)).rejects.toThrow(/^The disk of the data folder \S+ is full\./);
  await disk.free();
  await requireDataFolder(disk.dir);
});
