import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SimApplication, SimOAuthGrant } from '../world/entities.ts';
import type { World } from '../world/world.ts';
import { issueGrant, refreshGrant, revokeToken, TOKEN_LIFETIME_SECONDS, takeCode } from './grants.ts';
import { verifierProblem } from './pkce.ts';

type Form = Record<string, string | undefined>;
type Ask = FastifyRequest<{ Body: Form | undefined }>;

/** The token endpoints that applications call. Like Discord's they read forms only, and know no JSON. */
export function tokenRoutes(app: FastifyInstance, world: World): void {
  for (const prefix of ['/api/v10/oauth2', '/oauth2']) {
    app.post(`${prefix}/token`, (request: Ask, reply) => token(world, request, reply));
    app.post(`${prefix}/token/revoke`, (request: Ask, reply) => revoke(world, request, reply));
  }
}

function token(world: World, request: Ask, reply: FastifyReply): FastifyReply {
  const form = formOf(request);
  const grantType = form.grant_type;
  if (grantType !== 'authorization_code' && grantType !== 'refresh_token') {
    return refuse(reply, 'unsupported_grant_type', `Grant type ${grantType ?? 'None'} is not supported`);
  }
  const application = clientOf(world, request, form);
  if (!application) return refuse(reply.code(401), 'invalid_client');
  if (grantType === 'refresh_token') {
    if (!form.refresh_token) return refuse(reply, 'invalid_request', 'Missing "refresh_token" in request.');
    const grant = refreshGrant(world, form.refresh_token, application.id);
    return grant
      ? sendGrant(reply, grant)
      : refuse(reply, 'invalid_grant', 'Invalid "refresh_token" in request.');
  }
  if (!form.code) return refuse(reply, 'invalid_request', 'Missing "code" in request.');
  const code = takeCode(world, form.code, application.id);
  if (!code) return refuse(reply, 'invalid_grant', 'Invalid "code" in request.');
  if (form.redirect_uri !== code.redirect_uri) {
    return refuse(reply, 'invalid_grant', 'Invalid "redirect_uri" in request.');
  }
  const unproven = verifierProblem(code.code_challenge, form.code_verifier);
  if (unproven) return refuse(reply, unproven.error, unproven.description);
  const { user_id, scopes } = code;
  return sendGrant(reply, issueGrant(world, { application_id: application.id, user_id, scopes }));
}

function revoke(world: World, request: Ask, reply: FastifyReply): FastifyReply {
  const form = formOf(request);
  const application = clientOf(world, request, form);
  if (!application) return refuse(reply.code(401), 'invalid_client');
  if (!form.token) return refuse(reply, 'invalid_request', 'Missing "token" in request.');
  // A token that is gone already is no error: revoking twice does no harm (RFC 7009, 2.2).
  revokeToken(world, form.token, application.id);
  return reply.code(200).send({});
}

function formOf(request: Ask): Form {
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  return (isForm && request.body) || {};
}

/** The application that calls, by HTTP Basic or by the form. */
function clientOf(world: World, request: Ask, form: Form): SimApplication | undefined {
  const header = request.headers.authorization;
  const basic = header?.startsWith('Basic ') ? Buffer.from(header.slice(6), 'base64').toString() : undefined;
  const split = basic?.indexOf(':') ?? -1;
  const id = basic ? basic.slice(0, split) : form.client_id;
  const secret = basic ? basic.slice(split + 1) : form.client_secret;
  const application = world.applications.get(id ?? '');
  return application && sameText(application.client_secret, secret ?? '') ? application : undefined;
}

function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

function sendGrant(reply: FastifyReply, grant: SimOAuthGrant): FastifyReply {
  return reply.header('cache-control', 'no-store').send({
    token_type: 'Bearer',
    access_token: grant.access_token,
    expires_in: TOKEN_LIFETIME_SECONDS,
    refresh_token: grant.refresh_token,
    scope: grant.scopes.join(' '),
  });
}

function refuse(reply: FastifyReply, error: string, description?: string): FastifyReply {
  const status = reply.statusCode === 401 ? 401 : 400;
  return reply.code(status).send({ error, ...(description ? { error_description: description } : {}) });
}
