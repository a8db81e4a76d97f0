import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';

/** What pg's clients and connections have, and its types do not. */
interface Running {
  processID: number | null;
  secretKey: unknown;
  host: string;
  port: number;
  ssl: unknown;
}
interface Canceller extends EventEmitter {
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(process_id: number, secret_key: unknown): void;
  stream: Socket;
}

const cancelWithinMs = 5_000;

/**
 * Asks the server to end the statement that runs on a connection, over another one, as the protocol has it: no right is needed, and
 * the connection's secret makes sure that no other statement is hit.
 */
export function cancelStatement(client: pg.PoolClient): void {
  const { processID, secretKey, host, port, ssl } = client as unknown as Running;
  if (!processID) return;
  const config = { ssl } as pg.ConnectionConfig;
  const connection = new pg.Connection(config) as unknown as Canceller;
  const cancel = () => connection.cancel(processID, secretKey);
  connection.once('connect', () => (ssl ? connection.requestSsl() : cancel()));
  connection.once('sslconnect', cancel);
  // The server cannot be reached. It ends the statement itself when it notices that the caller's connection is gone, or by its limit.
  connection.on('error', () => connection.stream.destroy());
  connection.stream.setTimeout(cancelWithinMs, () => connection.stream.destroy());
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
}
