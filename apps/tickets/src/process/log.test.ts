import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from './log.ts';

test('secrets do not reach the log, however deep they lie', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tickets-log-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const log = createLog({ level: 'info', fileIn: dir });
  log.info(
    { token: 'hidden-1', request: { headers: { authorization: 'hidden-2', cookie: 'hidden-3' } } },
    'seen',
  );
  log.error({ err: Object.assign(new Error('broken'), { client_secret: 'hidden-4' }) }, 'seen too');
  const text = readFileSync(join(dir, 'tickets.log'), 'utf8');
  expect(text).toContain('seen too');
  expect(text).not.toContain('hidden');
});

/** Logs in a program of its own, which says so when it has come to its end. */
function logInChild(script: string, options: Parameters<typeof spawnSync>[2] = {}) {
  const log = JSON.stringify(join(import.meta.dirname, 'log.ts'));
  const whole = `import { createLog } from ${log}; ${script}; console.error('went on')`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', whole], {
    encoding: 'utf8',
    timeout: 10_000,
    ...options,
  });
}

test.runIf(existsSync('/dev/full'))('a disk that takes no line of the log does not end the program', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tickets-log-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  symlinkSync('/dev/full', join(dir, 'tickets.log'));
  const { stderr, status } = logInChild(
    `const log = createLog({ level: 'info', fileIn: ${JSON.stringify(dir)} });
     for (let n = 0; n < 3; n += 1) { log.info('line'); await new Promise((next) => setTimeout(next, 10)); }`,
  );
  expect(stderr).toMatch(/^The log cannot be written: ENOSPC.*\nwent on/);
  expect(status).toBe(0);
});

test.runIf(existsSync('/dev/full'))('neither does a standard output that takes none', () => {
  const { stderr, status } = logInChild(
    `const log = createLog({ level: 'info' });
     for (let n = 0; n < 3; n += 1) { log.info('line'); await new Promise((next) => setTimeout(next, 10)); }`,
    { stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'] },
  );
  expect(stderr).toContain('went on');
  expect(status).toBe(0);
});

test('only the owner reads the log, also one that was open to others', () => {
  const dir = join(mkdtempSync(join(tmpdir(), 'tickets-log-')), 'logs');
  onTestFinished(() => rmSync(join(dir, '..'), { recursive: true, force: true }));
  mkdirSync(dir, { mode: 0o755 });
  writeFileSync(join(dir, 'tickets.log'), 'earlier\n', { mode: 0o644 });
  createLog({ level: 'info', fileIn: dir }).info('later');
  expect(statSync(dir).mode & 0o777).toBe(0o700);
  expect(statSync(join(dir, 'tickets.log')).mode & 0o777).toBe(0o600);
});
