import pg from 'pg';
import { LostConnections, socketOf } from './lost-connections.ts';

const connectMsMax = 20_000;
const keepAliveMs = 10_000;
/** For saying goodbye. One that leads nowhere would wait for an answer. */
const endMsMax = 5_000;

/**
 * Runs `work` on one connection of its own. A statement may take its time there, as a backup or a migration does, and fails within
 * seconds where the connection leads nowhere. The signal ends the connection, and with it all that is asked on it.
 */
export async function withOwnConnection<T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  signal?.throwIfAborted();
  const whole: pg.ClientConfig = {
    connectionTimeoutMillis: connectMsMax,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    ...config,
  };
  const client = new pg.Client(whole);
  // A connection that breaks reports here too; what fails is the statement, which throws.
  client.on('error', () => undefined);
  const cut = () => socketOf(client).destroy();
  signal?.addEventListener('abort', cut);
  try {
    await client.connect();
    try {
      await new LostConnections(whole).watch(client);
      return await work(client);
    } finally {
      const ending = setTimeout(cut, endMsMax);
      await client.end();
      clearTimeout(ending);
    }
  } finally {
    signal?.removeEventListener('abort', cut);
  }
}
