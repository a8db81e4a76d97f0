import { setTimeout as sleep } from 'node:timers/promises';
import { identifyTurn } from '@tickets/core/bots/leases';
import type { Db } from '@tickets/core/platform/db/db';
import type { Discord } from '@tickets/core/platform/discord/discord';
import { type APIGatewayBotInfo, Routes } from 'discord-api-types/v10';
import type { Logger } from 'pino';

/** So many starts of a day are left alone: Discord resets the token of a bot that uses them all up. */
const KEPT_PART = 0.05;
/** Shards of one process that ask at the same time share the answer. */
const SAME_MS = 2_000;
/** How long at most until Discord is asked again whether there are starts left. */
const USED_UP_WAIT_MS = 600_000;

export interface SessionStartsOptions {
  discord: Discord;
  db: Db;
  log: Logger;
  /** A bot's starts of the day are used up; told once each time. */
  onUsedUp(reset_after_ms: number): void;
}

/** How often, and one after another, the shards of a bot begin sessions of the gateway. */
export class SessionStarts {
  readonly #options: SessionStartsOptions;
  #asked: { at: number; info: Promise<APIGatewayBotInfo> } | undefined;
  #isUsedUp = false;

  constructor(options: SessionStartsOptions) {
    this.#options = options;
  }

  /** What Discord says now of the bot's gateway, its shards and its starts. */
  info(): Promise<APIGatewayBotInfo> {
    const now = performance.now();
    if (!this.#asked || now - this.#asked.at > SAME_MS) {
      // The route's documented response.
      const info = this.#options.discord.rest.get(Routes.gatewayBot()) as Promise<APIGatewayBotInfo>;
      const asked = { at: now, info };
      this.#asked = asked;
      info.catch(() => {
        if (this.#asked === asked) this.#asked = undefined;
      });
    }
    return this.#asked.info;
  }

  /** Resolves when a start is left. */
  async allowed(info: APIGatewayBotInfo, signal: AbortSignal): Promise<void> {
    for (let now = info; ; now = await this.info()) {
      const { remaining, total, reset_after } = now.session_start_limit;
      const isLeft = remaining > Math.ceil(total * KEPT_PART);
      if (isLeft) {
        this.#isUsedUp = false;
        return;
      }
      if (!this.#isUsedUp) {
        this.#isUsedUp = true;
        this.#options.log.error(
          { remaining, total, reset_after },
          'the bot has connected to Discord too often today; it waits until Discord counts anew',
        );
        this.#options.onUsedUp(reset_after);
      }
      await sleep(Math.min(Math.max(reset_after, 1_000), USED_UP_WAIT_MS), undefined, { signal });
    }
  }

  /** Resolves when a shard may identify. */
  async turn(shard_id: number, info: APIGatewayBotInfo, signal: AbortSignal): Promise<void> {
    const { db, discord } = this.#options;
    const bucket = shard_id % info.session_start_limit.max_concurrency;
    const gap_ms = discord.identify_gap_ms;
    const wait = await identifyTurn(db, { bot_id: discord.user_id, bucket, gap_ms });
    await sleep(wait, undefined, { signal });
  }
}
