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
  /** As `replace`, and the database never hears that these connections end, as if the machine at this side had lost its power. */
  vanish(): void;
  /** Vanishes as soon as a statement with this text comes, before it is through. */
  vanishAt(text: string): void;
  /** Holds back all that comes on any connection, until it is called off, as if the machine stood still. */
  hang(): () => void;
  /** Lets the next statement with this text through and cuts its connection before the answer. */
  loseAnswerTo(text: string): void;
  /**
   * Lets connections begin, and breaks each of them as soon as a statement with this text comes, or never answers on it again, until it
   * is called off, as a pooler whose database is gone.
   */
  failAt(text: string, how: 'breaks' | 'is silent'): () => void;
}

/** Long enough for a statement to be through. */
const WORK_MS = 300;

/** A way to a database that can be closed under a test. */
export async function gateTo(database_url: string): Promise<DatabaseGate> {
  const target = new URL(database_url);
  const folder = target.searchParams.get('host');
  const port = Number(target.port);
  /** And where what comes on them goes. */
  const sockets = new Map<Socket, Socket>();
  const vanished = new WeakSet<Socket>();
  let isHanging = false;
  let lost: string | undefined;
  let last: string | undefined;
  let failing: { text: string; how: 'breaks' | 'is silent' } | undefined;
  const server = createServer((near) => {
    const far = folder ? connect(join(folder, `.s.PGSQL.${port}`)) : connect({ host: target.hostname, port });
    near.on('data', (piece) => {
      if (last !== undefined && piece.includes(last)) {
        last = undefined;
        vanish();
      }
      if (failing && piece.includes(failing.text)) {
        if (failing.how === 'breaks') near.destroy();
        else far.unpipe(near).resume();
      }
      if (lost === undefined || !piece.includes(lost)) return;
      lost = undefined;
      far.unpipe(near).resume();
      setTimeout(() => near.destroy(), WORK_MS);
    });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.set(from, to);
      if (!isHanging) from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        if (!vanished.has(from)) to.destroy();
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
  const replace = () => {
    for (const socket of sockets.keys()) socket.unpipe().resume();
  };
  const vanish = () => {
    replace();
    for (const socket of sockets.keys()) vanished.add(socket);
  };
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
    replace,
    vanish,
    vanishAt(text) {
      last = text;
    },
    hang() {
      isHanging = true;
      for (const socket of sockets.keys()) socket.unpipe();
      return () => {
        isHanging = false;
        for (const [from, to] of sockets) from.pipe(to);
      };
    },
    loseAnswerTo(text) {
      lost = text;
    },
    failAt(text, how) {
      failing = { text, how };
      return () => {
        failing = undefined;
      };
    },
    async [Symbol.asyncDispose]() {
      await db.destroy();
      if (server.listening) await shut();
    },
  };
}
