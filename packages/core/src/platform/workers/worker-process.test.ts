import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { WorkerFailure, WorkerLimitError, WorkerProcess } from './worker-process.ts';

const worker = fileURLToPath(import.meta.resolve('@tickets/testkit/outside/worker-for-tests'));
const start = (limits: { heap_mib?: number; work_ms?: number } = {}) =>
  new WorkerProcess(worker, { heap_mib: 64, work_ms: 60_000, ...limits });
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false; // there is none of that number
  }
};

test('a worker answers what it is asked, and lets others go first', async () => {
  await using process_ = start();
  expect(await Promise.all([process_.ask({ a: [1] }), process_.ask('b')])).toEqual([{ a: [1] }, 'b']);
  expect(await process_.ask('about')).toEqual({ niceness: 3 });
});

test('what fails in a worker fails for who asked, with its name and code, and the worker goes on', async () => {
  await using process_ = start();
  const error = await process_.ask('fail').catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(WorkerFailure);
  expect(error).toMatchObject({ message: 'there is no room', kind: 'DiskError', code: 'ENOSPC' });
  expect(await process_.ask('still there')).toBe('still there');
});

test('a worker that fills its memory ends alone, and everything that was asked fails with that', async () => {
  await using process_ = start({ heap_mib: 32 });
  const asked = [process_.ask('fill the heap'), process_.ask('b')];
  for (const result of await Promise.allSettled(asked))
    expect(result).toMatchObject({ status: 'rejected', reason: { limit: 'memory' } });
  await expect(process_.ask('c')).rejects.toThrow(WorkerLimitError);
});

test('a worker that takes too long is killed, also where it never comes to an end', async () => {
  await using process_ = start({ work_ms: 500 });
  await expect(process_.ask('run for ever')).rejects.toMatchObject({ limit: 'time' });
  await expect(process_.ask('b')).rejects.toThrow(/longer than/);
});

test('a worker that is not needed any more ends', async () => {
  const process_ = start();
  expect(await process_.ask('a')).toBe('a');
  const pid = process_.pid ?? 0;
  await process_[Symbol.asyncDispose]();
  expect(isAlive(pid)).toBe(false);
});

test('a worker ends when the program is killed', async () => {
  const module = import.meta.resolve('./worker-process.ts');
  const program = spawn(
    process.execPath,
    [
      '--no-warnings',
      '--input-type=module',
      '-e',
      `import { WorkerProcess } from ${JSON.stringify(module)};
       const worker = new WorkerProcess(${JSON.stringify(worker)}, { heap_mib: 64, work_ms: 60000 });
       await worker.ask('a');
       console.log(worker.pid);
       setInterval(() => undefined, 1000);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = (await once(program.stdout, 'data')) as [Buffer];
  const pid = Number(String(line));
  expect(isAlive(pid)).toBe(true);
  program.kill('SIGKILL');
  await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
});
