import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import type { World } from '../world/world.ts';
import { authorizeRoutes } from './authorize.ts';
import { meRoutes } from './me.ts';
import { tokenRoutes } from './token.ts';

/** Sign-in with Discord: the consent screen, and the tokens behind it. */
export function mountOAuth(app: FastifyInstance, world: World): void {
  app.register(async (oauth) => {
    await oauth.register(formbody);
    authorizeRoutes(oauth, world);
    tokenRoutes(oauth, world);
    meRoutes(oauth, world);
  });
}
