import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pagePolicy } from '../people/html.ts';
import { rememberedPerson, rememberPerson } from '../people/identity.ts';
import { findPerson, playablePeople } from '../people/playable.ts';
import type { SimUser } from '../world/entities.ts';
import { installBot } from '../world/guilds.ts';
import { updateRole } from '../world/roles.ts';
import type { World } from '../world/world.ts';
import { consentPage, manageableGuilds, messagePage } from './consent-page.ts';
import { issueCode } from './grants.ts';
import {
  type AuthorizeRequest,
  addressWith,
  checkAuthorizeQuery,
  errorAddress,
  type Query,
} from './request.ts';

type Form = Record<string, string | string[] | undefined>;
type Ask = FastifyRequest<{ Querystring: Query; Body: Form }>;

/** The consent screen, at both addresses under which Discord has it. */
export function authorizeRoutes(app: FastifyInstance, world: World): void {
  for (const url of ['/oauth2/authorize', '/api/v10/oauth2/authorize']) {
    app.get(url, (request: Ask, reply) =>
      withRequest(world, request, reply, (asked) => ask(world, asked, request, reply)),
    );
    app.post(url, (request: Ask, reply) =>
      withRequest(world, request, reply, (asked) => answer(world, asked, request, reply)),
    );
  }
}

function withRequest(
  world: World,
  request: Ask,
  reply: FastifyReply,
  next: (asked: AuthorizeRequest) => FastifyReply,
): FastifyReply {
  const checked = checkAuthorizeQuery(world, request.query);
  if (checked.ok) return next(checked.request);
  if ('redirect' in checked) return reply.redirect(checked.redirect, 303);
  return send(reply.code(400), messagePage('Something is wrong', checked.show));
}

function ask(world: World, asked: AuthorizeRequest, request: Ask, reply: FastifyReply): FastifyReply {
  const person = rememberedPerson(world, request);
  const granted = person && hasGranted(world, person, asked);
  if (asked.prompt === 'none' && granted && asked.redirect_uri && !asked.scopes.includes('bot')) {
    return reply.redirect(codeAddress(world, asked, person, asked.redirect_uri), 303);
  }
  return show(world, asked, reply, person);
}

function answer(world: World, asked: AuthorizeRequest, request: Ask, reply: FastifyReply): FastifyReply {
  const form = request.body ?? {};
  const decision = first(form.decision);
  if (decision === 'cancel') {
    if (!asked.redirect_uri) return send(reply, messagePage('Cancelled', 'Nothing was changed.'));
    const description = 'The resource owner or authorization server denied the request';
    return reply.redirect(errorAddress(asked.redirect_uri, 'access_denied', description, asked.state), 303);
  }
  const person = findPerson(world, first(form.person));
  if (!person) return show(world, asked, reply, undefined, 'Pick who you are.');
  rememberPerson(reply, person.id);
  if (decision !== 'authorize') return show(world, asked, reply, person);
  if (!asked.scopes.includes('bot')) return finish(world, asked, reply, person);

  const guildId = first(form.guild_id);
  if (!guildId) return show(world, asked, reply, person, 'Pick a server to add the bot to.');
  const guild = manageableGuilds(world, person.id).find((candidate) => candidate.id === guildId);
  const elsewhere = asked.fixed_guild && guildId !== asked.guild_id;
  if (!guild || elsewhere) {
    return show(
      world,
      asked,
      reply,
      person,
      `${person.global_name ?? person.username} may not add bots to that server.`,
    );
  }
  const permissions =
    list(form.permission).reduce((all, bit) => all | BigInt(/^\d{1,20}$/.test(bit) ? bit : 0), 0n) &
    asked.permissions;
  addBot(world, { guildId, applicationId: asked.application.id, permissions, invitedBy: person.id });
  return finish(world, asked, reply, person, { guild_id: guildId, permissions: String(permissions) });
}

/** Adds the bot; one that is there already gets the permissions that were chosen now. */
function addBot(
  world: World,
  input: { guildId: string; applicationId: string; permissions: bigint; invitedBy: string },
): void {
  const bot = world.applications.get(input.applicationId)?.bot_user_id;
  const isThere = world.members.has(`${input.guildId}:${bot}`);
  installBot(world, input);
  const managed = world.roles.in('guild', input.guildId).find((role) => role.tags?.bot_id === bot);
  if (isThere && managed) updateRole(world, managed, { permissions: String(input.permissions) });
}

function finish(
  world: World,
  asked: AuthorizeRequest,
  reply: FastifyReply,
  person: SimUser,
  extra: Record<string, string> = {},
): FastifyReply {
  if (!asked.redirect_uri) return send(reply, messagePage('Authorized', 'You may now close this window.'));
  return reply.redirect(codeAddress(world, asked, person, asked.redirect_uri, extra), 303);
}

function codeAddress(
  world: World,
  asked: AuthorizeRequest,
  person: SimUser,
  redirectUri: string,
  extra: Record<string, string> = {},
): string {
  const { code } = issueCode(world, {
    application_id: asked.application.id,
    user_id: person.id,
    scopes: asked.scopes,
    redirect_uri: redirectUri,
    code_challenge: asked.code_challenge,
  });
  return addressWith(redirectUri, { code, state: asked.state, ...extra });
}

function hasGranted(world: World, person: SimUser, asked: AuthorizeRequest): boolean {
  return world.oauthGrants
    .in('user', person.id)
    .some(
      (grant) =>
        grant.application_id === asked.application.id &&
        asked.scopes.every((scope) => grant.scopes.includes(scope)),
    );
}

function show(
  world: World,
  request: AuthorizeRequest,
  reply: FastifyReply,
  person: SimUser | undefined,
  problem?: string,
): FastifyReply {
  const people = playablePeople(world);
  const shown = person ?? people[0]?.user;
  const targets = request.redirect_uri ? [new URL(request.redirect_uri).origin] : [];
  const text = consentPage({ world, request, people, person: shown, problem });
  return send(reply.code(problem ? 400 : 200), text, targets);
}

function send(reply: FastifyReply, text: string, formTargets?: string[]): FastifyReply {
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy(formTargets))
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .send(text);
}

const list = (value: string | string[] | undefined): string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;
const first = (value: string | string[] | undefined): string | undefined => list(value)[0];
