import type { Leases } from '@tickets/core/bots/leases';
import type { Shard } from '@tickets/core/bots/share';
import type { Context } from '@tickets/core/platform/context';
import { isUnauthorized, NoAnswer } from '@tickets/core/platform/discord/failures';
import { warnUnlessOutage } from '@tickets/core/platform/outages';
import type { SessionStarts } from '../gateway/session-starts.ts';

const RESHARD_MS = 30_000;
const RESHARD_MS_MAX = 300_000;

export interface MainShardsOptions {
  ctx: Pick<Context, 'discord' | 'log'>;
  starts: SessionStarts;
  /** Those that somebody set by hand, of how many. */
  fixed: { ids: number[]; count: number } | undefined;
  /** How long none may run a shard until it is said to be missing: a hand-over or a restart takes less. */
  graceMs: number;
  /** Discord has answered. */
  onKnown(): void;
}

/** Which shards there are of the program's own bot, and whether this process may run them. */
export class MainShards {
  readonly #options: MainShardsOptions;
  /** How many Discord recommends; not asked while the bot runs somewhere. */
  #recommended: number | undefined;
  #isAsking = false;
  #waitUntil = Number.NEGATIVE_INFINITY;
  #wait = RESHARD_MS;
  #missingSince: number | undefined;

  constructor(options: MainShardsOptions) {
    this.#options = options;
  }

  /** Nothing while Discord has not said how many there are, or which bot this is: until then its id is a guess. */
  read({ live }: Leases): { all: Shard[]; mayRun: boolean } {
    const { ctx, fixed } = this.#options;
    const bot_id = ctx.discord.user_id;
    const isAccepted = ctx.discord.identity.state.value === 'accepted';
    const running = live.find((lease) => lease.bot_id === bot_id)?.shard_count;
    if (running) this.#recommended = undefined;
    if (!isAccepted || (!fixed && !running && this.#recommended === undefined)) void this.#ask();
    if (fixed) return { all: fixed.ids.map((id) => shardOf(id, fixed.count)), mayRun: isAccepted };
    const count = running ?? this.#recommended ?? 0;
    const all = Array.from({ length: count }, (_, shard_id) => shardOf(shard_id, count));
    return { all, mayRun: isAccepted && count > 0 && performance.now() >= this.#waitUntil };

    function shardOf(shard_id: number, shard_count: number): Shard {
      return { bot_id, shard_id, shard_count };
    }
  }

  /** The shards that no process has run for long, where some run. */
  missing({ live }: Leases): number[] {
    const bot_id = this.#options.ctx.discord.user_id;
    const running = live.filter((lease) => lease.bot_id === bot_id);
    const run = new Set(running.map(({ shard_id }) => shard_id));
    const all = Array.from({ length: running[0]?.shard_count ?? 0 }, (_, shard_id) => shard_id);
    const missing = all.filter((shard_id) => !run.has(shard_id));
    const now = performance.now();
    this.#missingSince = missing.length ? (this.#missingSince ?? now) : undefined;
    return this.#missingSince !== undefined && now - this.#missingSince >= this.#options.graceMs
      ? missing
      : [];
  }

  /** Discord wants another number: it is asked after a while. */
  refused(): void {
    this.#waitUntil = performance.now() + this.#wait;
    this.#wait = Math.min(this.#wait * 2, RESHARD_MS_MAX);
    this.#recommended = undefined;
  }

  /** They are in with the number that they have. */
  accepted(): void {
    this.#wait = RESHARD_MS;
  }

  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const { ctx, starts, onKnown } = this.#options;
    const { identity } = ctx.discord;
    try {
      if (identity.state.value !== 'accepted') {
        const verdict = await identity.check();
        if (verdict === 'unknown') throw new NoAnswer(undefined, 'Discord does not say which bot this is');
        if (verdict === 'refused') return;
      }
      this.#recommended = (await starts.info()).shards;
      onKnown();
    } catch (err) {
      if (isUnauthorized(err)) await identity.check();
      else warnUnlessOutage(ctx.log, err, 'Discord does not answer; it is tried again');
    } finally {
      this.#isAsking = false;
    }
  }
}
