import { createHash } from 'node:crypto';
import type { Clock } from '../world/clock.ts';

export type LimitMode = 'off' | 'real';

export interface Verdict {
  headers: Record<string, string>;
  /** Set when the request must wait. */
  refused?: { retryAfterSeconds: number; global: boolean };
}

interface Rule {
  limit: number;
  windowMs: number;
}

interface Bucket {
  left: number;
  resetAt: number;
}

const DEFAULT: Rule = { limit: 10, windowMs: 5_000 };
const GLOBAL: Rule = { limit: 50, windowMs: 1_000 };
/** Not told in headers: one learns of it by being refused. */
const RENAME: Rule = { limit: 2, windowMs: 600_000 };

const RULES: Record<string, Rule> = {
  'POST /channels/:channel_id/messages': { limit: 5, windowMs: 5_000 },
  'PATCH /channels/:channel_id/messages/:message_id': { limit: 5, windowMs: 5_000 },
  'DELETE /channels/:channel_id/messages/:message_id': { limit: 5, windowMs: 1_000 },
  'POST /channels/:channel_id/messages/bulk-delete': { limit: 1, windowMs: 1_000 },
  'PUT /channels/:channel_id/messages/:message_id/reactions/:emoji/@me': { limit: 1, windowMs: 250 },
  'POST /webhooks/:webhook_id/:token': { limit: 5, windowMs: 2_000 },
  'PATCH /guilds/:guild_id/members/@me': { limit: 1, windowMs: 1_000 },
  'PATCH /users/@me': { limit: 2, windowMs: 3_600_000 },
};

/** Buckets as Discord keeps them: by route and by the server, channel or webhook that the path is about. */
export class RateLimits {
  readonly mode: LimitMode;
  #clock: Clock;
  #buckets = new Map<string, Bucket>();

  constructor(clock: Clock, mode: LimitMode) {
    this.#clock = clock;
    this.mode = mode;
  }

  /** Counts a request. `renames` says that it changes the name or topic of a channel. */
  take(request: { route: string; who: string; major: string; renames?: boolean }): Verdict {
    const { route, who, major } = request;
    const rule = RULES[route] ?? DEFAULT;
    const name = createHash('md5').update(route).digest('hex');
    if (this.mode === 'off')
      return { headers: this.#headers(name, { limit: 1000, left: 999, resetAt: this.#clock.now() + 1000 }) };
    const isExempt =
      route.startsWith('POST /interactions/') || route.includes('/webhooks/:webhook_id/:token');
    const global = isExempt ? undefined : this.#count(`global:${who}`, GLOBAL);
    if (global?.left === -1) return this.#refuse({}, global, { global: true });
    if (request.renames) {
      const renamed = this.#count(`rename:${who}:${major}`, RENAME);
      if (renamed.left === -1) return this.#refuse({}, renamed, { global: false });
    }
    const bucket = this.#count(`${who}:${route}:${major}`, rule);
    const headers = this.#headers(name, {
      limit: rule.limit,
      left: Math.max(0, bucket.left),
      resetAt: bucket.resetAt,
    });
    return bucket.left === -1 ? this.#refuse(headers, bucket, { global: false }) : { headers };
  }

  /** Takes one from a bucket; -1 means that there was nothing left. */
  #count(key: string, rule: Rule): Bucket {
    const now = this.#clock.now();
    if (this.#buckets.size > 10_000) this.#forget(now);
    const found = this.#buckets.get(key);
    const bucket = found && found.resetAt > now ? found : { left: rule.limit, resetAt: now + rule.windowMs };
    const taken = { left: bucket.left - 1, resetAt: bucket.resetAt };
    this.#buckets.set(key, { ...bucket, left: Math.max(0, taken.left) });
    return taken;
  }

  #forget(now: number): void {
    for (const [key, bucket] of this.#buckets) if (bucket.resetAt <= now) this.#buckets.delete(key);
  }

  #headers(
    bucket: string,
    { limit, left, resetAt }: { limit: number; left: number; resetAt: number },
  ): Record<string, string> {
    const after = Math.max(0, resetAt - this.#clock.now()) / 1000;
    return {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(left),
      'x-ratelimit-reset': (resetAt / 1000).toFixed(3),
      'x-ratelimit-reset-after': after.toFixed(3),
      'x-ratelimit-bucket': bucket,
    };
  }

  #refuse(headers: Record<string, string>, { resetAt }: Bucket, { global }: { global: boolean }): Verdict {
    const retryAfterSeconds = Math.max(0.001, (resetAt - this.#clock.now()) / 1000);
    return {
      headers: {
        ...headers,
        'retry-after': String(Math.ceil(retryAfterSeconds)),
        'x-ratelimit-scope': global ? 'global' : 'user',
        ...(global ? { 'x-ratelimit-global': 'true' } : {}),
      },
      refused: { retryAfterSeconds, global },
    };
  }
}
