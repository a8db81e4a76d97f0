import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCrashRounds } from '@tickets/testkit/crash-rounds';
import { createTestDatabase } from '@tickets/testkit/database';
import { expect, onTestFinished, test } from 'vitest';

/** `scripts/crash.ts` asks for more of them. */
const rounds = Number(process.env.CRASH_ROUNDS ?? 4);
const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);

test('killed at any moment while people use it, the program loses, doubles and forgets nothing', {
  timeout: 120_000 + rounds * 20_000,
}, async () => {
  await using database = await createTestDatabase();
  const data_dir = await mkdtemp(join(tmpdir(), 'tickets-crash-'));
  onTestFinished(() => rm(data_dir, { recursive: true, force: true }));
  const main = join(import.meta.dirname, 'main.ts');
  const found = await runCrashRounds({
    main,
    database_url: database.url,
    data_dir,
    rounds,
    seed,
    say: console.log,
  });
  const { differences, ...counts } = found;
  console.log(JSON.stringify(counts));
  expect(differences, `seed ${seed}`).toEqual([]);
  expect(found.tickets).toBeGreaterThan(0);
});
