/**
 * All tests: the checks, Vitest, and the journeys in a browser; each counted. What failed is named again at the end, the
 * last line is the sum, and the exit code is 0 only when something ran and nothing failed. Names as arguments (check,
 * unit, e2e) choose parts.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWebWhenStale } from './build-web.ts';
import { ensureChromium } from './chromium.ts';
import { type Result, readPlaywright, resultOf, sum } from './test-counts.ts';

const root = join(import.meta.dirname, '..');
const bin = (path: string) => join(root, 'node_modules', path);
const reports = mkdtempSync(join(tmpdir(), 'tickets-reports-'));

const inMemory = '/dev/shm';
const plenty = 8 * 1024 ** 3;

/**
 * Databases and data folders of tests are made, copied and thrown away by the dozen: in memory, where the machine has
 * plenty, that costs next to nothing. A TMPDIR that is set stays.
 */
function temporaryFolder(): NodeJS.ProcessEnv {
  if (process.env.TMPDIR || process.platform !== 'linux' || freemem() < plenty) return {};
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize < plenty ? {} : { TMPDIR: inMemory };
  } catch {
    return {}; // Not every Linux has it.
  }
}

function run(args: string[], env: NodeJS.ProcessEnv = {}): number {
  const { status, error } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...temporaryFolder(), ...env },
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

const parts: Record<string, () => Result> = {
  check() {
    const result: Result = { passed: 0, failures: [] };
    for (const [name, args] of Object.entries(checks)) {
      const ok = run(args) === 0;
      if (ok) result.passed += 1;
      else result.failures.push({ name, message: 'What it found is printed above, under "check".' });
      console.log(`${ok ? 'passed' : 'FAILED'}  ${name}`);
    }
    return result;
  },
  unit() {
    const report = join(reports, 'vitest.json');
    const status = run(
      [
        bin('vitest/vitest.mjs'),
        'run',
        '--reporter=default',
        `--reporter=${join(root, 'scripts/vitest-report.ts')}`,
      ],
      { VITEST_REPORT_FILE: report },
    );
    return resultOf('Vitest', status, report, (json) => JSON.parse(json));
  },
  e2e() {
    buildWebWhenStale();
    const report = join(reports, 'playwright.json');
    const status = run(
      [bin('@playwright/test/cli.js'), 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'],
      { CHROMIUM_PATH: ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    );
    return resultOf('Playwright', status, report, readPlaywright);
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

const results: Result[] = [];
for (const [name, part] of Object.entries(parts)) {
  if (wanted.length && !wanted.includes(name)) continue;
  console.log(`\n== ${name}`);
  try {
    results.push(part());
  } catch (error) {
    // The other parts still say what they have to say.
    results.push({
      passed: 0,
      failures: [{ name, message: error instanceof Error ? error.message : String(error) }],
    });
  }
}
rmSync(reports, { recursive: true, force: true });

const { passed, failures } = sum(results);
// Said once more at the end: anyone who reads only the tail of a long log still learns what to look at.
for (const { name, message } of failures) {
  console.log(`\nFAILED  ${name}\n${message.split('\n').slice(0, 25).join('\n')}`);
}
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 && passed > 0 ? 0 : 1;
