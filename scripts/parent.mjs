// Plain JavaScript: see bootstrap.mjs.
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

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
  // It may have gone before we could look, and then it is not the one that we see.
  if (isAdopter(grandparent ?? parent)) process.exit(128 + constants.signals.SIGHUP);
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

/**
 * Whether it is what the system gives to orphans as their parent. npm, whatever its name, and the shell that it starts are of one
 * session with us; also where npm is process 1, as in a container.
 * @param {number} pid
 */
function isAdopter(pid) {
  const session = sessionOf(pid);
  return session === undefined ? pid === 1 : session !== sessionOf(process.pid);
}

/** @param {number} pid */
const parentOf = (pid) => statOf(pid, 1);

/** @param {number} pid */
const sessionOf = (pid) => statOf(pid, 3);

/**
 * @param {number} pid
 * @param {number} at
 */
function statOf(pid, at) {
  // The name before it may hold blanks and brackets.
  const found = read(pid, 'stat')?.split(') ').at(-1)?.split(' ')[at];
  return found === undefined ? undefined : Number(found);
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
