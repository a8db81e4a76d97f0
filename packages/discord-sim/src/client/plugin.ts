import type { FastifyInstance } from 'fastify';
import type { Gateway } from '../gateway/gateway.ts';
import type { World } from '../world/world.ts';
import { clientApi } from './api.ts';
import { assetRoutes } from './assets.ts';
import { developerRoutes } from './developers.ts';
import { landingRoute } from './landing.ts';
import { liveRoute } from './live.ts';
import { type ClientOptions, pageRoutes } from './page.ts';

/** The page in which one can be anyone, and the address it talks to. */
export function mountClient(
  app: FastifyInstance,
  { world, gateway }: { world: World; gateway: Gateway },
  options: ClientOptions = {},
): void {
  app.register(async (client) => {
    landingRoute(client, world);
    developerRoutes(client, world, gateway);
    assetRoutes(client);
    pageRoutes(client, options);
    clientApi(client, world);
    liveRoute(client, world);
  });
}
