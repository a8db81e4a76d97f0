import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { StartupError } from '@tickets/core/platform/startup-error';
import { expect, onTestFinished, test } from 'vitest';
import { findAddresses } from './addresses.ts';
import { readConfig } from './config.ts';
import { readCommandLine } from './options.ts';

async function occupy() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return String((server.address() as AddressInfo).port); // It listens on TCP.
}

const found = (environment: NodeJS.ProcessEnv, ...args: string[]) =>
  findAddresses(readConfig(environment, readCommandLine(args).options));

test('a port that was named and is taken is refused, with what to do', async () => {
  const busy = await occupy();
  for (const [environment, args, option] of [
    [{}, ['--port', busy], '--port or PORT'],
    [{ PORT: busy }, [], '--port or PORT'],
    [{}, ['--port', '0', '--sim-port', busy], '--sim-port'],
  ] as const) {
    const refused = found(environment, ...args);
    await expect(refused).rejects.toThrow(StartupError);
    await expect(refused).rejects.toThrow(
      `Port ${busy} on 127.0.0.1 is taken by another program. Stop that one (perhaps an earlier Tickets that still runs), or name another port with ${option}.`,
    );
  }
});

test('a port that nobody named moves on to the next free one', async () => {
  const busy = Number(await occupy());
  const config = readConfig({}, {});
  expect(config).toMatchObject({ port: 8080, portMayMove: true });
  expect((await findAddresses({ ...config, port: busy })).port).toBeGreaterThan(busy);
  const { port, simPort } = await findAddresses({ ...config, port: busy, simPort: busy + 1 }).catch(() => ({
    port: 0,
    simPort: 1, // The system gave that one to somebody else in the middle of the test.
  }));
  expect(port).not.toBe(simPort);
});

test('one port for dashboard and simulated Discord is refused', async () => {
  await expect(found({}, '--port', '18099', '--sim-port', '18099')).rejects.toThrow(
    'cannot both have port 18099',
  );
});

test('with the real Discord no port is looked for on behalf of the simulated one', async () => {
  const busy = await occupy();
  const config = { ...readConfig({}, {}), discord: {} as never, port: 0, simPort: Number(busy) };
  expect((await findAddresses(config)).simPort).toBe(0);
});
