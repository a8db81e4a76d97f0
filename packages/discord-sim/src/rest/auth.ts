import { DiscordError, refusal } from '../errors.ts';
import type { World } from '../world/world.ts';
import type { Actor, Route } from './call.ts';

const NOBODY: Actor = { kind: 'nobody', userId: '' };

/** Turns an Authorization header into who it stands for: `Bot`, `Bearer`, or a person's own client token. */
export function identify(world: World, header: string | undefined): Actor {
  if (!header) return NOBODY;
  const [scheme, token] = header.includes(' ') ? header.split(' ', 2) : ['', header];
  if (scheme === 'Bot') return botOf(world, token ?? '');
  if (scheme === 'Bearer') return granteeOf(world, token ?? '');
  const user = world.users.in('token', token ?? '')[0];
  return user ? { kind: 'user', userId: user.id } : NOBODY;
}

export function admit(actor: Actor, access: Route['access']): void {
  if (access === 'open') return;
  if (actor.kind === 'nobody') throw refusal('unauthorized');
  if (access === 'bot' && actor.kind !== 'bot') throw refusal('botsOnly');
  // A token that a person gave to an application opens only the few routes that say so.
  if (access !== 'any' && actor.kind === 'user' && actor.scopes) throw refusal('unauthorized');
}

export function requireScope(actor: Actor, ...scopes: string[]): void {
  if (actor.kind !== 'user' || !actor.scopes) return;
  if (!scopes.some((scope) => actor.scopes?.includes(scope))) {
    throw new DiscordError(403, 50026, 'Missing required OAuth2 scope');
  }
}

function botOf(world: World, token: string): Actor {
  const app = world.refusedTokens.has(token) ? undefined : world.applications.in('token', token)[0];
  return app ? { kind: 'bot', userId: app.bot_user_id, applicationId: app.id } : NOBODY;
}

function granteeOf(world: World, token: string): Actor {
  const grant = world.oauthGrants.get(token);
  if (!grant || grant.expires_at <= world.clock.now()) return NOBODY;
  return { kind: 'user', userId: grant.user_id, scopes: grant.scopes };
}
