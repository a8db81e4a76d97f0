import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a program that can fall silent: nothing goes through, and neither end is told. */
export interface SilentLine extends AsyncDisposable {
  address: string;
  silence(): void;
  restore(): void;
}

export async function startSilentLine(to: string): Promise<SilentLine> {
  const { hostname, port } = new URL(to);
  const ends = new Set<Socket>();
  let isSilent = false;
  const join = (from: Socket, into: Socket) => {
    ends.add(from);
    from.on('data', (data) => into.write(data));
    from.on('error', () => undefined);
    from.on('close', () => {
      ends.delete(from);
      into.destroy();
    });
    if (isSilent) from.pause();
  };
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    join(client, upstream);
    join(upstream, client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('it listens on TCP');
  return {
    address: `http://127.0.0.1:${address.port}`,
    silence() {
      isSilent = true;
      for (const end of ends) end.pause();
    },
    restore() {
      isSilent = false;
      for (const end of ends) end.resume();
    },
    async [Symbol.asyncDispose]() {
      for (const end of ends) end.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
