import type { REST } from '@discordjs/rest';
import { type APIApplication, type APIUser, Routes } from 'discord-api-types/v10';
import type { Logger } from 'pino';
import { Watched } from '../async/watched.ts';
import { isUnauthorized } from './failures.ts';

/** Whether Discord accepts the bot token. `unknown`: it has not said so far. */
export type TokenState = 'unknown' | 'accepted' | 'refused';

const RECHECK_MS = 5_000;
const RECHECK_MS_MAX = 60_000;

/** What an operator does about a token that Discord refuses. */
export const tokenRefusedText =
  'Discord does not accept the bot token. Copy a new one from the developer portal (Bot, Reset Token) into DISCORD_TOKEN and restart.';

interface Ids {
  application_id: string;
  /** Of the bot's user, which for old applications is another. */
  user_id: string;
}

/**
 * Who the bot is to Discord, and whether Discord accepts its token. Asks `/users/@me` when there is a doubt, and again
 * and again while the token is refused or Discord has not said yet who we are.
 */
export class BotIdentity {
  readonly state = new Watched<TokenState>('unknown');
  readonly #rest: () => REST;
  readonly #log: Logger | undefined;
  readonly #recheckMs: number;
  #wait: number;
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<TokenState> | undefined;
  readonly #assumed: Ids;
  readonly #tokenRefused: string;
  readonly #refusedForGood: boolean;
  #told: Ids | undefined;

  /** `assumed` are the ids to go by until Discord has told them. */
  constructor(options: {
    rest: () => REST;
    assumed: Ids;
    log?: Logger;
    recheck_ms?: number;
    token_refused?: string;
    refused_for_good?: boolean;
  }) {
    this.#rest = options.rest;
    this.#assumed = options.assumed;
    this.#log = options.log;
    this.#recheckMs = options.recheck_ms ?? RECHECK_MS;
    this.#wait = this.#recheckMs;
    this.#tokenRefused = options.token_refused ?? tokenRefusedText;
    this.#refusedForGood = options.refused_for_good ?? false;
  }

  get application_id(): string {
    return this.#told?.application_id ?? this.#assumed.application_id;
  }

  /** The id of the bot user, which for old applications is not the application's. */
  get user_id(): string {
    return this.#told?.user_id ?? this.#assumed.user_id;
  }

  /** Asks Discord now. Everyone who asks at the same time shares one question. Never rejects. */
  check(): Promise<TokenState> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  async #check(): Promise<TokenState> {
    clearTimeout(this.#timer);
    const verdict = await this.#ask();
    if (verdict) this.#become(verdict);
    if (verdict === 'refused' && this.#refusedForGood) return this.state.value;
    if (this.state.value === 'accepted' && this.#told) this.#wait = this.#recheckMs;
    else this.#checkLater();
    return this.state.value;
  }

  /** Undefined where Discord does not answer. */
  async #ask(): Promise<TokenState | undefined> {
    const rest = this.#rest();
    try {
      const user = (await rest.get(Routes.user())) as APIUser; // The route's documented response.
      if (!this.#told) {
        const { id } = (await rest.get(Routes.currentApplication())) as APIApplication; // The same.
        this.#told = { application_id: id, user_id: user.id };
        const assumed = this.#assumed.application_id;
        if (id !== assumed)
          this.#log?.info({ application_id: id, assumed }, 'Discord names another application id');
      }
      return 'accepted';
    } catch (err) {
      if (isUnauthorized(err)) return 'refused';
      this.#log?.debug({ err }, 'Discord did not say whether it accepts the bot token');
      return undefined;
    }
  }

  #become(state: TokenState): void {
    const before = this.state.value;
    if (state === 'refused' && before !== 'refused') this.#log?.error(this.#tokenRefused);
    if (state === 'accepted' && before === 'refused') this.#log?.info('Discord accepts the bot token again');
    this.state.set(state);
  }

  #checkLater(): void {
    this.#timer = setTimeout(() => void this.check(), this.#wait).unref();
    this.#wait = Math.min(this.#wait * 2, RECHECK_MS_MAX);
  }
}
