/**
 * Takes the database away from a process of each role, and checks that it lives, says so at its addresses, and works afterwards.
 * Usage: node scripts/outage.ts [seconds]
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const [seconds = '30'] = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    'apps/tickets/src/whole/outage.test.ts',
    '--project=node',
    '--disableConsoleIntercept',
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, OUTAGE_MS: String(Number(seconds) * 1000) } },
);
process.exitCode = status ?? 1;
