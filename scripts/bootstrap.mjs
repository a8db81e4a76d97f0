// Runs on whatever Node the machine has (20 or newer) and before anything is installed, so this file and what it
// imports are plain JavaScript without dependencies.
import { spawn } from 'node:child_process';
import module from 'node:module';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installIsCurrent, pinnedNode, pinnedVersion, rememberInstall, runNpm } from './install.mjs';
import { endWithNpm } from './parent.mjs';

const root = join(import.meta.dirname ?? fileURLToPath(new URL('.', import.meta.url)), '..');
const [command = 'start', ...args] = process.argv.slice(2);

const major = Number(process.versions.node.split('.')[0]);
if (major < 20) {
  console.error(
    `Tickets needs Node 20 or newer; this is Node ${process.versions.node}. Install a newer one.`,
  );
  process.exit(1);
}

endWithNpm();

if (!installIsCurrent(root)) {
  console.log('Installing what is missing (once; about a minute) ...');
  const status = await runNpm(root, ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (status !== 0) {
    console.error('\nThe installation failed; the lines above say why. Start again when that is mended.');
    process.exit(status);
  }
  rememberInstall(root);
}

const script = { test: 'scripts/test.ts', dev: 'scripts/dev.ts' }[command] ?? 'scripts/start.ts';
const node = pinnedNode(root);
// Code that was run before is kept without its types, so that what strips them (20 MB) need not be loaded.
const code_cache = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/tickets');
if (process.version === pinnedVersion(root)) {
  module.enableCompileCache(code_cache);
  await import(pathToFileURL(join(root, script)).href);
} else {
  // What this Node was told of memory holds for the one that does the work.
  const child = spawn(node.path, [...process.execArgv, join(root, script), command, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...node.env, NODE_COMPILE_CACHE: code_cache },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(
      `Node does not start (${node.path}): ${error.message}. Remove node_modules and start again.`,
    );
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
