import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildWebWhenStale } from '../scripts/build-web.ts';

const START_TIMEOUT_MS = 120_000;

/**
 * Starts Tickets as a stranger would, with nothing configured. Tests find it by E2E_DASHBOARD_URL (their baseURL),
 * E2E_DISCORD_URL (the simulated Discord) and E2E_DATA_DIR. A program that runs already can be named by the first.
 */
export default async function startProgram() {
  if (process.env.E2E_DASHBOARD_URL) return undefined;
  buildWebWhenStale();
  const dataDir = await mkdtemp(join(tmpdir(), 'tickets-e2e-'));
  await chmod(dataDir, 0o755);
  const main = join(import.meta.dirname, '../apps/tickets/src/main.ts');
  const program = spawn(
    process.execPath,
    [main, 'start', '--port', '0', '--sim-port', '0', '--data-dir', dataDir],
    {
      // Not the checkout, whose .env may connect a real Discord.
      cwd: dataDir,
      // Each test says that it comes from an address of its own, so that they do not share one address's rate limits.
      env: { ...process.env, TRUSTED_PROXIES: '127.0.0.1' },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const exited = once(program, 'exit');
  const about = await waitUntilReady(join(dataDir, 'program.json'), () => program.exitCode !== null);
  process.env.E2E_DASHBOARD_URL = about.address;
  process.env.E2E_DISCORD_URL = about.simulator.url;
  process.env.E2E_DATA_DIR = dataDir;

  return async () => {
    program.kill('SIGTERM');
    await exited;
    await rm(dataDir, { recursive: true, force: true });
  };
}

async function waitUntilReady(file: string, hasExited: () => boolean) {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (hasExited()) throw new Error('The program ended before it was ready; it says above why.');
    const text = await readFile(file, 'utf8').catch(() => '{}');
    const about: { address?: string; simulator?: { url: string } } = JSON.parse(text);
    const { address, simulator } = about;
    if (address && simulator) return { address, simulator };
    await delay(50);
  }
  throw new Error(`The program was not ready within ${START_TIMEOUT_MS / 1000} s.`);
}
