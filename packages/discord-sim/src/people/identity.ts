import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SimUser } from '../world/entities.ts';
import type { World } from '../world/world.ts';
import { findPerson } from './playable.ts';

const COOKIE = 'sim_person';

/** Who this browser is signed in as: one memory for the consent screen and the client page. */
export function rememberedPerson(world: World, request: FastifyRequest): SimUser | undefined {
  const found = /(?:^|;\s*)sim_person=(\d{1,20})/.exec(request.headers.cookie ?? '');
  return findPerson(world, found?.[1]);
}

export function rememberPerson(reply: FastifyReply, userId: string): void {
  const halfYear = 180 * 24 * 3600;
  void reply.header('set-cookie', `${COOKIE}=${userId}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${halfYear}`);
}
