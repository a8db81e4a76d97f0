import { createSigner, createVerifier, TokenError } from 'fast-jwt';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { CoreConfig } from '../platform/context.ts';

export const sessionLifetimeMs = 30 * 86_400_000;

const Claims = z.object({ sub: z.string(), sid: z.uuid(), iat: z.number(), exp: z.number() });
export type Claims = z.infer<typeof Claims>;

export interface Tokens {
  sign(session: { session_id: string; user_id: string; created_at: Date; expires_at: Date }): string;
  /** Undefined for a token that is not ours or whose time is over. */
  read(token: string): Claims | undefined;
}

export function createTokens(ctx: { config: Pick<CoreConfig, 'token_secret'>; clock: Clock }): Tokens {
  const key = ctx.config.token_secret;
  const signer = createSigner({ key, algorithm: 'HS256' });
  // The time is compared here, because the clock is ours.
  const verifier = createVerifier({ key, algorithms: ['HS256'], ignoreExpiration: true, cache: 5000 });
  return {
    sign: ({ session_id, user_id, created_at, expires_at }) =>
      signer({ sub: user_id, sid: session_id, iat: seconds(created_at), exp: seconds(expires_at) }),
    read(token) {
      try {
        const claims = Claims.safeParse(verifier(token));
        return claims.success && claims.data.exp > seconds(ctx.clock.now()) ? claims.data : undefined;
      } catch (error) {
        if (error instanceof TokenError) return undefined;
        throw error;
      }
    },
  };
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
