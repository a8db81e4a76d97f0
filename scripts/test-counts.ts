import { existsSync, readFileSync } from 'node:fs';

export interface Failure {
  name: string;
  message: string;
}

export interface Result {
  passed: number;
  failures: Failure[];
}

export const sum = (results: Result[]): Result => ({
  passed: results.reduce((passed, result) => passed + result.passed, 0),
  failures: results.flatMap(({ failures }) => failures),
});

/**
 * What a runner reported, made whole: a runner that failed without naming a test, ran nothing or wrote no report
 * counts as one failure.
 */
export function resultOf(
  runner: string,
  status: number,
  report: string,
  read: (json: string) => Result,
): Result {
  const result = existsSync(report) ? read(readFileSync(report, 'utf8')) : { passed: 0, failures: [] };
  if (result.failures.length || (status === 0 && result.passed > 0)) return result;
  const message = status === 0 ? 'ran no test' : `failed outside of its tests (exit code ${status})`;
  return { ...result, failures: [{ name: runner, message }] };
}

interface PlaywrightSuite {
  title: string;
  specs?: {
    title: string;
    file: string;
    line: number;
    tests: { status: string; results: { errors?: { message?: string }[] }[] }[];
  }[];
  suites?: PlaywrightSuite[];
}

const playwrightFailures = (suite: PlaywrightSuite): Failure[] => [
  ...(suite.specs ?? []).flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => ({
        name: `${spec.file}:${spec.line} ${spec.title}`,
        message: results.flatMap(({ errors }) => (errors ?? []).map(({ message }) => message)).join('\n'),
      })),
  ),
  ...(suite.suites ?? []).flatMap(playwrightFailures),
];

/** A test that passed only when repeated is counted as failed: it says that something is unreliable. */
export function readPlaywright(json: string): Result {
  const report: {
    stats: { expected: number };
    errors: { message?: string }[];
    suites: PlaywrightSuite[];
  } = JSON.parse(json);
  const failures = report.suites.flatMap(playwrightFailures);
  return {
    passed: report.stats.expected,
    failures: failures.length
      ? failures
      : report.errors.map(({ message }) => ({ name: 'outside of every test', message: message ?? '' })),
  };
}
