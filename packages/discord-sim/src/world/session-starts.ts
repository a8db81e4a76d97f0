import type { APIGatewaySessionStartLimit } from 'discord-api-types/v10';
import type { Clock } from './clock.ts';

const DAY_MS = 86_400_000;
/** Within it, as many shards may identify as `max_concurrency` says. */
const WINDOW_MS = 5_000;
/** Discord recommends a shard for about so many servers. */
const GUILDS_PER_SHARD = 1_000;

interface Started {
  /** When the day began that counts. */
  since: number;
  count: number;
  /** When a shard last identified, by its rate limit key. */
  last: Map<number, number>;
}

/**
 * How often applications may start sessions, and with how many shards:
 * https://docs.discord.com/developers/events/gateway, "Session Start Limit Object" and "Sharding".
 */
export class SessionStarts {
  /** Of one application, in a day. */
  total = 1_000;
  maxConcurrency = 1;
  /** How many servers one session may carry. */
  guildsPerSession = 2_500;
  /** Large bots: the number of shards that Discord assigned, of which theirs has to be a multiple. */
  assignedShards: number | undefined;
  /** The same of one application. */
  readonly assignedTo = new Map<string, number>();
  #clock: Clock;
  #started = new Map<string, Started>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  limitOf(applicationId: string): APIGatewaySessionStartLimit {
    const { count, since } = this.#today(applicationId);
    return {
      total: this.total,
      remaining: Math.max(0, this.total - count),
      reset_after: since + DAY_MS - this.#clock.now(),
      max_concurrency: this.maxConcurrency,
    };
  }

  /** Leaves an application so many starts of its day. */
  leave(applicationId: string, remaining: number): void {
    const today = this.#today(applicationId);
    this.#started.set(applicationId, { ...today, count: Math.max(0, this.total - remaining) });
  }

  assigned(applicationId: string): number | undefined {
    return this.assignedTo.get(applicationId) ?? this.assignedShards;
  }

  recommendedShards(applicationId: string, guilds: number): number {
    return this.assigned(applicationId) ?? Math.max(1, Math.ceil(guilds / GUILDS_PER_SHARD));
  }

  /** Counts a start. It is too fast when another shard with the same rate limit key started just before. */
  take(applicationId: string, shardId: number): 'allowed' | 'too fast' | 'used up' {
    const today = this.#today(applicationId);
    if (today.count >= this.total) return 'used up';
    today.count += 1;
    this.#started.set(applicationId, today);
    const now = this.#clock.now();
    const key = shardId % this.maxConcurrency;
    const last = today.last.get(key);
    today.last.set(key, now);
    return last !== undefined && now - last < WINDOW_MS ? 'too fast' : 'allowed';
  }

  #today(applicationId: string): Started {
    const started = this.#started.get(applicationId);
    const now = this.#clock.now();
    if (started && now - started.since < DAY_MS) return started;
    return { since: now, count: 0, last: started?.last ?? new Map() };
  }
}
