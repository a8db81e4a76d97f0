/** The program, started again when its sources change, and the dashboard from Vite, which changes while one looks. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const args = process.argv.slice(3);
const watched = ['apps/tickets/src', 'packages'].map((path) => `--watch-path=${join(root, path)}`);
const program = spawn(
  process.execPath,
  [...watched, '--watch-preserve-output', join(root, 'apps/tickets/src/main.ts'), 'start', ...args],
  // Signing in must lead back to Vite.
  { cwd: root, stdio: 'inherit', env: { DASHBOARD_URL: 'http://localhost:5173', ...process.env } },
);
const vite = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js')], {
  cwd: join(root, 'apps/web'),
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    program.kill(signal);
    vite.kill(signal);
  });
}
for (const child of [program, vite]) {
  child.on('exit', (code) => {
    process.exitCode ??= code ?? 0;
    program.kill();
    vite.kill();
  });
}
