import { setTimeout as sleep } from 'node:timers/promises';
import { Client, GatewayDispatchEvents as E } from '@discordjs/core';
import type { ManagerShardEventsMap, SessionInfo, WebSocketShardEvents } from '@discordjs/ws';
import type { Taken } from '@tickets/core/bots/leases';
import { InWork } from '@tickets/core/platform/async/in-work';
import { Watched } from '@tickets/core/platform/async/watched';
import type { Context } from '@tickets/core/platform/context';
import type { Db } from '@tickets/core/platform/db/db';
import { isServing } from '@tickets/core/platform/discord/bots';
import { GatewayCloseCodes, type GatewayPresenceUpdateData } from 'discord-api-types/v10';
import pLimit, { type LimitFunction } from 'p-limit';
import { handlers } from '../features/commands.ts';
import { Connection, intentsRefusedText } from '../gateway/connection.ts';
import { MissedEntitlements } from '../gateway/entitlements.ts';
import { eventQueue } from '../gateway/event-queue.ts';
import type { KeyedQueue } from '../gateway/keyed-queue.ts';
import { listenToGateway } from '../gateway/listen.ts';
import { takePlaces } from '../gateway/ready.ts';
import { Repair, type Step } from '../gateway/repair.ts';
import { SessionStarts } from '../gateway/session-starts.ts';
import { createDispatcher } from '../interactions/dispatch.ts';
import { registerCommands } from '../interactions/register.ts';
import type { BotState } from './bot-state.ts';
import type { Once } from './once.ts';
import type { Trouble } from './troubles.ts';

/** Of a bot among many: how many interactions it works on at once. */
const INTERACTIONS_MAX = 25;
/** How long an end waits for what is under way. */
const IDLE_MS = 2_000;

export interface RunningBotOptions {
  /** Its `discord` is this bot's. */
  ctx: Context;
  isMain: boolean;
  presence: GatewayPresenceUpdateData;
  /** For what must be known before anything is acknowledged, and for whose turn it is. */
  urgentDb: Db;
  keptEvents: number | undefined;
  /** Of interactions that any client of this bot has heard of. */
  heard: Once;
  /** For what is large for a moment, and not urgent: all bots of a process share it. */
  registering: LimitFunction;
  mayListen(): boolean;
  /** A shard has begun anew: what was missed is to be looked for. */
  onSynced(): void;
  onTrouble(trouble: Trouble): void;
  /** How long it may connect until it is said to be disconnected; by default for ever. */
  graceMs?: number;
}

/** One bot in this process: its connections, and what it does with what it hears. */
export class RunningBot {
  readonly state = new Watched<BotState>('connecting');
  readonly ctx: Context;
  readonly queue: KeyedQueue;
  readonly starts: SessionStarts;
  /** Resolves when it is in and Discord knows its commands, or has refused them. */
  readonly ready = Promise.withResolvers<void>();
  readonly #options: RunningBotOptions;
  readonly #stopping = new AbortController();
  readonly #connections = new Map<number, Connection>();
  readonly #inWork = new InWork();
  readonly #repair: Repair;
  #tell: (payload: ManagerShardEventsMap[WebSocketShardEvents.Dispatch][0], shard_id: number) => void = () =>
    undefined;
  #isElsewhere = false;
  #isIncomplete = false;
  /** Runs while it connects; over when that took too long. */
  #grace: NodeJS.Timeout | 'over' | undefined;

