import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
