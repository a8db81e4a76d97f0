/**
 * A Vitest reporter that writes what became of a run into the file that VITEST_REPORT_FILE names, and prints which files
 * took longest.
 */
import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { SerializedError, TestError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';
import type { Result } from './test-counts.ts';

const SLOWEST = 10;

function printSlowest(modules: readonly TestModule[]): void {
  const times = modules.map((module) => {
    const { duration, collectDuration, environmentSetupDuration } = module.diagnostic();
    return { path: module.relativeModuleId, ms: duration + collectDuration + environmentSetupDuration };
  });
  console.log('\nThe slowest files:');
  for (const { path, ms } of times.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST))
    console.log(`${(ms / 1000).toFixed(1).padStart(8)} s  ${path}`);
}

/** A message shortens what differs to "[ …(2) ]": the difference itself says what to look at. */
const DIFFERENCE_LINES = 12;
const LINE_CHARACTERS = 600;

function differenceOf(error: TestError | SerializedError): string[] {
  const lines = typeof error.diff === 'string' ? stripVTControlCharacters(error.diff).split('\n') : [];
  const differing = lines.filter((line) => /^[+-] /.test(line));
  return differing.slice(0, DIFFERENCE_LINES).map((line) => line.slice(0, LINE_CHARACTERS));
}

const textOf = (errors: readonly (TestError | SerializedError)[]) =>
  errors.flatMap((error) => [...differenceOf(error), error.stack ?? error.message]).join('\n');

export default class ResultReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const result: Result = { passed: 0, failures: [] };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === 'passed') result.passed += 1;
        if (state === 'failed') {
          result.failures.push({
            name: `${module.relativeModuleId} > ${test.fullName}`,
            message: textOf(errors ?? []),
          });
        }
      }
      // A file that could not be loaded, or a hook of it, holds no failed test and has failed all the same.
      const own = module.errors();
      if (own.length) result.failures.push({ name: module.relativeModuleId, message: textOf(own) });
    }
    for (const error of unhandled)
      result.failures.push({ name: 'outside of every test', message: textOf([error]) });
    const path = process.env.VITEST_REPORT_FILE;
    if (path) writeFileSync(path, JSON.stringify(result));
    printSlowest(modules);
  }
}
