import { existsSync, readFileSync } from 'node:fs';

export interface Counts {
  passed: number;
  failed: number;
}

export const sum = (counts: Counts[]): Counts =>
  counts.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }), {
    passed: 0,
    failed: 0,
  });

/**
 * What a runner reported, made whole: a runner that failed without naming a test, ran nothing or wrote no report
 * counts as one failure.
 */
export function resultOf(
  runner: string,
  status: number,
  report: string,
  count: (json: string) => Counts,
): Counts {
  const counts = existsSync(report) ? count(readFileSync(report, 'utf8')) : { passed: 0, failed: 0 };
  if (counts.failed === 0 && (status !== 0 || counts.passed === 0)) {
    console.error(
      status === 0 ? `${runner} ran no test` : `${runner} failed outside of its tests (exit code ${status})`,
    );
    return { ...counts, failed: 1 };
  }
  return counts;
}

/** A file that could not even be loaded holds no tests, but has failed. */
export function countVitest(json: string): Counts {
  const report: {
    testResults: { status: string; name: string; assertionResults: { status: string; fullName: string }[] }[];
  } = JSON.parse(json);
  const counts = { passed: 0, failed: 0 };
  for (const file of report.testResults) {
    const statuses = file.assertionResults.map(({ status }) => status);
    counts.passed += statuses.filter((status) => status === 'passed').length;
    counts.failed += statuses.filter((status) => status === 'failed').length;
    if (file.status === 'failed' && !statuses.includes('failed')) counts.failed += 1;
  }
  return counts;
}

/** A test that passed only when repeated is counted as failed: it says that something is unreliable. */
export function countPlaywright(json: string): Counts {
  const report: {
    stats: { expected: number; unexpected: number; flaky: number };
    errors: unknown[];
  } = JSON.parse(json);
  const failed = report.stats.unexpected + report.stats.flaky;
  return { passed: report.stats.expected, failed: failed || report.errors.length };
}
