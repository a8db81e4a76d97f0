import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  forgetHolder,
  holdersOf,
  type Leases,
  type LeaseTimes,
  type Place,
  readLeases,
  releaseLease,
  renewLeases,
  showHolder,
  type Taken,
  takeLeases,
} from '@tickets/core/bots/leases';
import { type Shard, shardKey, toGiveBack, toTake } from '@tickets/core/bots/share';
import type { Context } from '@tickets/core/platform/context';
import type { Db } from '@tickets/core/platform/db/db';
import { isAway } from '@tickets/core/platform/db/outage';
import { withPatience } from '@tickets/core/platform/db/patience';
import { warnUnlessOutage } from '@tickets/core/platform/outages';
import { GatewayCloseCodes } from 'discord-api-types/v10';
import pLimit from 'p-limit';
import { Repair, repairs } from '../gateway/repair.ts';
import { MainShards } from './main-shards.ts';
import { Once } from './once.ts';
import { defaultPresence } from './presence.ts';
import { RunningBot, type RunningBotOptions } from './running-bot.ts';
import type { Trouble } from './troubles.ts';
import { UsersBots } from './users-bots.ts';

export interface SupervisorOptions {
  /** Which shards of the program's own bot this process runs, of how many. Without it processes share all that there are. */
  shards: { ids: number[]; count: number } | undefined;
  /** How many connections this process carries at most. */
  capacity: number;
  times: LeaseTimes;
  urgentDb: Db;
  keptEvents: number | undefined;
  /** How long the program's own bot may connect until it is said to be disconnected. */
  graceMs: number;
}

/** The commands of a bot are some hundred kilobytes, twice. */
const REGISTERED_AT_ONCE = 3;
/** How long an end waits for what is asked of the database. */
const LOOP_MS = 500;

/**
 * Runs what this process has leases of: shards of the program's own bot, and users' bots. It renews the leases, takes
 * what nobody has, hands over what others have too little of, and follows what users do with their bots.
 */
export class Supervisor {
  readonly main: RunningBot;
  readonly #ctx: Context;
  readonly #options: SupervisorOptions;
  readonly #holder = randomUUID();
  readonly #mainShards: MainShards;
  readonly #stopping = new AbortController();
  readonly #repair: Repair;
  readonly #registering = pLimit(REGISTERED_AT_ONCE);
  readonly #held = new Map<string, Shard>();
  readonly #releasing = new Map<string, Promise<void>>();
  readonly #users: UsersBots;
  /** Until when what is heard is this process's, by its steady clock. */
  #until = Number.NEGATIVE_INFINITY;
  #untilTimer: NodeJS.Timeout | undefined;
  #isPaused = false;
  #others = 0;
  #seenUntil = new Map<string, number>();
  #wake = Promise.withResolvers<void>();
  /** Rows are being taken that are not known here yet. */
  #isTaking = false;
  #looping: Promise<void> | undefined;
  readonly #unsubscribe: () => void;

