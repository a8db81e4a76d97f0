/**
 * Lets the program, its database and its disk fail many times while people use it, and checks that nothing is lost, double or
 * stuck. Usage:
 * node scripts/crash.ts [rounds] [seed]; the seed of a run that failed repeats what people did in it.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const [rounds = '25', seed] = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    'apps/tickets/src/whole/crash.test.ts',
    '--project=node',
    '--disableConsoleIntercept',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CRASH_ROUNDS: rounds, ...(seed && { CRASH_SEED: seed }) },
  },
);
process.exitCode = status ?? 1;
