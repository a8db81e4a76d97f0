import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartupError } from '@tickets/core/platform/startup-error';

const TRIES = 50;

/** The wanted port, or the next free one after it; `taken` are ours already. 0 asks the system for any. */
export async function freePort(host: string, wanted: number, taken: readonly number[] = []): Promise<number> {
  for (let port = wanted; port < wanted + TRIES && port <= 65_535; port += 1) {
    if (port !== 0 && taken.includes(port)) continue;
    const free = await tryPort(host, port);
    if (free !== undefined) return free;
    if (wanted === 0) break;
  }
  throw new StartupError(
    `No port from ${wanted} to ${wanted + TRIES - 1} is free on ${host}. Choose others with --port and --sim-port.`,
  );
}

/** The port that an operator named with `option`. To move it would leave a proxy, a health check or a bookmark pointing elsewhere. */
export async function requirePort(host: string, wanted: number, option: string): Promise<number> {
  const port = await tryPort(host, wanted);
  if (port !== undefined) return port;
  throw new StartupError(
    `Port ${wanted} on ${host} is taken by another program. Stop that one (perhaps an earlier Tickets that still runs), ` +
      `or name another port with ${option}.`,
  );
}

async function tryPort(host: string, port: number): Promise<number | undefined> {
  const probe = createServer();
  try {
    probe.listen(port, host);
    await once(probe, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') return undefined;
    if (code === 'EACCES') {
      throw new StartupError(`Only root may listen on port ${port}. Choose one above 1023 with --port.`, {
        cause: error,
      });
    }
    if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
      throw new StartupError(`This machine has no network address ${host}. Correct HOST or --host.`, {
        cause: error,
      });
    }
    throw error;
  }
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' ? address?.port : undefined;
}
