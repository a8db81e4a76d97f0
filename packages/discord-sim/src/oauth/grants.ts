import { randomBytes } from 'node:crypto';
import type { SimOAuthCode, SimOAuthGrant } from '../world/entities.ts';
import type { World } from '../world/world.ts';

const CODE_LIFETIME_MS = 10 * 60_000;
/** A week, as Discord's access tokens live. */
export const TOKEN_LIFETIME_SECONDS = 604_800;

export function issueCode(world: World, input: Omit<SimOAuthCode, 'code' | 'expires_at'>): SimOAuthCode {
  for (const old of world.oauthCodes.all()) {
    if (old.expires_at <= world.clock.now()) world.oauthCodes.delete(old.code);
  }
  const code = randomBytes(15).toString('base64url');
  return world.oauthCodes.put({ ...input, code, expires_at: world.clock.now() + CODE_LIFETIME_MS });
}

/** Takes a code out of the world, whether or not it turns out to be good: a code works once. */
export function takeCode(world: World, code: string, applicationId: string): SimOAuthCode | undefined {
  const row = world.oauthCodes.get(code);
  if (!row || row.application_id !== applicationId) return undefined;
  world.oauthCodes.delete(code);
  return row.expires_at > world.clock.now() ? row : undefined;
}

export function issueGrant(
  world: World,
  input: Pick<SimOAuthGrant, 'application_id' | 'user_id' | 'scopes'>,
): SimOAuthGrant {
  return world.oauthGrants.put({
    ...input,
    access_token: randomBytes(23).toString('base64url'),
    refresh_token: randomBytes(23).toString('base64url'),
    expires_at: world.clock.now() + TOKEN_LIFETIME_SECONDS * 1000,
  });
}

/** The grant behind an access token that still works. */
export function findGrant(world: World, accessToken: string): SimOAuthGrant | undefined {
  const grant = world.oauthGrants.get(accessToken);
  return grant && grant.expires_at > world.clock.now() ? grant : undefined;
}

/** Trades a refresh token for new tokens; the old pair stops working. */
export function refreshGrant(
  world: World,
  refreshToken: string,
  applicationId: string,
): SimOAuthGrant | undefined {
  const old = world.oauthGrants.in('refresh', refreshToken)[0];
  if (!old || old.application_id !== applicationId) return undefined;
  return world.transact(() => {
    world.oauthGrants.delete(old.access_token);
    return issueGrant(world, old);
  });
}

/** Revoking either token of a pair ends all that the person allowed this application, as Discord does. */
export function revokeToken(world: World, token: string, applicationId: string): boolean {
  const grant = world.oauthGrants.get(token) ?? world.oauthGrants.in('refresh', token)[0];
  if (!grant || grant.application_id !== applicationId) return false;
  world.transact(() => {
    for (const other of world.oauthGrants.in('user', grant.user_id)) {
      if (other.application_id === applicationId) world.oauthGrants.delete(other.access_token);
    }
  });
  return true;
}

/** Fault: lets access tokens run out now. Their refresh tokens go on working unless those are to be lost too. */
export function expireTokens(
  world: World,
  filter: { userId?: string; applicationId?: string; refreshToo?: boolean } = {},
): number {
  const hit = world.oauthGrants
    .all()
    .filter((grant) => !filter.userId || grant.user_id === filter.userId)
    .filter((grant) => !filter.applicationId || grant.application_id === filter.applicationId);
  for (const grant of hit) {
    if (filter.refreshToo) world.oauthGrants.delete(grant.access_token);
    else world.oauthGrants.put({ ...grant, expires_at: world.clock.now() });
  }
  return hit.length;
}
