// What is installed, and how to install it. Plain JavaScript: see bootstrap.mjs.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** @param {string} root */
export function installIsCurrent(root) {
  if (!existsSync(pinnedNode(root).path)) return false;
  const stamp = join(root, 'node_modules/.tickets-install');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(root)) return true;
  // npm keeps its own account of what it installed; a developer's `npm install` is as good as ours.
  if (!matches(root)) return false;
  rememberInstall(root);
  return true;
}

/** @param {string} root */
export function rememberInstall(root) {
  writeFileSync(join(root, 'node_modules/.tickets-install'), fingerprint(root));
}

/** @param {string} root */
function fingerprint(root) {
  const lock = readFileSync(join(root, 'package-lock.json'));
  return createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex');
}

/** @param {string} root */
function matches(root) {
  const account = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(account)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const found = JSON.parse(readFileSync(account, 'utf8')).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link) return true;
    if (!found[path]) return entry.optional === true || entry.peer === true;
    return found[path].version === entry.version;
  });
}

/**
 * The Node that the lock file pins, and an environment in which everything that is started from it finds the same.
 * @param {string} root
 */
export function pinnedNode(root) {
  const path = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const bins = [join(root, 'node_modules/.bin'), dirname(path)].join(delimiter);
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  return { path, env: { ...process.env, [key]: `${bins}${delimiter}${process.env[key] ?? ''}` } };
}

/** @param {string} root */
export function pinnedVersion(root) {
  return `v${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies.node}`;
}

/**
 * Runs npm, the very one that runs us when there is one; answers its exit code.
 * @param {string} root
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export function runNpm(root, args) {
  const cli = process.env.npm_execpath;
  const own = cli?.endsWith('.js') ? [process.execPath, [cli, ...args]] : ['npm', args];
  const [command, commandArgs] = /** @type {[string, string[]]} */ (own);
  const child = spawn(command, commandArgs, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: command === 'npm' && process.platform === 'win32',
  });
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`npm does not start: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
