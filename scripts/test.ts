/**
 * All tests: the checks, Vitest, and the journeys in a browser; each counted. The last line is the sum, and the exit
 * code is 0 only when something ran and nothing failed. Names as arguments (check, unit, e2e) choose parts.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWebWhenStale } from './build-web.ts';
import { ensureChromium } from './chromium.ts';
import { type Counts, countPlaywright, countVitest, resultOf, sum } from './test-counts.ts';

const root = join(import.meta.dirname, '..');
const bin = (path: string) => join(root, 'node_modules', path);
const reports = mkdtempSync(join(tmpdir(), 'tickets-reports-'));

function run(args: string[], env: NodeJS.ProcessEnv = {}): number {
  const { status, error } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  if (error) console.error(error.message);
  return status ?? 1;
}

const checks: Record<string, string[]> = {
  'formatted and linted (biome)': [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'],
  'no floating promises (oxlint)': [bin('oxlint/bin/oxlint'), '--type-aware'],
  'types fit (tsc)': [bin('typescript/bin/tsc'), '--noEmit', '-p', 'tsconfig.json'],
  'imports point the right way': [join(root, 'scripts/check-imports.ts')],
};

const parts: Record<string, () => Counts> = {
  check() {
    const counts = { passed: 0, failed: 0 };
    for (const [name, args] of Object.entries(checks)) {
      const ok = run(args) === 0;
      counts[ok ? 'passed' : 'failed'] += 1;
      console.log(`${ok ? 'passed' : 'FAILED'}  ${name}`);
    }
    return counts;
  },
  unit() {
    const report = join(reports, 'vitest.json');
    const status = run([
      bin('vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ]);
    return resultOf('Vitest', status, report, countVitest);
  },
  e2e() {
    buildWebWhenStale();
    const report = join(reports, 'playwright.json');
    const status = run(
      [bin('@playwright/test/cli.js'), 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'],
      { CHROMIUM_PATH: ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    );
    return resultOf('Playwright', status, report, countPlaywright);
  },
};

const wanted = process.argv.slice(3);
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length) {
  console.error(
    `There is no part ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}; all without a name.`,
  );
  process.exit(2);
}

const counts: Counts[] = [];
for (const [name, part] of Object.entries(parts)) {
  if (wanted.length && !wanted.includes(name)) continue;
  console.log(`\n== ${name}`);
  try {
    counts.push(part());
  } catch (error) {
    // The other parts still say what they have to say.
    console.error(error instanceof Error ? error.message : error);
    counts.push({ passed: 0, failed: 1 });
  }
}
rmSync(reports, { recursive: true, force: true });

const { passed, failed } = sum(counts);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
