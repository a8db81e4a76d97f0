import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import type { FastifyInstance } from 'fastify';
import { avatarUrl } from '../cdn/links.ts';
import { personOf } from '../control.ts';
import { DiscordError, refusal, unknownThing } from '../errors.ts';
import { commandsFor, commandView } from '../people/commands.ts';
import { rememberPerson } from '../people/identity.ts';
import { messageView } from '../people/message-view.ts';
import { findPerson, playablePeople } from '../people/playable.ts';
import { channelView, directViews, serverView, viewersOf } from '../people/server-view.ts';
import { has } from '../permissions/compute.ts';
import { canSee, channelPermissions } from '../permissions/of.ts';
import { openDirectChannel } from '../world/channels.ts';
import type { SimChannel, SimMessage, SimUser } from '../world/entities.ts';
import { compareIds } from '../world/snowflake.ts';
import { lowerBound } from '../world/table.ts';
import type { World } from '../world/world.ts';
import { readInteraction } from './interaction-body.ts';
import { channelFor, personOfRequest } from './person.ts';
import { joinableServers } from './servers.ts';

const PAGE_SIZE = 50;

interface ById {
  Params: { id: string };
}

/** What the client page asks beyond Discord's own REST, which it uses for everything that a client sends. */
export function clientApi(app: FastifyInstance, world: World): void {
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof DiscordError) return reply.code(error.status).send(error.toJSON());
    const status = (error as { statusCode?: number }).statusCode ?? 500; // Fastify's own errors carry one
    if (status >= 500) throw error;
    return reply.code(status).send({ code: 0, message: (error as Error).message });
  });

  app.get('/client-api/people', () => ({ people: people(world) }));

  app.get('/client-api/me', (request, reply) => {
    const person = personOfRequest(world, request);
    void reply.header('cache-control', 'no-store');
    return overview(world, person);
  });

  app.post<{ Body: { user_id?: string } | null }>('/client-api/as', (request, reply) => {
    const person = findPerson(world, request.body?.user_id);
    if (!person) throw unknownThing('user');
    rememberPerson(reply, person.id);
    return overview(world, person);
  });

  app.get<ById>('/client-api/channels/:id', (request) => {
    const person = personOfRequest(world, request);
    return { channel: channelView(world, channelFor(world, person, request.params.id), person.id) };
  });

  app.get<ById & { Querystring: { before?: string } }>('/client-api/channels/:id/messages', (request) => {
    const person = personOfRequest(world, request);
    const channel = channelFor(world, person, request.params.id);
    const { messages, more } = messagePage(world, channel, person, request.query.before);
    return { more, messages: messages.map((message) => messageView(world, message, person.id)) };
  });

  app.get<ById>('/client-api/channels/:id/viewers', (request) => {
    const person = personOfRequest(world, request);
    const channel = world.channels.get(request.params.id);
    // The page asks again at every change: a channel that has just gone is no fault of its.
    return { ids: channel && canSee(world, channel, person.id) ? viewersOf(world, channel) : [] };
  });

  app.get<ById>('/client-api/channels/:id/pins', (request) => {
    const person = personOfRequest(world, request);
    const channel = channelFor(world, person, request.params.id);
    const pinned = world.messages.in('pinned', channel.id).toReversed();
    return { messages: pinned.map((message) => messageView(world, message, person.id)) };
  });

  app.get<ById>('/client-api/channels/:id/commands', (request) => {
    const person = personOfRequest(world, request);
    const channel = channelFor(world, person, request.params.id);
    return { commands: commandsFor(world, channel, person.id).map((command) => commandView(world, command)) };
  });

  app.post('/client-api/interactions', (request, reply) => {
    const person = personOfRequest(world, request);
    const { id } = world.createInteraction(readInteraction(request.body, person.id));
    return reply.code(202).send({ id });
  });

  app.delete<ById>('/client-api/messages/:id', async (request, reply) => {
    const person = personOfRequest(world, request);
    const message = world.messages.get(request.params.id);
    if (message?.ephemeral_for !== person.id) throw unknownThing('message');
    await personOf(world, person.id).delete(message);
    return reply.code(204).send();
  });

  app.post<{ Body: { user_id?: string } | null }>('/client-api/directs', (request) => {
    const person = personOfRequest(world, request);
    const other = world.users.get(String(request.body?.user_id));
    if (!other || other.id === person.id) throw unknownThing('user');
    const channel = openDirectChannel(world, person.id, other.id);
    return { channel: channelView(world, channel, person.id) };
  });

  app.post<ById>('/client-api/servers/:id/join', (request, reply) => {
    const person = personOfRequest(world, request);
    personOf(world, person.id).join(request.params.id);
    return reply.code(204).send();
  });
}

function people(world: World) {
  return playablePeople(world).map(({ user, about }) => ({ ...personView(world, user), about }));
}

function personView(world: World, user: SimUser) {
  return {
    id: user.id,
    name: user.global_name ?? user.username,
    username: user.username,
    avatar_url: avatarUrl(world, user),
  };
}

function overview(world: World, person: SimUser) {
  const guilds = world.members
    .in('user', person.id)
    .flatMap(({ guild_id }) => world.guilds.get(guild_id) ?? []);
  return {
    me: { ...personView(world, person), token: person.client_token },
    people: people(world),
    servers: guilds.map((guild) => serverView(world, guild, person.id)),
    directs: directViews(world, person.id),
    joinable: joinableServers(world, person.id),
  };
}

/** A stretch of a channel with the person's ephemeral messages in their places, oldest first. */
function messagePage(world: World, channel: SimChannel, person: SimUser, before: string | undefined) {
  if (!has(channelPermissions(world, channel, person.id), P.ReadMessageHistory))
    throw refusal('missingAccess');
  const keys = world.messages.keysIn('channel', channel.id);
  const end = before ? lowerBound(keys, before) : keys.length;
  const start = Math.max(0, end - PAGE_SIZE);
  const open = keys.slice(start, end).flatMap((id) => world.messages.get(id) ?? []);
  const oldest = start > 0 ? open[0]?.id : undefined;
  const shown = world.messages
    .in('ephemeral', `${channel.id}:${person.id}`)
    .filter(({ id }) => (!oldest || compareIds(id, oldest) > 0) && (!before || compareIds(id, before) < 0));
  const messages: SimMessage[] = [...open, ...shown].sort((a, b) => compareIds(a.id, b.id));
  return { messages, more: start > 0 };
}
