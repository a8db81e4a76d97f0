import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createDb, createPool, type Db } from '@tickets/core/platform/db/db';

export interface DatabaseGate extends AsyncDisposable {
  /** Address of the same database through the gate. */
  url: string;
  /** The same database, reached through the gate. */
  db: Db;
  /** Cuts all connections and lets no other through, as if PostgreSQL had stopped. */
  shut(): Promise<void>;
  open(): Promise<void>;
  /** Swallows whatever comes on the connections of now and lets new ones through, as if another machine had taken the address over. */
  replace(): void;
}

/** A way to a database that can be closed under a test. */
export async function gateTo(database_url: string): Promise<DatabaseGate> {
  const target = new URL(database_url);
  const folder = target.searchParams.get('host');
  const port = Number(target.port);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = folder ? connect(join(folder, `.s.PGSQL.${port}`)) : connect({ host: target.hostname, port });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const own = (server.address() as AddressInfo).port; // It listens on TCP.
  target.host = `127.0.0.1:${own}`;
  target.searchParams.delete('host');
  const db = createDb(createPool(target.href, { max: 5 }));
  const shut = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  };
  return {
    url: target.href,
    db,
    shut,
    open: () => listen(own),
    replace() {
      for (const socket of sockets) socket.unpipe().resume();
    },
    async [Symbol.asyncDispose]() {
      await db.destroy();
      if (server.listening) await shut();
    },
  };
}
