import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopOrphan } from '../packages/core/src/platform/db/embedded/supervisor.ts';

export interface Demo extends AsyncDisposable {
  /** Of the dashboard. */
  address: string;
  data_dir: string;
}

/** The demo of a checkout in a process and a data folder of its own, which go when it is disposed of. */
export async function startDemo(checkout = join(import.meta.dirname, '..')): Promise<Demo> {
  const main = join(checkout, 'apps/tickets/src/main.ts');
  const data_dir = await mkdtemp(join(tmpdir(), 'tickets-bench-demo-'));
  await chmod(data_dir, 0o755);
  const child = spawn(
    process.execPath,
    [main, 'start', '--port', '0', '--sim-port', '0', '--data-dir', data_dir],
    { cwd: data_dir, stdio: ['ignore', 'pipe', 'inherit'], env: {} },
  );
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    await stopOrphan(data_dir);
    await rm(data_dir, { recursive: true, force: true });
  };
  const [said] = await once(child.stdout.setEncoding('utf8'), 'data');
  const address = /dashboard (http[^\s,]+)/.exec(String(said))?.[1];
  if (!address) {
    await stop();
    throw new Error(`the demo does not say where it is: ${said}`);
  }
  return { address, data_dir, [Symbol.asyncDispose]: stop };
}
