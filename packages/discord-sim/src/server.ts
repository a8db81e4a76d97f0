import type { AddressInfo } from 'node:net';
import { GatewayDispatchEvents as Event, GatewayCloseCodes } from 'discord-api-types/v10';
import fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import { type BotFaults, botFaults as botFaultsOf, mountBotFaults, type Refusals } from './faults/control.ts';
import { Faults } from './faults/faults.ts';
import { mountFaults } from './faults/plugin.ts';
import { Gateway } from './gateway/gateway.ts';
import { type LimitMode, RateLimits } from './limits/rate-limits.ts';
import { serveEndpoints } from './rest/endpoint-delivery.ts';
import { restPlugin } from './rest/plugin.ts';
import type { Viewer } from './world/events.ts';
import { renderGuildCreate } from './world/guild-create.ts';
import { archiveIdleThreads } from './world/threads.ts';
import { World, type WorldOptions } from './world/world.ts';

const SWEEP_MS = 60_000;

/** Pages and routes that others add beside REST and gateway: sign-in, pictures, the client. */
export type SimPlugin = FastifyPluginAsync<{ world: World; gateway: Gateway; faults: Faults }>;

export interface DiscordSimOptions extends WorldOptions {
  /** 0 takes any free port. */
  port?: number;
  host?: string;
  /** Rate limits, and those of the gateway: only told, or also held. */
  limits?: LimitMode;
  /** The address that clients use, when it is not the one listened on. */
  baseUrl?: string;
  plugins?: readonly SimPlugin[];
  /** Whether `botFaults` can be asked for at /faults. */
  faultsOverHttp?: boolean;
}

export interface DiscordSim extends Refusals {
  world: World;
  url: string;
  faults: Faults;
  gateway: Gateway;
  /** What can be done to one bot among several. */
  botFaults: BotFaults;
  /** Makes a server unavailable, as in an outage of Discord, until the returned function is called. */
  loseGuild(guildId: string): () => void;
  /** Requests that had no route, by `METHOD /path`. */
  unimplemented: Map<string, number>;
  app: FastifyInstance;
  close(): Promise<void>;
}

const noSchemas = () => {
  throw new Error('No route of the simulator has a schema of Fastify');
};
/** Without these Fastify loads compilers of schemas, half a megabyte of code that nothing uses. */
const schemaController = { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } };

/** Starts a Discord of one's own on one port: REST under /api, the gateway at /gateway, and whatever is plugged in. */
export async function startDiscordSim(options: DiscordSimOptions = {}): Promise<DiscordSim> {
  const world = new World(options);
  const faults = new Faults();
  const gateway = new Gateway(world, { limits: options.limits ?? 'off' });
  const limits = new RateLimits(world.clock, options.limits ?? 'off');
  const unimplemented = new Map<string, number>();
  const app = fastify({
    forceCloseConnections: true,
    // There are many routes, and tests start many simulators: no second route of each for HEAD, which nobody asks by.
    exposeHeadRoutes: false,
    schemaController,
    rewriteUrl: ({ url = '/' }) => withVersion(url).replace(ENCODED_ME, '/@me$1'),
    routerOptions: { maxParamLength: 300 },
  });
  mountFaults(app, faults);
  for (const plugin of options.plugins ?? []) await app.register(plugin, { world, gateway, faults });
  const refusing = refusals(world, gateway);
  const botFaults = botFaultsOf({ world, gateway, ...refusing });
  if (options.faultsOverHttp) mountBotFaults(app, botFaults, faults);
  await app.register(restPlugin, { world, limits, unimplemented, prefix: '/api/v10' });
  gateway.attach(app.server);
  await app.listen({ port: options.port ?? 0, host: options.host ?? '127.0.0.1' });
  const { address, port } = app.server.address() as AddressInfo; // it listens on TCP
  world.baseUrl = options.baseUrl ?? `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
  const stopDelivery = serveEndpoints(world);
  const stopSweep = repeat(world, SWEEP_MS, () => archiveIdleThreads(world));
  return {
    world,
    url: world.baseUrl,
    faults,
    gateway,
    unimplemented,
    app,
    ...refusing,
    botFaults,
    loseGuild(guildId) {
      const tell = (t: Event, data: (viewer: Viewer) => unknown) =>
        world.emit({ t, audience: { to: 'guild', guildId }, guildId, data });
      world.unavailableGuilds.add(guildId);
      tell(Event.GuildDelete, () => ({ id: guildId, unavailable: true }));
      return () => {
        world.unavailableGuilds.delete(guildId);
        tell(Event.GuildCreate, (viewer) => renderGuildCreate(world, guildId, viewer));
      };
    },
    async close() {
      stopSweep();
      stopDelivery();
      await gateway.close();
      await app.close();
      world.close();
    },
  };
}

/** An address that names no version means the one that there is. */
const withVersion = (url: string) => url.replace(/^\/api\/(?!v\d)/, '/api/v10/');

/** Some libraries encode it; the router compares fixed parts as they come. */
const ENCODED_ME = /\/%40me([/?]|$)/;

function refusals(world: World, gateway: Gateway): Refusals {
  return {
    refuseToken(applicationId) {
      const token = world.applications.get(applicationId)?.bot_token ?? '';
      world.refusedTokens.add(token);
      gateway.disconnect(applicationId, GatewayCloseCodes.AuthenticationFailed, 'Authentication failed.');
      return () => void world.refusedTokens.delete(token);
    },
    refuseIntents(applicationId) {
      const application = world.applications.get(applicationId);
      if (!application) throw new Error(`there is no application ${applicationId}`);
      world.applications.put({ ...application, flags: 0 as typeof application.flags });
      gateway.disconnect(applicationId, GatewayCloseCodes.DisallowedIntents, 'Disallowed intent(s).');
      return () => {
        const now = world.applications.get(applicationId);
        if (now) world.applications.put({ ...now, flags: application.flags });
      };
    },
  };
}

function repeat(world: World, everyMs: number, task: () => void): () => void {
  let stop = () => {};
  const again = () => {
    stop = world.clock.after(everyMs, () => {
      task();
      again();
    });
  };
  again();
  return () => stop();
}
