import type { FastifyInstance } from 'fastify';
import { refusal } from '../errors.ts';
import { isoTime } from '../world/clock.ts';
import { renderUserById } from '../world/render.ts';
import type { World } from '../world/world.ts';
import { findGrant } from './grants.ts';

/** What an access token stands for. */
export function meRoutes(app: FastifyInstance, world: World): void {
  app.get('/api/v10/oauth2/@me', (request, reply) => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const grant = token ? findGrant(world, token) : undefined;
    const application = world.applications.get(grant?.application_id ?? '');
    if (!grant || !application) return reply.code(401).send(refusal('unauthorized').toJSON());
    const { id, name, icon, description, bot_public, verify_key } = application;
    return {
      application: { id, name, icon, description, bot_public, bot_require_code_grant: false, verify_key },
      scopes: grant.scopes,
      expires: isoTime(grant.expires_at),
      ...(grant.scopes.includes('identify') ? { user: renderUserById(world, grant.user_id) } : {}),
    };
  });
}
