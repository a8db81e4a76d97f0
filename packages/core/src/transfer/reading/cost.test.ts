import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { archiveAttacks } from '@tickets/testkit/archives/archive-attacks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ArchiveProblem } from '../format/problem.ts';
import { lookAt, openAny } from './open-archive.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tickets-cost-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Of the processor, with the threads that unpack. */
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** What reading an archive costs until it is refused, or all that is set up in it was read. */
async function costOf(path: string): Promise<number> {
  const file = {
    path,
    folder: await mkdtemp(join(folder, 'read-')),
    kept_free_bytes: 0,
    key: undefined,
    now: new Date().toISOString(),
  };
  const before = cpuMs();
  try {
    await lookAt(file);
    const { archive } = await openAny(file);
    await using opened = archive;
    for await (const _ of opened.setupLines());
  } catch (error) {
    if (!(error instanceof ArchiveProblem)) throw error;
  }
  return cpuMs() - before;
}

/** What costs no more than this is compared with nothing: the clock of the processor counts in steps of some milliseconds. */
const littleMs = 20;
/** Nearly as attacks are, and with so much less that no limit ends them before all of it was read. */
const sizes = archiveAttacks.flatMap(([what, make]) =>
  [0.75, 0.001].map((size) => [`${what}, times ${size}`, make, size] as const),
);

test.each(sizes)(
  '%s: twice as much costs at most 2.5 times as much of the processor',
  { timeout: 120_000 },
  async (_, make, size) => {
    const paths = { once: join(folder, 'once.zip'), twice: join(folder, 'twice.zip') };
    await Promise.all([writeFile(paths.once, make(size / 2)), writeFile(paths.twice, make(size))]);
    const least = { once: await costOf(paths.once), twice: await costOf(paths.twice) };
    // The first time it is compiled, too.
    for (let n = 0; n < 4 && least.twice > Math.max(littleMs, 2.5 * least.once); n += 1) {
      least.once = Math.min(least.once, await costOf(paths.once));
      least.twice = Math.min(least.twice, await costOf(paths.twice));
    }
    expect(least.twice).toBeLessThanOrEqual(Math.max(littleMs, 2.5 * least.once));
  },
);
