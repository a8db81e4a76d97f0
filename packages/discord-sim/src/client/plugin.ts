import type { FastifyInstance } from 'fastify';
import type { World } from '../world/world.ts';
import { clientApi } from './api.ts';
import { assetRoutes } from './assets.ts';
import { landingRoute } from './landing.ts';
import { liveRoute } from './live.ts';

/** The page in which one can be anybody, and the address it talks to. */
export function mountClient(app: FastifyInstance, world: World): void {
  app.register(async (client) => {
    landingRoute(client, world);
    assetRoutes(client);
    clientApi(client, world);
    liveRoute(client, world);
  });
}
