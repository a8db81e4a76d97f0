/**
 * All tests: the checks, then Vitest and the journeys in a browser side by side, because each waits half of its time; each
 * counted. What failed is named again at the end, the last line is the sum, and the exit code is 0 only when something ran
 * and nothing failed. Names as arguments (check, unit, e2e) choose parts.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWebWhenStale } from './build-web.ts';
import { ensureChromium } from './chromium.ts';
import { type Result, readPlaywright, resultOf, sum } from './test-counts.ts';

const root = join(import.meta.dirname, '..');
const bin = (path: string) => join(root, 'node_modules', path);
const reports = mkdtempSync(join(tmpdir(), 'tickets-reports-'));

interface Output {
  /** Where a part writes; undefined: to where this one does, at once. */
  kept?: Buffer[];
}

/** Runs a script of Node's. Returns its exit code. */
async function run(args: string[], { kept }: Output, env: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', kept ? 'pipe' : 'inherit', kept ? 'pipe' : 'inherit'],
    env: { ...process.env, ...env },
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => kept?.push(chunk));
  try {
    const [status] = await once(child, 'close');
    return status ?? 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

const checks: Record<string, string[]> = {
  'formatted and linted (biome)': [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'],
  'no floating promises (oxlint)': [bin('oxlint/bin/oxlint'), '--type-aware'],
  'types fit (tsc)': [bin('typescript/bin/tsc'), '--noEmit', '-p', 'tsconfig.json'],
  'imports point the right way': [join(root, 'scripts/check-imports.ts')],
};

const parts: Record<string, (output: Output) => Promise<Result>> = {
  async check(output) {
    const result: Result = { passed: 0, failures: [] };
    for (const [name, args] of Object.entries(checks)) {
      const ok = (await run(args, output)) === 0;
      if (ok) result.passed += 1;
      else result.failures.push({ name, message: 'What it found is printed above, under "check".' });
      console.log(`${ok ? 'passed' : 'FAILED'}  ${name}`);
    }
    return result;
  },
  async unit(output) {
    const report = join(reports, 'vitest.json');
    const status = await run(
      [
        bin('vitest/vitest.mjs'),
        'run',
        '--reporter=default',
        `--reporter=${join(root, 'scripts/vitest-report.ts')}`,
      ],
      output,
      { VITEST_REPORT_FILE: report },
    );
    return resultOf('Vitest', status, report, (json) => JSON.parse(json));
  },
  async e2e(output) {
    buildWebWhenStale();
    const report = join(reports, 'playwright.json');
    const status = await run(
      [bin('@playwright/test/cli.js'), 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'],
      output,
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

const chosen = Object.keys(parts).filter((name) => !wanted.length || wanted.includes(name));
const results: Result[] = [];

/** What a part found. The other parts still say what they have to say when it cannot run. */
async function resultOfPart(name: string, output: Output = {}): Promise<Result> {
  try {
    return (await parts[name]?.(output)) ?? { passed: 0, failures: [] };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { passed: 0, failures: [{ name, message }] };
  }
}

if (chosen.includes('check')) {
  console.log('\n== check');
  results.push(await resultOfPart('check'));
}
const [first, ...beside] = chosen.filter((name) => name !== 'check');
if (first) {
  const later = beside.map((name) => {
    const kept: Buffer[] = [];
    return { name, kept, result: resultOfPart(name, { kept }) };
  });
  console.log(`\n== ${first}`);
  results.push(await resultOfPart(first));
  for (const { name, kept, result } of later) {
    const found = await result;
    console.log(`\n== ${name}`);
    process.stdout.write(Buffer.concat(kept));
    results.push(found);
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
