import { setTimeout as sleep } from 'node:timers/promises';
import { type LeaseTimes, leaseTimes } from '@tickets/core/bots/leases';
import type { Context } from '@tickets/core/platform/context';
import type { Db } from '@tickets/core/platform/db/db';
import type { BotState } from './running/bot-state.ts';
import { Supervisor } from './running/supervisor.ts';

export interface BotOptions {
  /** Which shards of the program's own bot this process runs, of how many; processes share all of them by default. */
  shards?: { ids: number[]; count: number };
  /** How many connections to Discord this process carries at most, of all bots together. */
  connectionsMax?: number;
  /** How many gateway events are kept while the database is away; ten thousand by default. */
  keptEvents?: number;
  /** Connections that are free when someone waits to be acknowledged; those of the context by default. */
  urgentDb?: Db;
  times?: LeaseTimes;
  /** After how long without a connection it says that it is disconnected; two minutes by default. */
  graceMs?: number;
}

export interface Bot {
  /** Of the program's own bot. */
  state(): BotState;
  /** Tells each change of the state. */
  onState(listener: (state: BotState, before: BotState) => void): void;
  /** Gateway events that are not written down yet, and that were dropped because the database was away for too long. */
  events(): { waiting: number; dropped: number };
  /** How long the gateway took to answer the last heartbeat of the program's own bot, in milliseconds; of several connections the slowest. Undefined where there is none. */
  latency(): number | undefined;
  /** Users' bots that run in this process, and how it stands with each. */
  users(): ReadonlyMap<string, BotState>;
  /**
   * Resolves once the program's own bot is ready, runs elsewhere or was refused; or when Discord took longer than
   * `patienceMs` (10 s by default). It is tried again until it answers.
   */
  connected(patienceMs?: number): Promise<void>;
  /** Resolves when the bot has caught up: servers known, commands registered, tickets and panels repaired. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** How long an end waits for answers that are on their way. */
const stopWithinMs = 4000;
const CONNECTIONS_MAX = 1_000;
/** Connections are lost all the time, and a large bot needs minutes for its first ones. */
const GRACE_MS = 120_000;

const needsNoMore = (state: BotState) =>
  state === 'token_refused' || state === 'intents_refused' || state === 'elsewhere';

/** Runs bots: the program's own, and those of users, as far as no other process does. */
export function beginBot(
  ctx: Context,
  {
    shards,
    connectionsMax = CONNECTIONS_MAX,
    keptEvents,
    urgentDb = ctx.db,
    times = leaseTimes,
    graceMs = GRACE_MS,
  }: BotOptions = {},
): Bot {
  const supervisor = new Supervisor(ctx, {
    shards,
    capacity: connectionsMax,
    times,
    urgentDb,
    keptEvents,
    graceMs,
  });
  const { main } = supervisor;
  const stopping = new AbortController();
  supervisor.start();
  return {
    state: () => main.state.value,
    onState: (listener) => void main.state.onChange(listener),
    events: () => supervisor.events(),
    latency: () => main.latency_ms,
    users: () => new Map([...supervisor.users].map(([bot_id, { state }]) => [bot_id, state.value])),
    async connected(patienceMs = 10_000) {
      const waiting = AbortSignal.any([stopping.signal, AbortSignal.timeout(patienceMs)]);
      await Promise.race([main.ready.promise, main.state.until(needsNoMore, waiting)]);
    },
    async settled() {
      if (main.state.value !== 'elsewhere') await main.ready.promise;
      await supervisor.settled();
    },
    async stop() {
      stopping.abort();
      // What takes longer is kept in the database, and finished by the next start.
      await Promise.race([supervisor.stop(), sleep(stopWithinMs, undefined, { ref: false })]);
    },
  };
}

/** As `beginBot`, and waits until it is connected. */
export async function startBot(ctx: Context, options?: BotOptions): Promise<Bot> {
  const bot = beginBot(ctx, options);
  await bot.connected();
  return bot;
}
