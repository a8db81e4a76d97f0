import { unknownThing } from '../../errors.ts';
import type { SimApplication, SimUser } from '../../world/entities.ts';
import { saveImage } from '../../world/images.ts';
import { renderSelf, renderUser } from '../../world/render.ts';
import { renderApplication } from '../../world/render-application.ts';
import { updateUser } from '../../world/users.ts';
import { requireScope } from '../auth.ts';
import { type Call, fieldsOf, param, type Route } from '../call.ts';
import { checkEndpoint } from '../interactions-endpoint.ts';
import { Form, refuseForm } from '../validate/form.ts';

export const userRoutes: Route[] = [
  { method: 'GET', path: '/users/@me', access: 'any', handle: getSelf },
  { method: 'PATCH', path: '/users/@me', access: 'member', handle: editSelf },
  { method: 'GET', path: '/users/:user_id', access: 'member', handle: getOne },
  { method: 'GET', path: '/oauth2/applications/@me', access: 'bot', handle: getApplication },
  { method: 'GET', path: '/applications/@me', access: 'bot', handle: getApplication },
  { method: 'PATCH', path: '/applications/@me', access: 'bot', handle: editApplication },
  { method: 'GET', path: '/gateway', access: 'open', handle: (call) => ({ url: gatewayUrl(call) }) },
  { method: 'GET', path: '/gateway/bot', access: 'bot', handle: getGateway },
];

export function gatewayUrl({ world }: Pick<Call, 'world'>): string {
  return `${world.baseUrl.replace(/^http/, 'ws')}/gateway`;
}

function theSelf(call: Call): SimUser {
  const user = call.world.users.get(call.actor.userId);
  if (!user) throw unknownThing('user');
  return user;
}

function getSelf(call: Call): unknown {
  const { actor } = call;
  requireScope(actor, 'identify');
  const email = actor.kind === 'user' && (!actor.scopes || actor.scopes.includes('email'));
  return renderSelf(theSelf(call), { email });
}

function editSelf(call: Call): unknown {
  const user = theSelf(call);
  const body = fieldsOf(call.body);
  const form = new Form();
  const changes: Partial<SimUser> = {};
  if (body.username !== undefined) {
    changes.username =
      form.text(body.username, 'username', { min: 2, max: 32, required: true }) ?? user.username;
  }
  if (body.global_name !== undefined && !user.bot) {
    changes.global_name = form.text(body.global_name, 'global_name', { max: 32 }) ?? null;
  }
  if (body.avatar !== undefined) changes.avatar = saveImage(call.world, form, body.avatar, 'avatar');
  if (body.banner !== undefined) changes.banner = saveImage(call.world, form, body.banner, 'banner');
  form.done();
  return renderSelf(updateUser(call.world, user.id, changes) ?? user, { email: !user.bot });
}

function getOne(call: Call): unknown {
  const user = call.world.users.get(param(call, 'user_id'));
  if (!user) throw unknownThing('user');
  return renderUser(user);
}

function theApplication(call: Call): SimApplication {
  const { actor, world } = call;
  const app = actor.kind === 'bot' ? world.applications.get(actor.applicationId) : undefined;
  if (!app) throw unknownThing('application');
  return app;
}

function getApplication(call: Call): unknown {
  return renderApplication(call.world, theApplication(call));
}

/** Privileged intents that an application may switch on for itself. */
const SELF_SERVED = (1 << 13) | (1 << 15) | (1 << 19);

async function editApplication(call: Call): Promise<unknown> {
  const app = theApplication(call);
  const body = fieldsOf(call.body);
  const form = new Form();
  const changes: Partial<SimApplication> = {};
  if (body.description !== undefined)
    changes.description = form.text(body.description, 'description', { max: 400 }) ?? '';
  if (body.flags !== undefined) {
    const flags = form.integer(body.flags, 'flags', { min: 0 }) ?? 0;
    changes.flags = ((app.flags & ~SELF_SERVED) | (flags & SELF_SERVED)) as SimApplication['flags']; // numbers with the flags' bits
  }
  if (body.icon !== undefined) changes.icon = saveImage(call.world, form, body.icon, 'icon');
  if (body.custom_install_url !== undefined) {
    changes.custom_install_url = form.url(body.custom_install_url, 'custom_install_url', ['http', 'https']);
  }
  const endpoint = body.interactions_endpoint_url;
  if (endpoint !== undefined) {
    const url = endpoint === '' ? null : endpoint;
    changes.interactions_endpoint_url = form.url(url, 'interactions_endpoint_url', ['http', 'https']) ?? null;
  }
  form.done();
  if (
    changes.interactions_endpoint_url &&
    !(await checkEndpoint(call.world, app, changes.interactions_endpoint_url))
  ) {
    refuseForm(
      'interactions_endpoint_url',
      'APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID',
      'The specified interactions endpoint url could not be verified.',
    );
  }
  return renderApplication(call.world, call.world.applications.put({ ...app, ...changes }));
}

function getGateway(call: Call): unknown {
  const { members, sessionStarts } = call.world;
  const { id } = theApplication(call);
  return {
    url: gatewayUrl(call),
    shards: sessionStarts.recommendedShards(id, members.countIn('user', call.actor.userId)),
    session_start_limit: sessionStarts.limitOf(id),
  };
}
