import { setTimeout as sleep } from 'node:timers/promises';
import { type WebSocketManager, WebSocketShardEvents } from '@discordjs/ws';
import type { Context } from '@tickets/core/platform/context';
import { isUnauthorized } from '@tickets/core/platform/discord/failures';
import { Watched } from '@tickets/core/platform/watched';
import { GatewayCloseCodes } from 'discord-api-types/v10';

/**
 * `connecting`: Discord has not let the bot in so far. `reconnecting`: the connection was lost and is taken up again.
 * `token_refused`, `intents_refused`: a person has to see to it in the developer portal.
 */
export type BotState =
  | 'connecting'
  | 'ready'
  | 'reconnecting'
  | 'token_refused'
  | 'intents_refused'
  | 'stopped';

const FIRST_WAIT_MS = 1_000;
/** While Discord does not answer. */
const SILENCE_WAIT_MS_MAX = 30_000;
/** After a refusal: a bot may identify a thousand times a day, and loses its token when it goes on. */
const REFUSAL_WAIT_MS_MAX = 300_000;

/** Discord closes with these for good, and the library does not come back by itself. */
const final = new Set<number>([
  GatewayCloseCodes.AuthenticationFailed,
  GatewayCloseCodes.InvalidShard,
  GatewayCloseCodes.ShardingRequired,
  GatewayCloseCodes.InvalidAPIVersion,
  GatewayCloseCodes.InvalidIntents,
  GatewayCloseCodes.DisallowedIntents,
]);

export const intentsRefusedText =
  'Discord refuses the privileged intents. Turn on "Server Members Intent" and "Message Content Intent" in the developer portal (Bot); it is tried again by itself.';

/** Keeps the bot connected to the gateway: tries until Discord lets it in, and again when Discord shut it out. */
export class Connection {
  readonly state = new Watched<BotState>('connecting');
  readonly #ctx: Context;
  readonly #manager: WebSocketManager;
  readonly #stopping: AbortSignal;
  readonly #shards = new Map<number, 'ready' | 'reconnecting'>();
  #refusal: number | undefined;
  #shutOut = Promise.withResolvers<void>();
  #wait = FIRST_WAIT_MS;

  constructor(ctx: Context, manager: WebSocketManager, stopping: AbortSignal) {
    this.#ctx = ctx;
    this.#manager = manager;
    this.#stopping = stopping;
    const stop = ctx.discord.identity.state.onChange(() => this.#tell());
    stopping.addEventListener('abort', () => {
      stop();
      this.#tell();
    });
    manager.on(WebSocketShardEvents.Resumed, (shard_id) => this.arrived(shard_id));
    manager.on(WebSocketShardEvents.Closed, (code, shard_id) => this.#closed(code, shard_id));
    manager.on(WebSocketShardEvents.Error, (err, shard_id) =>
      ctx.log.error({ err, shard_id }, 'the gateway reports an error'),
    );
    manager.on(WebSocketShardEvents.SocketError, (err, shard_id) =>
      ctx.log.warn({ err, shard_id }, 'the connection to the gateway broke'),
    );
  }

  /** A shard hears everything again. */
  arrived(shard_id: number): void {
    this.#shards.set(shard_id, 'ready');
    this.#refusal = undefined;
    this.#wait = FIRST_WAIT_MS;
    this.#tell();
  }

  /** Begins a new session, in which Discord tells all servers again and what was missed is looked for. */
  renew(): void {
    for (const shard_id of this.#shards.keys()) this.#shards.set(shard_id, 'reconnecting');
    this.#shutOut.resolve();
    this.#tell();
  }

  /** Runs until the bot is stopped. */
  async run(): Promise<void> {
    const { identity } = this.#ctx.discord;
    while (!this.#stopping.aborted) {
      await identity.check();
      await identity.state.until((state) => state !== 'refused', this.#stopping);
      if (this.#stopping.aborted) return;
      this.#shutOut = Promise.withResolvers();
      try {
        await this.#manager.connect();
        await this.#shutOut.promise;
      } catch (err) {
        if (isUnauthorized(err) && (await identity.check()) === 'refused') continue;
        if (!this.#refusal && !this.#stopping.aborted)
          this.#ctx.log.warn({ err, wait: this.#wait }, 'Discord does not answer; it is tried again');
      }
      await this.#pause();
    }
  }

  async #pause(): Promise<void> {
    await sleep(this.#wait, undefined, { signal: this.#stopping }).catch(() => undefined); // ended by a stop
    this.#wait = Math.min(this.#wait * 2, this.#refusal ? REFUSAL_WAIT_MS_MAX : SILENCE_WAIT_MS_MAX);
  }

  #closed(code: number, shard_id: number): void {
    if (this.#shards.has(shard_id)) this.#shards.set(shard_id, 'reconnecting');
    this.#ctx.log.info({ code, shard_id }, 'the connection to the gateway closed');
    if (final.has(code)) {
      if (code === GatewayCloseCodes.DisallowedIntents && this.#refusal !== code)
        this.#ctx.log.error(intentsRefusedText);
      this.#refusal = code;
      if (code === GatewayCloseCodes.AuthenticationFailed) void this.#ctx.discord.identity.check();
      this.#shutOut.resolve();
    }
    this.#tell();
  }

  #tell(): void {
    this.state.set(this.#current());
  }

  #current(): BotState {
    if (this.#stopping.aborted) return 'stopped';
    if (this.#ctx.discord.identity.state.value === 'refused') return 'token_refused';
    if (this.#refusal === GatewayCloseCodes.DisallowedIntents) return 'intents_refused';
    if (!this.#shards.size) return 'connecting';
    return [...this.#shards.values()].includes('reconnecting') ? 'reconnecting' : 'ready';
  }
}
