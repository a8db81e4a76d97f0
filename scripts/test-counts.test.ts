import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Result, readPlaywright, resultOf, sum } from './test-counts.ts';

function reportFile(content: unknown) {
  const dir = mkdtempSync(join(tmpdir(), 'tickets-report-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const path = join(dir, 'report.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const readVitest = (json: string): Result => JSON.parse(json);

/** A report with two tests in a group, the second of which ended as said. */
const playwright = (status: string) => ({
  stats: { expected: status === 'expected' ? 2 : 1 },
  errors: [],
  suites: [
    {
      title: 'a.spec.ts',
      suites: [
        {
          title: 'a group',
          specs: [
            {
              title: 'one',
              file: 'a.spec.ts',
              line: 3,
              tests: [{ status: 'expected', results: [{ errors: [] }] }],
            },
            {
              title: 'two',
              file: 'a.spec.ts',
              line: 9,
              tests: [{ status, results: [{ errors: [{ message: 'too late' }] }] }],
            },
          ],
        },
      ],
    },
  ],
});

test('tests and failures of all runners are summed', () => {
  const failure = { name: 'a test', message: 'why' };
  expect(
    sum([
      { passed: 2, failures: [failure] },
      { passed: 4, failures: [] },
    ]),
  ).toEqual({ passed: 6, failures: [failure] });
});

test.each(['unexpected', 'flaky'])(
  'a browser test that is %s is a failure with its place and reason',
  (status) => {
    expect(readPlaywright(JSON.stringify(playwright(status)))).toEqual({
      passed: 1,
      failures: [{ name: 'a.spec.ts:9 two', message: 'too late' }],
    });
  },
);

test('browser tests that passed are counted', () => {
  expect(readPlaywright(JSON.stringify(playwright('expected')))).toEqual({ passed: 2, failures: [] });
});

test('a runner that ran nothing, crashed, or wrote no report cannot pass', () => {
  const one = reportFile({ passed: 1, failures: [] });
  const none = reportFile({ passed: 0, failures: [] });
  const crashed = (status: number) => [
    { name: 'Vitest', message: `failed outside of its tests (exit code ${status})` },
  ];
  expect(resultOf('Vitest', 0, one, readVitest)).toEqual({ passed: 1, failures: [] });
  expect(resultOf('Vitest', 0, none, readVitest)).toEqual({
    passed: 0,
    failures: [{ name: 'Vitest', message: 'ran no test' }],
  });
  expect(resultOf('Vitest', 1, one, readVitest)).toEqual({ passed: 1, failures: crashed(1) });
  expect(resultOf('Vitest', 137, `${one}.missing`, readVitest)).toEqual({
    passed: 0,
    failures: crashed(137),
  });
});
