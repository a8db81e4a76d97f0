/**
 * The program, started again when its sources change; the dashboard from Vite, which changes while one looks; and the page
 * of the simulated Discord, built again when its sources change.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const args = process.argv.slice(3);
const watched = ['apps/tickets/src', 'packages', 'docs'].map((path) => `--watch-path=${join(root, path)}`);
const program = spawn(
  process.execPath,
  [...watched, '--watch-preserve-output', join(root, 'apps/tickets/src/main.ts'), 'start', ...args],
  // Signing in must lead back to Vite.
  { cwd: root, stdio: 'inherit', env: { DASHBOARD_URL: 'http://localhost:5173', ...process.env } },
);
const vite = (folder: string, ...options: string[]) =>
  spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), ...options], {
    cwd: join(root, folder),
    stdio: 'inherit',
  });
const children = [program, vite('apps/web'), vite('apps/discord', 'build', '--watch', '--logLevel', 'warn')];
const end = (signal?: NodeJS.Signals) => {
  for (const child of children) child.kill(signal);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(signal));
for (const child of children) {
  child.on('exit', (code) => {
    process.exitCode ??= code ?? 0;
    end();
  });
}
