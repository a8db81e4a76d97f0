import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { Shutdown } from './shutdown.ts';

const log = pino({ level: 'silent' });

test('what was started last is stopped first, and one that fails does not keep the others from stopping', async () => {
  const stopped: string[] = [];
  const shutdown = new Shutdown();
  shutdown.add('database', async () => stopped.push('database'));
  shutdown.add('bot', () => Promise.reject(new Error('broken')));
  shutdown.add('API', async () => stopped.push('API'));
  await Promise.all([shutdown.run(log), shutdown.run(log)]);
  expect(stopped).toEqual(['API', 'database']);
});

test('a part that hangs does not keep the database from being stopped', async () => {
  const stopDatabase = vi.fn(async () => undefined);
  const shutdown = new Shutdown();
  shutdown.add('database', stopDatabase, { is_awaited: true });
  shutdown.add('jobs', () => new Promise(() => undefined));
  const startedAt = performance.now();
  await shutdown.run(log);
  expect(stopDatabase).toHaveBeenCalledOnce();
  expect(performance.now() - startedAt).toBeLessThan(4_500);
});
