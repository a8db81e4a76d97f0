import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { countPlaywright, countVitest, resultOf, sum } from './test-counts.ts';

function reportFile(content: unknown) {
  const dir = mkdtempSync(join(tmpdir(), 'tickets-report-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const path = join(dir, 'report.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const vitest = (...files: { status: string; tests: string[] }[]) => ({
  testResults: files.map(({ status, tests }, index) => ({
    status,
    name: `file-${index}`,
    assertionResults: tests.map((status) => ({ status, fullName: 'a test' })),
  })),
});

test('tests of all runners are summed', () => {
  const unit = countVitest(
    JSON.stringify(vitest({ status: 'failed', tests: ['passed', 'failed', 'passed'] })),
  );
  const e2e = countPlaywright(
    JSON.stringify({ stats: { expected: 4, unexpected: 1, flaky: 0 }, errors: [] }),
  );
  expect(sum([unit, e2e])).toEqual({ passed: 6, failed: 2 });
});

test('a file that does not load is a failure although none of its tests failed', () => {
  expect(countVitest(JSON.stringify(vitest({ status: 'failed', tests: [] })))).toEqual({
    passed: 0,
    failed: 1,
  });
});

test('a browser test that passed only on repetition is a failure', () => {
  const report = { stats: { expected: 3, unexpected: 0, flaky: 1 }, errors: [] };
  expect(countPlaywright(JSON.stringify(report))).toEqual({ passed: 3, failed: 1 });
});

test('a runner that ran nothing, crashed, or wrote no report cannot pass', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const one = reportFile(vitest({ status: 'passed', tests: ['passed'] }));
  const none = reportFile(vitest());
  expect(resultOf('Vitest', 0, one, countVitest)).toEqual({ passed: 1, failed: 0 });
  expect(resultOf('Vitest', 0, none, countVitest)).toEqual({ passed: 0, failed: 1 });
  expect(resultOf('Vitest', 1, one, countVitest)).toEqual({ passed: 1, failed: 1 });
  expect(resultOf('Vitest', 137, `${one}.missing`, countVitest)).toEqual({ passed: 0, failed: 1 });
});
