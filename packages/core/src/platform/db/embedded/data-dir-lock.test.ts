import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { lockDataDir } from './data-dir-lock.ts';

async function newDataDir() {
  const dir = await mkdtemp(join(tmpdir(), 'tickets-lock-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** A program of its own that holds the lock until it is killed. */
async function holdInChild(dataDir: string) {
  const script = `
    import { lockDataDir } from ${JSON.stringify(join(import.meta.dirname, 'data-dir-lock.ts'))};
    const lock = await lockDataDir(process.argv[1]);
    await lock.announce({ address: 'http://127.0.0.1:8080' });
    console.log('held');
    setInterval(() => lock, 1000); // what nobody holds is collected, and unlocked
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(createInterface(child.stdout), 'line');
  return child;
}

test('a second program on a data folder is told the process and the address of the first', async () => {
  const dataDir = await newDataDir();
  const first = await holdInChild(dataDir);
  await expect(lockDataDir(dataDir)).rejects.toThrow(
    new RegExp(`already runs on ${dataDir} \\(process ${first.pid}, http://127.0.0.1:8080\\).*--data-dir`),
  );
});

test('a program that was killed leaves no lock', async () => {
  const dataDir = await newDataDir();
  const first = await holdInChild(dataDir);
  first.kill('SIGKILL');
  await once(first, 'exit');
  await (await lockDataDir(dataDir)).release();
});

test('of many programs that start at once on one folder exactly one gets it', async () => {
  const dataDir = await newDataDir();
  const tries = await Promise.allSettled(Array.from({ length: 10 }, () => lockDataDir(dataDir)));
  const held = tries.filter((result) => result.status === 'fulfilled');
  expect(held).toHaveLength(1);
  await held[0]?.value.release();
  await (await lockDataDir(dataDir)).release();
});
