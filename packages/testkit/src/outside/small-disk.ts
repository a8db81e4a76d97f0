import { execFile } from 'node:child_process';
import { chmod, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Files of people leave 256 MiB of it free, and PostgreSQL needs some room beside. */
const BYTES = 1024 ** 3;
const CHUNK = Buffer.alloc(1024 ** 2);

/** A folder that can be full without anybody else's disk being so. */
export interface SmallDisk extends AsyncDisposable {
  dir: string;
  /** `but`: the bytes that are left. */
  fill(but?: number): Promise<void>;
  free(): Promise<void>;
}

/** Undefined where this account may not mount one. */
export async function smallDisk(): Promise<SmallDisk | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const dir = await mkdtemp(join(tmpdir(), 'tickets-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${BYTES}`, 'tmpfs', dir]);
  } catch {
    await rm(dir, { recursive: true });
    return undefined;
  }
  await chmod(dir, 0o755);
  const ballast = join(dir, 'ballast');
  return {
    dir,
    async fill(but = 0) {
      const file = await open(ballast, 'w');
      try {
        for (let step = CHUNK; ; ) {
          const { bytesWritten } = await file.write(step).catch(() => ({ bytesWritten: 0 }));
          if (bytesWritten) continue;
          // What is left of the last page.
          if (step.length === 1) {
            if (but) await file.truncate((await file.stat()).size - but);
            return;
          }
          step = step.subarray(0, step.length > 4096 ? 4096 : 1);
        }
      } finally {
        await file.close();
      }
    },
    free: () => rm(ballast, { force: true }),
    async [Symbol.asyncDispose]() {
      await run('umount', ['-l', dir]);
      await rm(dir, { recursive: true, force: true });
    },
  };
}
