import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { withOwnConnection } from '../own-connection.ts';

export interface Address {
  /** A folder with a socket in it, or a loopback address. */
  host: string;
  port: number;
  password: string;
}

export const ROLE = 'tickets';

export function databaseUrl({ host, port, password }: Address, database: string): string {
  const credentials = `${ROLE}:${encodeURIComponent(password)}`;
  if (!host.startsWith('/')) return `postgresql://${credentials}@${host}:${port}/${database}`;
  return `postgresql://${credentials}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

/** The same server's address with another database in it. */
export function databaseNamed(url: string, database: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${database}`;
  return parsed.href;
}

/** Runs `work` on one connection of its own. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withOwnConnection({ connectionString: url, connectionTimeoutMillis: 5_000 }, work);
}

const NOT_YET = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', '57P03']);

/**
 * Waits until the server answers, which takes long only while it recovers from a crash. `false` when `isRunning` says
 * that it went away instead.
 */
export async function waitUntilReady(
  address: Address,
  isRunning: () => Promise<boolean>,
  timeoutMs: number,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      await withClient(databaseUrl(address, 'postgres'), (client) => client.query('SELECT 1'));
      return true;
    } catch (error) {
      const { code } = error as { code?: string };
      if (!code || !NOT_YET.has(code) || performance.now() > deadline) throw error;
    }
    if (!(await isRunning())) return false;
    await delay(20);
  }
}

export async function createDatabaseIfMissing(address: Address, name: string): Promise<void> {
  await withClient(databaseUrl(address, 'postgres'), async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (!rowCount) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  });
}
