import type { FastifyInstance } from 'fastify';
import type { Gateway } from '../gateway/gateway.ts';
import type { World } from '../world/world.ts';
import { clientApi } from './api.ts';
import { assetRoutes } from './assets.ts';
import { developerRoutes } from './developers.ts';
import { landingRoute } from './landing.ts';
import { liveRoute } from './live.ts';
import { pageRoutes } from './page.ts';

export interface ClientOptions {
  /** A folder with pictures of emojis, `1f3ab.svg`. Without one, people see those of their system. */
  emojiDir?: string | undefined;
  /** The folder of the built page. Without one, /app says that there is none. */
  pageDir?: string | undefined;
}

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
