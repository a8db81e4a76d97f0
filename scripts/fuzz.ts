/**
 * Sends a running program odd calls of every route, by people of every standing, and checks that none is answered with 5xx.
 * Usage: node scripts/fuzz.ts [calls] [seed]; the seed of a run that failed repeats its calls.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const [calls = '2000', seed] = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    'apps/tickets/src/whole/fuzz.test.ts',
    '--project=node',
    '--disableConsoleIntercept',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, FUZZ_CALLS: calls, ...(seed && { FUZZ_SEED: seed }) },
  },
);
process.exitCode = status ?? 1;
