import { expect, test } from 'vitest';
import { readableLine } from './log-lines.ts';

const line = (fields: object) =>
  JSON.stringify({ time: '2026-05-04T10:11:12.345Z', pid: 1, hostname: 'x', ...fields });

test('a line of the log is readable: time, level, what happened, facts, and below it the error', () => {
  expect(readableLine(line({ level: 30, msg: 'ready', address: 'http://localhost:8080', ms: 12 }))).toBe(
    '10:11:12 info  ready address=http://localhost:8080 ms=12\n',
  );
  expect(
    readableLine(line({ level: 50, msg: 'broke', err: { message: 'no', stack: 'Error: no\n    at x' } })),
  ).toBe('10:11:12 ERROR broke\n    Error: no\n        at x\n');
});
