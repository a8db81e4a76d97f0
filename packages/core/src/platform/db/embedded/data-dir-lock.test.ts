import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
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

/** What a network disk without a lock service says of every lock, to the process that loads it. */
const noLocks = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
static int answer(const char *name, int fd, int cmd, void *arg) {
  if (cmd == F_SETLK || cmd == F_SETLKW || cmd == F_GETLK) { errno = ENOLCK; return -1; }
  return ((int (*)(int, int, ...)) dlsym(RTLD_NEXT, name))(fd, cmd, arg);
}
int fcntl(int fd, int cmd, ...) { va_list a; va_start(a, cmd); return answer("fcntl", fd, cmd, va_arg(a, void *)); }
int fcntl64(int fd, int cmd, ...) { va_list a; va_start(a, cmd); return answer("fcntl64", fd, cmd, va_arg(a, void *)); }
`;
const canBuild = process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0;

test.runIf(canBuild)(
  'a folder on a disk without locks is shared with a warning, and nobody gets it alone',
  async () => {
    const [dataDir, tools] = [await newDataDir(), await newDataDir()];
    await writeFile(join(tools, 'no-locks.c'), noLocks);
    const library = join(tools, 'no-locks.so');
    const built = spawnSync('cc', ['-shared', '-fPIC', '-o', library, join(tools, 'no-locks.c'), '-ldl']);
    expect(String(built.stderr)).toBe('');
    const script = `
      import { lockDataDir, shareDataDir } from ${JSON.stringify(join(import.meta.dirname, 'data-dir-lock.ts'))};
      const log = { warn: (_, text) => console.log('shared:', text) };
      await (await shareDataDir(process.argv[1], log)).release();
      await lockDataDir(process.argv[1]).catch((error) => console.log('alone:', error.message));
    `;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script, dataDir], {
      env: { ...process.env, LD_PRELOAD: library },
      encoding: 'utf8',
    });
    expect(stdout).toMatch(
      new RegExp(
        `^shared: the disk of the data folder gives no locks.*\\nalone: The disk of ${dataDir} gives no locks.*\\n$`,
      ),
    );
    expect(await readdir(dataDir)).toEqual(['program.lock']);
  },
);
