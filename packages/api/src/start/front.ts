import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { addressMatcher } from '@tickets/core/platform/net/network';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { type ConnectionLimits, limitConnections, usualLimits } from '../http/connections.ts';
import { processFigures } from '../pages/metrics.ts';
import { buildStarting, type StartingOptions, type StartStage } from './starting.ts';

export interface FrontOptions extends Omit<StartingOptions, 'stage' | 'figures' | 'takesSockets'> {
  host: string;
  port: number;
  /** How many connections may wait to be taken. */
  backlog: number;
  version: string;
  connections: Partial<ConnectionLimits>;
  trusted_proxies: readonly string[];
}

/** The program's port, from the first moment of a start on. */
export interface Front {
  /** What is said until an app takes over. */
  stage: StartStage;
  port: number;
  /** They go on when an app takes over. */
  figures: Registry;
  /** From now on `app` answers, without a moment in which nobody listens. */
  takeOver(app: FastifyInstance): Promise<void>;
  close(): Promise<void>;
}

/** Listens, and answers for a process that only starts. Throws where the port is taken. */
export async function openFront(options: FrontOptions): Promise<Front> {
  const { host, port, backlog, log } = options;
  const figures = processFigures(options.version);
  let hasTakenOver = false;
  const first = buildStarting({
    ...options,
    figures,
    stage: () => front.stage,
    takesSockets: () => hasTakenOver,
  });
  limitConnections(
    first.server,
    { ...usualLimits(), ...options.connections },
    { isProxy: addressMatcher(options.trusted_proxies), log },
  );
  let serving: Server = first.server;
  await first.ready();
  first.server.listen({ host, port, backlog });
  await once(first.server, 'listening');
  const own = first.server.address() as AddressInfo; // It listens on TCP.
  const others = await listenElsewhere();

  const front: Front = {
    stage: 'starting',
    port: own.port,
    figures,
    async takeOver(app) {
      // Fastify does this for servers on which it listens itself.
      app.addHook('preClose', async () => app.server.closeAllConnections());
      await app.ready();
      // Node.js hands the port itself over: connections that wait to be taken come to the app, too.
      app.server.listen(first.server, backlog);
      await once(app.server, 'listening');
      serving = app.server;
      // Whoever was connected before, and asks only now, asks the app.
      for (const event of ['request', 'checkExpectation', 'upgrade']) {
        first.server.removeAllListeners(event);
        first.server.on(event, (...asked) => app.server.emit(event, ...asked));
      }
      hasTakenOver = true;
    },
    async close() {
      for (const other of others) other.close();
      first.server.closeAllConnections();
      await first.close();
    },
  };
  return front;

  /** The name localhost has two addresses on most machines, and a server listens at one. */
  async function listenElsewhere(): Promise<Server[]> {
    if (host !== 'localhost') return [];
    const found = (await lookup(host, { all: true })).filter(({ address }) => address !== own.address);
    const servers = found.map(async ({ address }) => {
      const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
        serving.emit('connection', socket),
      );
      server.listen({ host: address, port: own.port, backlog });
      return once(server, 'listening').then(
        () => [server],
        (err: unknown) => {
          log.debug({ err, address }, 'localhost has an address at which nothing can listen');
          return [];
        },
      );
    });
    return (await Promise.all(servers)).flat();
  }
}
