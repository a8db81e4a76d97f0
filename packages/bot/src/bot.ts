import { setTimeout as sleep } from 'node:timers/promises';
import { Client, GatewayDispatchEvents as E } from '@discordjs/core';
import { WebSocketManager, WebSocketShardEvents } from '@discordjs/ws';
import type { Context } from '@tickets/core/context';
import type { Db } from '@tickets/core/db/db';
import { hasDiscordCode } from '@tickets/core/discord/failures';
import { InWork } from '@tickets/core/in-work';
import { oneAtATime } from '@tickets/core/one-at-a-time';
import { reconcilePosted } from '@tickets/core/posted-messages/background';
import { kinds } from '@tickets/core/posted-messages/kinds';
import { StartupError } from '@tickets/core/startup-error';
import { reconcileTagCommands } from '@tickets/core/tags/commands';
import { sweepAutoClose } from '@tickets/core/tickets/auto-close';
import { sweepCloseRequests } from '@tickets/core/tickets/close-request';
import { reconcileTickets } from '@tickets/core/tickets/reconcile';
import { GatewayCloseCodes, GatewayIntentBits as I } from 'discord-api-types/v10';
import { handlers } from './commands.ts';
import { createDispatcher } from './dispatch.ts';
import { KeyedQueue } from './gateway/keyed-queue.ts';
import { listenToGateway } from './gateway/listen.ts';
import { takePlaces } from './gateway/ready.ts';
import { registerCommands } from './register.ts';

export interface BotOptions {
  /** Which shards this process runs, of how many; all that Discord recommends by default. */
  shards?: { ids: number[]; count: number };
  /** How long to wait for Discord before going on without: it is tried again until it answers. */
  patienceMs?: number;
  /** Connections that are free when somebody waits to be acknowledged; those of the context by default. */
  urgentDb?: Db;
}

export type BotState = 'connecting' | 'ready' | 'reconnecting' | 'stopped';

export interface Bot {
  state(): BotState;
  /** Resolves when the bot has caught up: servers known, commands registered, tickets and panels repaired. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** How long an end waits for answers that are on their way. */
const stopWithinMs = 4000;

const intents = I.Guilds | I.GuildMembers | I.GuildMessages | I.MessageContent | I.GuildExpressions;

/** Refusals of the gateway that a person has to see to; all others pass by themselves. */
const refusals: Partial<Record<number, string>> = {
  [GatewayCloseCodes.AuthenticationFailed]:
    'Discord does not accept the bot token. Copy it anew from the developer portal (Bot, Reset Token).',
  [GatewayCloseCodes.DisallowedIntents]:
    'Discord refuses the privileged intents. Turn on "Server Members Intent" and "Message Content Intent" in the developer portal (Bot).',
};

/** Connects to Discord and does what people and servers ask. Resolves once it is ready, or Discord took too long. */
export async function startBot(
  ctx: Context,
  { shards, patienceMs = 10_000, urgentDb = ctx.db }: BotOptions = {},
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
  const onError = (err: unknown, event: string) => ctx.log.error({ err, event }, 'an event was not handled');
  const queue = new KeyedQueue({ limit: 8, onError });
  const stopping = new AbortController();
  const ready = Promise.withResolvers<void>();
  const inWork = new InWork();
  const shardStates = new Map<number, 'ready' | 'reconnecting'>();
  let registered = false;

  listenToGateway(ctx, client, queue);
  const dispatch = createDispatcher(ctx, handlers, { db: urgentDb });
  client.on(E.InteractionCreate, ({ data }) => void inWork.add(dispatch(data)));
  const register = async () => {
    if (registered) return;
    const changed = await registerCommands(ctx, handlers);
    registered = true;
    if (changed.length) ctx.log.info({ changed }, 'commands registered');
  };
  const repair = oneAtATime(async () => {
    await logged('tickets could not be repaired', () => reconcileTickets(ctx, { after_silence: true }));
    await logged('tickets whose time is over could not be closed', async () => {
      await sweepAutoClose(ctx);
      await sweepCloseRequests(ctx);
    });
    await logged('panels could not be repaired', () => reconcilePosted(ctx, kinds));
    await logged('commands of tags could not be repaired', () => reconcileTagCommands(ctx));
  });
  takePlaces(ctx, client, queue, {
    async onSynced(shard_id) {
      if (stopping.signal.aborted) return;
      shardStates.set(shard_id, 'ready');
      await logged('commands could not be registered', register);
      ready.resolve();
      void inWork.add(repair());
    },
  });

  manager.on(WebSocketShardEvents.Resumed, (shard_id) => {
    shardStates.set(shard_id, 'ready');
  });
  manager.on(WebSocketShardEvents.Closed, (code, shard_id) => {
    if (shardStates.has(shard_id)) shardStates.set(shard_id, 'reconnecting');
    ctx.log.info({ code, shard_id }, 'the connection to the gateway closed');
    const refusal = refusals[code];
    if (refusal) giveUp(new StartupError(refusal));
  });
  manager.on(WebSocketShardEvents.Error, (err, shard_id) =>
    ctx.log.error({ err, shard_id }, 'the gateway reports an error'),
  );
  manager.on(WebSocketShardEvents.SocketError, (err, shard_id) =>
    ctx.log.warn({ err, shard_id }, 'the connection to the gateway broke'),
  );

  async function logged(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (err) {
      if (!stopping.signal.aborted) ctx.log.warn({ err }, what);
    }
  }

  async function connect(): Promise<void> {
    for (let wait = 1000; !stopping.signal.aborted; wait = Math.min(wait * 2, 30_000)) {
      try {
        return await manager.connect();
      } catch (err) {
        if (hasDiscordCode(err, 0) && err.status === 401)
          throw new StartupError(refusals[GatewayCloseCodes.AuthenticationFailed]);
        ctx.log.warn({ err, wait }, 'Discord does not answer; it is tried again');
        await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined); // ended by stop()
      }
    }
  }
  connect().catch(giveUp);

  /** Ends the start, or, when that is over, says what a person has to see to. */
  function giveUp(err: unknown): void {
    ctx.log.error({ err }, 'the bot cannot connect to Discord');
    ready.reject(err);
  }

  function state(): BotState {
    if (stopping.signal.aborted) return 'stopped';
    if (!shardStates.size) return 'connecting';
    return [...shardStates.values()].includes('reconnecting') ? 'reconnecting' : 'ready';
  }

  async function stop(): Promise<void> {
    if (stopping.signal.aborted) return;
    stopping.abort();
    ready.resolve();
    await manager.destroy();
    // What takes longer is kept in the database, and finished by the next start.
    const rest = queue.idle().then(() => inWork.over());
    await Promise.race([rest, sleep(stopWithinMs, undefined, { ref: false })]);
  }

  try {
    const patience = sleep(patienceMs, undefined, { ref: false, signal: stopping.signal });
    await Promise.race([ready.promise, patience]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    state,
    async settled() {
      await ready.promise;
      await queue.idle();
      await inWork.over();
    },
    stop,
  };
}
