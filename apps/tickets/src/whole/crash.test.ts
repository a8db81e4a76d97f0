import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCrashRounds } from '@tickets/testkit/faults/crash-rounds';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { smallDisk } from '@tickets/testkit/outside/small-disk';
import { expect, onTestFinished, test } from 'vitest';

// What fails here on purpose is reported.
allowWarning(/./);

/** `scripts/crash.ts` asks for more of them. */
const rounds = Number(process.env.CRASH_ROUNDS ?? 5);
/** How many calls a ban of some seconds may refuse, of those of twelve members and three of the staff. */
const REFUSED_MAX = 30;
const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);

test('whatever fails at any moment while people use it, the program loses, doubles and forgets nothing', {
  timeout: 240_000 + rounds * 40_000,
}, async () => {
  await using disk = await smallDisk();
  const data_dir = await mkdtemp(join(disk?.dir ?? tmpdir(), 'tickets-crash-'));
  // The account that runs PostgreSQL must get through.
  await chmod(data_dir, 0o755);
  onTestFinished(() => rm(data_dir, { recursive: true, force: true }));
  const main = join(import.meta.dirname, '../main.ts');
  const found = await runCrashRounds({
    main,
    data_dir,
    disk,
    rounds,
    seed,
    say: console.log,
  });
  const { differences, ...counts } = found;
  console.log(JSON.stringify(counts));
  expect(differences, `seed ${seed}`).toEqual([]);
  expect(found.tickets).toBeGreaterThan(0);
  // Calls that were on their way when it began, and one try in ten seconds by an answer to a press.
  if (rounds >= 5) expect(found.bans.length).toBeGreaterThan(0);
  for (const refused of found.bans) expect(refused).toBeLessThan(REFUSED_MAX);
});
