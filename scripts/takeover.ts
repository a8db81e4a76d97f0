/**
 * Ends one of two processes that run the same bots many times, and checks that the other goes on with all of them and nothing is
 * lost or done twice. Usage:
 * node scripts/takeover.ts [rounds]
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const [rounds = '20'] = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    'apps/tickets/src/whole/takeover.test.ts',
    '--project=node',
    '--disableConsoleIntercept',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TAKEOVER_ROUNDS: rounds },
  },
);
process.exitCode = status ?? 1;
