import { setTimeout as sleep } from 'node:timers/promises';
import { Client, GatewayDispatchEvents as E } from '@discordjs/core';
import { WebSocketManager } from '@discordjs/ws';
import type { Context } from '@tickets/core/platform/context';
import type { Db } from '@tickets/core/platform/db/db';
import { InWork } from '@tickets/core/platform/in-work';
import { GatewayIntentBits as I } from 'discord-api-types/v10';
import { handlers } from './commands.ts';
import { createDispatcher } from './dispatch.ts';
import { type BotState, Connection } from './gateway/connection.ts';
import { MissedEntitlements } from './gateway/entitlements.ts';
import { eventQueue } from './gateway/event-queue.ts';
import { listenToGateway } from './gateway/listen.ts';
import { takePlaces } from './gateway/ready.ts';
import { Repair } from './gateway/repair.ts';
import { registerCommands } from './register.ts';

export interface BotOptions {
  /** Which shards this process runs, of how many; all that Discord recommends by default. */
  shards?: { ids: number[]; count: number };
  /** How long to wait for Discord before going on without: it is tried again until it answers. */
  patienceMs?: number;
  /** How many gateway events are kept while the database is away; ten thousand by default. */
  keptEvents?: number;
  /** Connections that are free when someone waits to be acknowledged; those of the context by default. */
  urgentDb?: Db;
}

export interface Bot {
  state(): BotState;
  /** Tells each change of the state. */
  onState(listener: (state: BotState, before: BotState) => void): void;
  /** Gateway events that are not written down yet, and that were dropped because the database was away for too long. */
  events(): { waiting: number; dropped: number };
  /** Resolves when the bot has caught up: servers known, commands registered, tickets and panels repaired. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** How long an end waits for answers that are on their way. */
const stopWithinMs = 4000;

const intents = I.Guilds | I.GuildMembers | I.GuildMessages | I.MessageContent | I.GuildExpressions;

const needsAPerson = (state: BotState) => state === 'token_refused' || state === 'intents_refused';

/** Connects to Discord and does what people and servers ask. Resolves once it is ready, or Discord took too long or refused it. */
export async function startBot(
  ctx: Context,
  { shards, patienceMs = 10_000, keptEvents, urgentDb = ctx.db }: BotOptions = {},
): Promise<Bot> {
  const { rest, token } = ctx.discord;
  const manager = new WebSocketManager({
    token,
    rest,
    intents,
    shardCount: shards?.count ?? null,
    shardIds: shards?.ids ?? null,
  });
  const client = new Client({ rest, gateway: manager });
  const stopping = new AbortController();
  const ready = Promise.withResolvers<void>();
  const inWork = new InWork();
  const connection = new Connection(ctx, manager, stopping.signal);
  const queue = eventQueue(ctx.log, {
    keptMax: keptEvents,
    stopping: stopping.signal,
    onDropped: () => connection.renew(),
  });

  listenToGateway(ctx, client, queue);
  const dispatch = createDispatcher(ctx, handlers, { db: urgentDb });
  client.on(E.InteractionCreate, ({ data }) => void inWork.add(dispatch(data)));
  let registered = false;
  const registration = {
    failed: 'commands could not be registered',
    async run() {
      if (registered) return;
      try {
        const changed = await registerCommands(ctx, handlers);
        registered = true;
        if (changed.length) ctx.log.info({ changed }, 'commands registered');
      } finally {
        ready.resolve();
      }
    },
  };
  const entitlements = new MissedEntitlements(ctx, queue);
  const repair = new Repair(ctx, { first: [registration, entitlements], stopping: stopping.signal });
  takePlaces(ctx, client, queue, {
    onApplication: () => entitlements.want(),
    async onSynced(shard_id) {
      if (stopping.signal.aborted) return;
      connection.arrived(shard_id);
      repair.begin();
    },
  });

  connection.state.onChange((state, before) => {
    // Does what was left undone while no call was allowed.
    if (state === 'ready' && before === 'token_refused') repair.begin();
  });

  async function stop(): Promise<void> {
    if (stopping.signal.aborted) return;
    stopping.abort();
    ready.resolve();
    await manager.destroy();
    // What takes longer is kept in the database, and finished by the next start.
    const rest = Promise.all([queue.idle().then(() => inWork.over()), repair.tried()]);
    await Promise.race([rest, sleep(stopWithinMs, undefined, { ref: false })]);
  }

  void connection.run();
  const waiting = AbortSignal.any([stopping.signal, AbortSignal.timeout(patienceMs)]);
  await Promise.race([ready.promise, connection.state.until(needsAPerson, waiting)]);
  return {
    state: () => connection.state.value,
    onState: (listener) => void connection.state.onChange(listener),
    events: () => ({ waiting: queue.size, dropped: queue.dropped }),
    async settled() {
      await ready.promise;
      await queue.idle();
      await repair.tried();
      await inWork.over();
    },
    stop,
  };
}