  constructor(options: RunningBotOptions) {
    this.#options = options;
    const { ctx, isMain, urgentDb } = options;
    this.ctx = ctx;
    const stopping = this.#stopping.signal;
    this.starts = new SessionStarts({
      discord: ctx.discord,
      db: urgentDb,
      log: ctx.log,
      onUsedUp: (reset_after_ms) => options.onTrouble({ kind: 'starts_used_up', reset_after_ms }),
    });
    this.queue = eventQueue(ctx.log, {
      keptMax: options.keptEvents,
      isUsersBot: !isMain,
      stopping,
      onDropped: () => this.renew(),
    });
    const client = new Client({ rest: ctx.discord.rest, gateway: this.#gateway() });
    this.#listenToKicks(client);
    listenToGateway(ctx, client, this.queue);
    const dispatch = createDispatcher(ctx, handlers, { db: urgentDb });
    const inTurn = pLimit(isMain ? Number.POSITIVE_INFINITY : INTERACTIONS_MAX);
    client.on(E.InteractionCreate, ({ data }) => {
      const heard_at = performance.now();
      if (options.heard.isNew(data.id)) void this.#inWork.add(inTurn(() => dispatch(data, heard_at)));
    });
    const entitlements = new MissedEntitlements(ctx, this.queue);
    this.#repair = new Repair(ctx, {
      steps: [this.#registration(), ...(isMain ? [entitlements] : [])],
      stopping,
    });
    takePlaces(ctx, client, this.queue, {
      onApplication: () => isMain && entitlements.want(),
      onSynced: async (shard_id) => {
        if (stopping.aborted) return;
        this.#connections.get(shard_id)?.arrived();
        this.#begin();
      },
    });
    const stop = ctx.discord.identity.state.onChange((now, before) => {
      this.#update();
      if (now === 'refused') options.onTrouble({ kind: 'token_refused' });
      // Does what was left undone while no call was allowed.
      const current = this.#current();
      const isIn = current === 'ready' || current === 'incomplete';
      if (before === 'refused' && isIn) this.#begin();
    });
    stopping.addEventListener('abort', () => {
      stop();
      this.#update();
    });
    this.#update();
    if (isMain) return;
    // The identity of a user's bot may have been found refused before.
    if (ctx.discord.identity.state.value === 'refused')
      queueMicrotask(() => options.onTrouble({ kind: 'token_refused' }));
  }

  get shard_ids(): number[] {
    return [...this.#connections.keys()];
  }

  /** Connects a shard, which this process has a lease of. */
  take({ shard_id, shard_count, session }: Omit<Taken, 'bot_id'>): void {
    const { ctx, presence, mayListen } = this.#options;
    const connection = new Connection(
      {
        discord: ctx.discord,
        log: ctx.log,
        shard_id,
        shard_count,
        starts: this.starts,
        presence,
        mayListen,
        onDispatch: (payload) => this.queue.collect(() => this.#tell(payload, shard_id)),
        onRefused: (code) => this.#refused(code),
      },
      session,
    );
    // One whose lease ran out and that nobody else took is still there, closed until it may go on.
    const before = this.#connections.get(shard_id);
    this.#connections.set(shard_id, connection);
    let isFirst = true;
    connection.state.onChange((state) => {
      // Of many shards one comes after the other, which takes its time.
      if (state === 'ready') this.#endGrace();
      this.#update();
      // After another process's session there is no READY, by which all this begins otherwise.
      if (state === 'ready' && isFirst && session) this.#begin();
      if (state === 'ready') isFirst = false;
    });
    void (before ? before.stop({ keepsSession: true }).then(() => connection.run()) : connection.run());
    this.#update();
  }

  /** Closes a shard. Returns where another process may go on. */
  async drop(shard_id: number, { keepsSession }: { keepsSession: boolean }): Promise<SessionInfo | null> {
    const connection = this.#connections.get(shard_id);
    if (!connection) return null;
    await connection.stop({ keepsSession });
    this.#connections.delete(shard_id);
    this.#update();
    if (keepsSession) await Promise.race([this.queue.idle(), sleep(IDLE_MS, undefined, { ref: false })]);
    return keepsSession ? connection.place : null;
  }

  /** Up to where everything that a shard heard is done. */
  placeOf(shard_id: number): SessionInfo | null {
    return this.#connections.get(shard_id)?.place ?? null;
  }

  /** Other processes have all of its shards. */
  set isElsewhere(is: boolean) {
    this.#isElsewhere = is;
    this.#update();
  }

  /** No process has run some of its shards for long. */
  get isIncomplete(): boolean {
    return this.#isIncomplete;
  }

  set isIncomplete(is: boolean) {
    this.#isIncomplete = is;
    this.#update();
  }

  pause(): void {
    for (const connection of this.#connections.values()) connection.pause();
  }

  goOn(): void {
    for (const connection of this.#connections.values()) connection.goOn();
  }

  renew(): void {
    for (const connection of this.#connections.values()) connection.renew();
  }

  /** Shows something else below its name. */
  async show(presence: GatewayPresenceUpdateData): Promise<void> {
    // What is shown when it connects anew is read from the same object.
    Object.assign(this.#options.presence, presence);
    for (const connection of this.#connections.values()) await connection.show();
  }

  async settled(): Promise<void> {
    await this.queue.idle();
    await this.#repair.tried();
  }

  /** How long Discord took to answer the last heartbeat of its slowest connection. */
  get latency_ms(): number | undefined {
    const all = [...this.#connections.values()].flatMap(({ latency_ms }) => latency_ms ?? []);
    return all.length ? Math.max(...all) : undefined;
  }

  /** Resolves when its connections are closed. What is under way goes on. */
  async close(): Promise<void> {
    this.#stopping.abort();
    this.ready.resolve();
    await Promise.all([...this.#connections.values()].map((it) => it.stop({ keepsSession: false })));
    this.#connections.clear();
  }

  /** Resolves when nothing is under way any more. */
  async idle(): Promise<void> {
    await Promise.all([this.queue.idle().then(() => this.#inWork.over()), this.#repair.tried()]);
  }

  /** What the library takes for all of a bot's shards. */
  #gateway(): ConstructorParameters<typeof Client>[0]['gateway'] {
    const gateway: ConstructorParameters<typeof Client>[0]['gateway'] = {
      getShardCount: () => this.#connections.size,
      on: (_event, listener) => {
        this.#tell = (payload, shard_id) => void listener(payload, shard_id);
        return gateway;
      },
      send: async (shard_id, payload) => this.#connections.get(shard_id)?.send(payload),
    };
    return gateway;
  }

  #begin(): void {
    this.#repair.begin();
    this.#options.onSynced();
  }

  /** Commands belong to the bot and not to a shard; the process that has the first one sees to them. */
  #registration(): Step {
    let isDone = false;
    return {
      failed: 'commands could not be registered',
      run: async () => {
        if (isDone) return;
        try {
          if (!this.#connections.has(0)) return;
          const changed = await this.#options.registering(() => registerCommands(this.ctx, handlers));
          isDone = true;
          if (changed.length) this.ctx.log.info({ changed }, 'commands registered');
        } finally {
          this.ready.resolve();
        }
      },
    };
  }

  #listenToKicks(client: Client): void {
    client.on(E.GuildDelete, ({ data }) => {
      if (data.unavailable || !isServing(this.ctx, data.id)) return;
      this.#options.onTrouble({ kind: 'kicked', guild_id: data.id });
    });
  }

  #refused(code: number): void {
    if (code === GatewayCloseCodes.AuthenticationFailed) return; // its token is asked about first
    if (code === GatewayCloseCodes.DisallowedIntents) this.ctx.log.error(intentsRefusedText);
    this.#options.onTrouble(
      code === GatewayCloseCodes.DisallowedIntents ? { kind: 'intents_refused' } : { kind: 'shut_out', code },
    );
  }

  #update(): void {
    const state = this.#current();
    const isPassing = state === 'connecting' || state === 'reconnecting';
    // A connection that is lost for a moment does not hide that others are missing for long.
    const passing = this.#isIncomplete ? 'incomplete' : state;
    if (!isPassing) this.#endGrace();
    else if (this.#options.graceMs !== undefined)
      this.#grace ??= setTimeout(() => {
        this.#grace = 'over';
        this.#update();
      }, this.#options.graceMs).unref();
    this.state.set(!isPassing ? state : this.#grace === 'over' ? 'disconnected' : passing);
  }

  #endGrace(): void {
    if (this.#grace !== 'over') clearTimeout(this.#grace);
    this.#grace = undefined;
  }

  #current(): BotState {
    if (this.#stopping.signal.aborted) return 'stopped';
    if (this.ctx.discord.identity.state.value === 'refused') return 'token_refused';
    const states = [...this.#connections.values()].map(({ state }) => state.value);
    if (!states.length && this.#isElsewhere) return 'elsewhere';
    if (!states.length && !this.#isIncomplete) return 'connecting';
    if (states.includes('intents_refused')) return 'intents_refused';
    if (states.includes('reconnecting')) return 'reconnecting';
    if (states.includes('connecting')) return 'connecting';
    return this.#isIncomplete ? 'incomplete' : 'ready';
  }
}
