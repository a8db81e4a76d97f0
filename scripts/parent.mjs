// Plain JavaScript: see bootstrap.mjs.
import { readFileSync } from 'node:fs';

const LOOK_MS = 500;

/**
 * Hangs up on this process when the npm that runs it is gone. npm passes SIGTERM on to the shell that stands between, which
 * ends without a word to us, and a killed npm passes on nothing: what it ran would keep its port and its data folder.
 */
export function endWithNpm() {
  // Started by hand, it may outlive the shell that did.
  if (!process.env.npm_lifecycle_script?.includes('scripts/bootstrap.mjs')) return;
  const parent = process.ppid;
  const grandparent = isShellOfNpm(parent) ? parentOf(parent) : undefined;
  const watch = setInterval(() => {
    if (process.ppid === parent && (grandparent === undefined || parentOf(parent) === grandparent)) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGHUP');
  }, LOOK_MS).unref();
}

/**
 * Many shells become the command that they run, and then npm itself is the parent. Only Linux says so without another program.
 * @param {number} pid
 */
function isShellOfNpm(pid) {
  return read(pid, 'cmdline')?.includes('scripts/bootstrap.mjs') ?? false;
}

/** @param {number} pid */
function parentOf(pid) {
  // The name before it may hold blanks and brackets.
  const parent = read(pid, 'stat')?.split(') ').at(-1)?.split(' ')[1];
  return parent === undefined ? undefined : Number(parent);
}

/**
 * @param {number} pid
 * @param {'cmdline' | 'stat'} what
 */
function read(pid, what) {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8');
  } catch {
    return undefined; // another system than Linux, or the process is gone
  }
}
