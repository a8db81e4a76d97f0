import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';

/** A message of PostgreSQL's protocol: its type, and with its length and what is in it. */
interface Message {
  type: string;
  bytes: Buffer;
}

/**
 * Answers as a pooler in transaction mode does: all clients share one connection to the database, each for one transaction after the
 * other. https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export async function startTransactionPooler(
  database_url: string,
): Promise<AsyncDisposable & { url: string }> {
  const backend = new pg.Client(database_url);
  backend.on('error', () => undefined); // it ends with the pooler
  await backend.connect();
  const server = (backend as unknown as { connection: { stream: Socket } }).connection.stream;
  server.removeAllListeners('data');
  const waiting: { client: Socket; bytes: Buffer }[] = [];
  let holder: Socket | undefined;
  const goOn = () => {
    holder ??= waiting[0]?.client;
    for (let at = waiting.findIndex(({ client }) => client === holder); at >= 0; ) {
      const [next] = waiting.splice(at, 1);
      if (next) server.write(next.bytes);
      at = waiting.findIndex(({ client }) => client === holder);
    }
  };
  const fromServer = messages(({ type, bytes }) => {
    holder?.write(bytes);
    // The state of the transaction: there is none.
    if (type !== 'Z' || bytes.at(-1) !== 'I'.charCodeAt(0)) return;
    holder = undefined;
    goOn();
  });
  server.on('data', fromServer);
  const clients = new Set<Socket>();
  const listening = createServer((client) => {
    clients.add(client);
    client.on('error', () => undefined); // its end is told by `close`
    client.on('close', () => clients.delete(client));
    client.once('data', () => {
      // Whoever asks is let in: that a connection was made, and that it is ready.
      client.write(Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 0, 90, 0, 0, 0, 5, 73]));
      const fromClient = messages(({ type, bytes }) => {
        if (type === 'X') return void client.end();
        waiting.push({ client, bytes });
        goOn();
      });
      client.on('data', fromClient);
    });
  });
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const url = new URL(database_url);
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${(listening.address() as AddressInfo).port}`;
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.destroy();
      listening.close();
      server.destroy();
    },
  };
}

/** Puts messages together from what comes. */
function messages(take: (message: Message) => void): (piece: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (piece) => {
    rest = Buffer.concat([rest, piece]);
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const bytes = rest.subarray(0, 1 + rest.readUInt32BE(1));
      rest = rest.subarray(bytes.length);
      take({ type: String.fromCharCode(bytes[0] ?? 0), bytes });
    }
  };
}