  constructor(ctx: Context, options: SupervisorOptions) {
    this.#ctx = ctx;
    this.#options = options;
    this.#repair = new Repair(ctx, { steps: repairs, stopping: this.#stopping.signal });
    this.main = this.#make(ctx, {
      isMain: true,
      presence: defaultPresence(),
      heard: new Once(),
      onTrouble: (trouble) => this.#mainTrouble(trouble),
    });
    this.#mainShards = new MainShards({
      ctx,
      starts: this.main.starts,
      fixed: options.shards,
      graceMs: options.graceMs,
      onKnown: () => this.#wake.resolve(),
    });
    this.#users = new UsersBots({
      ctx,
      make: (its, own) => this.#make(its, own),
      onChange: () => this.#wake.resolve(),
      stopping: this.#stopping.signal,
    });
    this.main.state.onChange((state) => {
      if (state === 'ready') this.#mainShards.accepted();
    });
    this.#unsubscribe = ctx.events.subscribe(({ type }) => {
      if (type !== 'bots.changed') return;
      this.#users.readAnew();
      this.#wake.resolve();
    });
  }

  start(): void {
    this.#looping ??= this.#loop();
  }

  /** Events of all bots that are not written down yet, and that were dropped. */
  events(): { waiting: number; dropped: number } {
    const queues = this.#bots().map(({ queue }) => queue);
    return {
      waiting: queues.reduce((sum, { size }) => sum + size, 0),
      dropped: queues.reduce((sum, { dropped }) => sum + dropped, 0),
    };
  }

  /** The shards of users' bots that run here. */
  get users(): ReadonlyMap<string, RunningBot> {
    return this.#users.running;
  }

  async settled(): Promise<void> {
    for (const bot of this.#bots()) await bot.settled();
    await this.#repair.tried();
    for (const bot of this.#bots()) await bot.idle();
  }

  /** Closes all connections and gives them back; then waits for what is under way. */
  async stop(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    this.#unsubscribe();
    this.#wake.resolve();
    // It may wait for the database.
    await Promise.race([this.#looping, sleep(LOOP_MS, undefined, { ref: false })]);
    clearTimeout(this.#untilTimer);
    const keepsSession = this.#others > 0;
    const bots = this.#bots();
    await Promise.all([...this.#held.values()].map((shard) => this.#giveBack(shard, { keepsSession })));
    await Promise.all(bots.map((bot) => bot.close()));
    await Promise.all(this.#releasing.values());
    await forgetHolder(this.#options.urgentDb, this.#holder).catch((err: unknown) =>
      this.#ctx.log.debug({ err }, 'the leases of this process run out by themselves'),
    );
    await Promise.all(bots.map((bot) => bot.idle()));
    await this.#repair.tried();
  }

  #bots(): RunningBot[] {
    return [this.main, ...this.#users.all()];
  }

  /** Two rounds that do not wait for one another, so that nothing keeps the leases from being renewed. */
  async #loop(): Promise<void> {
    const { signal } = this.#stopping;
    const renewed = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => renewed.resolve());
    const renewing = this.#again(async () => {
      await this.#renew();
      renewed.resolve();
    }, 'the leases of connections to Discord are not renewed');
    await renewed.promise;
    await this.#again(
      () => this.#follow(),
      'what bots there are is not known',
      () => this.#wake.promise,
    );
    await renewing;
  }

  async #again(round: () => Promise<void>, failed: string, sooner?: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping;
    let isFailing = false;
    while (!signal.aborted) {
      this.#wake = sooner ? Promise.withResolvers() : this.#wake;
      try {
        await round();
        if (isFailing) this.#ctx.log.info({ before: failed }, 'this works again');
        isFailing = false;
      } catch (err) {
        if (!isFailing && !signal.aborted) warnUnlessOutage(this.#ctx.log, err, failed);
        isFailing = !isAway(err);
      }
      const wait = sleep(this.#options.times.renew_ms, undefined, { signal, ref: false });
      await Promise.race([wait.catch(() => undefined), ...(sooner ? [sooner()] : [])]);
    }
  }

  async #renew(): Promise<void> {
    const { urgentDb: db, times } = this.#options;
    const asked = performance.now();
    const before = new Map(this.#held);
    const places = this.#places();
    const mayTake = this.#isTaking;
    const kept = await withPatience(times.close_ms, () =>
      renewLeases(db, this.#holder, { valid_ms: times.valid_ms, places }),
    );
    const keptKeys = new Set(kept.map(shardKey));
    // What was taken or given back meanwhile is another matter.
    const lost = [...before].filter(([key, shard]) => !keptKeys.has(key) && this.#held.get(key) === shard);
    await Promise.all(lost.map(([, shard]) => this.#lose(shard)));
    this.#extend(asked);
    if (mayTake || this.#isTaking) return;
    for (const shard of kept) {
      const key = shardKey(shard);
      // Taken or given back in a statement whose answer was lost.
      if (!this.#held.has(key) && !before.has(key) && !this.#releasing.has(key)) void this.#giveBack(shard);
    }
  }

  /** Where another process goes on if this one dies. */
  #places(): Place[] {
    return [...this.#held.values()].flatMap((shard) => {
      const session = this.#botOf(shard)?.placeOf(shard.shard_id);
      return session ? [{ bot_id: shard.bot_id, shard_id: shard.shard_id, session }] : [];
    });
  }

  /** Everything that it has is its own until then. */
  #extend(asked: number): void {
    this.#until = asked + this.#options.times.close_ms;
    this.#closeInTime();
    if (!this.#isPaused || !this.#mayListen()) return;
    this.#isPaused = false;
    for (const bot of this.#bots()) bot.goOn();
  }

  /** A timer may fire a moment before its time: then it is set for the rest. */
  #closeInTime(): void {
    clearTimeout(this.#untilTimer);
    if (!this.#mayListen()) return;
    const left = this.#until - performance.now();
    this.#untilTimer = setTimeout(() => this.#closeInTime(), Math.max(1, left)).unref();
  }

  /** Asked with each frame, because a process that stood still has timers that come too late. */
  #mayListen(): boolean {
    if (performance.now() < this.#until) return true;
    if (!this.#isPaused && this.#held.size && !this.#stopping.signal.aborted) {
      this.#isPaused = true;
      this.#ctx.log.warn(
        'connections to Discord are closed, because another process may take them; they are taken up again when the database answers',
      );
      for (const bot of this.#bots()) bot.pause();
    }
    return false;
  }

  /** Takes, starts, replaces, hands over and ends. */
  async #follow(): Promise<void> {
    const { urgentDb: db, times, shards } = this.#options;
    await this.#users.read();
    await this.#users.writeStates();
    const leases = await readLeases(db);
    this.#others = leases.holders.filter(({ holder }) => holder !== this.#holder).length;
    this.#leaveMain();
    await this.#endUnwanted();
    if (this.#stopping.signal.aborted) return;
    const { all, mayRun } = this.#mainShards.read(leases);
    // Shards that somebody gave to processes by hand are not shared.
    const me = { holder: this.#holder, capacity: this.#options.capacity, runsMain: mayRun && !shards };
    // Here and not where leases are renewed: one that does not get to look is handed nothing.
    await showHolder(db, me, times.counted_ms);
    const held = holdersOf(leases);
    const main = shards ? [] : all;
    await this.#users.writeLost(held);
    const users = this.#users.runnable(held);
    const situation = { me, holders: leases.holders, main, users, held };
    const fixed = shards && mayRun ? all.filter((shard) => !held.has(shardKey(shard))) : [];
    if (fixed.length || toTake(situation).length) {
      const taken = await this.#take(() =>
        takeLeases(db, me, { main, users, fixed, valid_ms: times.valid_ms }),
      );
      for (const shard of taken) {
        if (shard.bot_id === this.#mainId) this.main.take(shard);
        else this.#users.start(shard.bot_id)?.take(shard);
      }
    } else {
      for (const shard of toGiveBack(situation)) void this.#giveBack(shard, { keepsSession: true });
    }
    await this.#users.replaceAndShow();
    this.#noteMissing(leases);
    this.main.isElsewhere = mayRun && this.#isHeldByOthers(all, leases);
  }

  /** Others may have a token that Discord accepts: shards that are kept here would be out. */
  #leaveMain(): void {
    const isRefused = this.#ctx.discord.identity.state.value === 'refused';
    if (!isRefused || !this.#others || this.#options.shards) return;
    for (const shard of this.#held.values()) if (shard.bot_id === this.#mainId) void this.#giveBack(shard);
  }

  #noteMissing(leases: Leases): void {
    const missing = this.#mainShards.missing(leases);
    if (missing.length && !this.main.isIncomplete)
      this.#ctx.log.warn(
        { shards: missing },
        'no process runs these shards of the bot, so presses and commands in their servers stay unanswered; start another process with the role bot, raise BOT_CONNECTIONS_MAX, or correct --shards',
      );
    this.main.isIncomplete = missing.length > 0;
  }

  /** Whether others go on with all of them. One that has died goes on to have them for a moment. */
  #isHeldByOthers(shards: readonly Shard[], { live }: Leases): boolean {
    const before = this.#seenUntil;
    this.#seenUntil = new Map(live.map((lease) => [shardKey(lease), lease.until]));
    const byOthers = live.filter(({ holder }) => holder !== this.#holder);
    const held = new Map(byOthers.map((lease) => [shardKey(lease), lease.until]));
    return shards.every((shard) => {
      const [now, then] = [held.get(shardKey(shard)), before.get(shardKey(shard))];
      return now !== undefined && then !== undefined && (now > then || this.main.state.value === 'elsewhere');
    });
  }

  /** Nothing is taken for granted of a lease between its row and its connection. */
  async #take(ask: () => Promise<Taken[]>): Promise<Taken[]> {
    this.#isTaking = true;
    try {
      const asked = performance.now();
      const taken = await withPatience(this.#options.times.close_ms, ask);
      // Too late: another may have them by now.
      if (performance.now() - asked >= this.#options.times.close_ms) return [];
      for (const shard of taken) this.#held.set(shardKey(shard), shard);
      return taken;
    } finally {
      this.#isTaking = false;
    }
  }

  get #mainId(): string {
    return this.#ctx.discord.user_id;
  }

  #make(
    ctx: Context,
    own: Pick<RunningBotOptions, 'isMain' | 'presence' | 'heard' | 'onTrouble'>,
  ): RunningBot {
    const { urgentDb, keptEvents, graceMs } = this.#options;
    return new RunningBot({
      ctx,
      ...own,
      urgentDb,
      keptEvents: own.isMain ? keptEvents : undefined,
      ...(own.isMain && { graceMs }),
      registering: this.#registering,
      mayListen: () => this.#mayListen(),
      onSynced: () => this.#repair.begin(),
    });
  }

  /** Ends what users gave up, or what Discord refused for good. */
  async #endUnwanted(): Promise<void> {
    const wanted = new Set(this.#users.wanted().map(({ bot_id }) => bot_id));
    const ended = [...this.#held.values()].filter(
      ({ bot_id }) => bot_id !== this.#mainId && !wanted.has(bot_id),
    );
    await Promise.all(ended.map((shard) => this.#giveBack(shard)));
  }

  #mainTrouble(trouble: Trouble): void {
    const codes = [GatewayCloseCodes.InvalidShard, GatewayCloseCodes.ShardingRequired];
    if (trouble.kind !== 'shut_out' || !codes.includes(trouble.code) || this.#options.shards) return;
    // All that run with this count are given up, here and, by the same answer, elsewhere; then Discord is asked again.
    this.#mainShards.refused();
    for (const shard of this.#held.values()) if (shard.bot_id === this.#mainId) void this.#giveBack(shard);
  }

  /** Another process has it. */
  async #lose(shard: Shard): Promise<void> {
    this.#ctx.log.warn(shard, 'another process has taken a connection to Discord over');
    this.#held.delete(shardKey(shard));
    await this.#botOf(shard)?.drop(shard.shard_id, { keepsSession: false });
    this.#users.end(shard.bot_id);
  }

  #giveBack(shard: Shard, { keepsSession } = { keepsSession: false }): Promise<void> {
    const key = shardKey(shard);
    const under = this.#releasing.get(key);
    if (under) return under;
    this.#held.delete(key);
    const released = (async () => {
      const bot = this.#botOf(shard);
      try {
        const session = (await bot?.drop(shard.shard_id, { keepsSession })) ?? null;
        await releaseLease(this.#options.urgentDb, this.#holder, shard, session);
      } catch (err) {
        warnUnlessOutage(this.#ctx.log, err, 'a connection to Discord is not given back yet', shard);
      } finally {
        this.#users.end(shard.bot_id);
        this.#releasing.delete(key);
      }
    })();
    this.#releasing.set(key, released);
    return released;
  }

  #botOf({ bot_id }: Shard): RunningBot | undefined {
    return bot_id === this.#mainId ? this.main : this.#users.byId(bot_id);
  }
}
