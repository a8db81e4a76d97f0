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
  /** Holds back all that comes on any connection, until it is called off, as if the machine stood still. */
  hang(): () => void;
}

/** A way to a database that can be closed under a test. */
export async function gateTo(database_url: string): Promise<DatabaseGate> {
  const target = new URL(database_url);
  const folder = target.searchParams.get('host');
  const port = Number(target.port);
  /** And where what comes on them goes. */
  const sockets = new Map<Socket, Socket>();
  let isHanging = false;
  const server = createServer((near) => {
    const far = folder ? connect(join(folder, `.s.PGSQL.${port}`)) : connect({ host: target.hostname, port });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.set(from, to);
      if (!isHanging) from.pipe(to);
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
    for (const socket of sockets.keys()) socket.destroy();
    await once(server, 'close');
  };
  return {
    url: target.href,
    db,
    shut,
    open: () => listen(own),
    replace() {
      for (const socket of sockets.keys()) socket.unpipe().resume();
    },
    hang() {
      isHanging = true;
      for (const socket of sockets.keys()) socket.unpipe();
      return () => {
        isHanging = false;
        for (const [from, to] of sockets) from.pipe(to);
      };
    },
    async [Symbol.asyncDispose]() {
      await db.destroy();
      if (server.listening) await shut();
    },
  };
}
