import type { FastifyRequest } from 'fastify';
import { DiscordError, unknownThing } from '../errors.ts';
import { rememberedPerson } from '../people/identity.ts';
import { findPerson } from '../people/playable.ts';
import { canSee } from '../permissions/of.ts';
import type { SimChannel, SimUser } from '../world/entities.ts';
import { isSnowflake } from '../world/snowflake.ts';
import type { World } from '../world/world.ts';

/**
 * Who a request of the client page speaks for. The page says it in a header, so that two windows can be two people
 * and no other site can speak for anyone; the live stream, which cannot send headers, in its address.
 */
export function personOfRequest(world: World, request: FastifyRequest): SimUser {
  const query = request.query as { as?: string }; // Fastify leaves the query's type to the route
  const named = request.headers['x-person'] ?? query.as;
  const person = named === undefined ? rememberedPerson(world, request) : findPerson(world, String(named));
  if (!person) throw new DiscordError(401, 0, 'Nobody is chosen: pick who you are');
  return person;
}

export function channelFor(world: World, person: SimUser, id: unknown): SimChannel {
  const channel = isSnowflake(id) ? world.channels.get(id) : undefined;
  if (!channel || !canSee(world, channel, person.id)) throw unknownThing('channel');
  return channel;
}
