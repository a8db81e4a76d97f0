import { isIP, Socket } from 'node:net';
import { format } from 'node:util';
import { inject, vi } from 'vitest';

// One process runs many test files, and each runs setup.ts anew: what is replaced here is replaced once in a process.

/** What went wrong beside the test's own assertions, and must fail it. */
export const offences: string[] = [];

/** A second, the library's own patience, is over soon on a machine that has more to do than this test. */
const { waitFor } = vi;
vi.waitFor = (check, options = {}) =>
  waitFor(check, typeof options === 'number' ? options : { timeout: 10_000, ...options });

console.error = (...args: unknown[]) => {
  offences.push(`The test wrote to console.error: ${format(...args)}`);
};

/** Every TCP connection of Node, whichever library asks for it, passes here. */
const connect = Socket.prototype.connect as (this: Socket, ...args: unknown[]) => Socket;
Socket.prototype.connect = function guarded(this: Socket, ...args: unknown[]) {
  const host = targetHost(args);
  if (host !== undefined && !isAllowed(host)) {
    offences.push(`The test tried to reach ${host}; only this machine may be reached from tests.`);
    this.destroy(new Error(`${host} must not be reached from a test`));
    return this;
  }
  return connect.apply(this, args);
};

/** `undefined` for sockets in the file system. Node passes its own calls as one array of normalised arguments. */
function targetHost(args: unknown[]): string | undefined {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  if (typeof first === 'object' && first !== null) {
    const { path, host } = first as { path?: string; host?: string };
    return path === undefined || path === null ? (host ?? 'localhost') : undefined;
  }
  if (typeof first === 'string' && Number.isNaN(Number(first))) return undefined;
  return typeof second === 'string' ? second : 'localhost';
}

function isAllowed(host: string): boolean {
  if (inject('testDatabaseHost') === host) return true;
  const bare = host.replace(/^\[|\]$/g, '');
  if (isIP(bare) === 4) return bare.startsWith('127.');
  return bare === 'localhost' || bare.endsWith('.localhost') || bare === '::1' || /^::ffff:127\./i.test(bare);
}
