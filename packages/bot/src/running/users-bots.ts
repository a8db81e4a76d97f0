import { type Shard, shardKey } from '@tickets/core/bots/share';
import { readUsersBots, type UsersBot, writeState } from '@tickets/core/bots/users-bots';
import type { Context } from '@tickets/core/platform/context';
import { asBot } from '@tickets/core/platform/discord/bots';
import { Once } from './once.ts';
import { presenceOf } from './presence.ts';
import type { RunningBot, RunningBotOptions } from './running-bot.ts';
import { stateToWrite } from './state-to-write.ts';
import { noteTrouble } from './troubles.ts';

/** How old the list of users' bots may be while nobody says that it changed. */
const READ_EVERY_MS = 15_000;
/** How long a client with an old token is kept while the one with the new token does not get in. */
const REPLACE_MS = 30_000;

interface UsersBotsOptions {
  ctx: Context;
  make(ctx: Context, own: Pick<RunningBotOptions, 'isMain' | 'presence' | 'heard' | 'onTrouble'>): RunningBot;
  /** The state of one that runs here changed. */
  onChange(): void;
  stopping: AbortSignal;
}

/** One that runs here. */
interface Running {
  row: UsersBot;
  bot: RunningBot;
  heard: Once;
  /** When its state last changed, by the steady clock of this process. */
  since: number;
}

/** The list of users' bots, and those of them that run in this process: these follow what their users change. */
export class UsersBots {
  readonly #options: UsersBotsOptions;
  readonly #here = new Map<string, Running>();
  readonly #replaced = new Set<RunningBot>();
  #rows: UsersBot[] = [];
  #rowsReadAt = Number.NEGATIVE_INFINITY;
  #areRowsStale = true;

  constructor(options: UsersBotsOptions) {
    this.#options = options;
  }

  /** Those that run here, by id. */
  get running(): ReadonlyMap<string, RunningBot> {
    return new Map([...this.#here].map(([bot_id, { bot }]) => [bot_id, bot]));
  }

  byId(bot_id: string): RunningBot | undefined {
    return this.#here.get(bot_id)?.bot;
  }

  /** Those with an old token among them that have not ended yet. */
  all(): RunningBot[] {
    return [...this.running.values(), ...this.#replaced];
  }

  readAnew(): void {
    this.#areRowsStale = true;
  }

  async read(): Promise<void> {
    const { ctx } = this.#options;
    if (!this.#areRowsStale && performance.now() - this.#rowsReadAt < READ_EVERY_MS) return;
    this.#areRowsStale = false;
    try {
      const before = new Map(this.#rows.map(({ bot_id, token_version }) => [bot_id, token_version]));
      const rows = await readUsersBots(ctx);
      // So that there is a client of each, with no older token: one that was refused would count as refused once more.
      if (rows.some(({ bot_id, token_version }) => before.get(bot_id) !== token_version))
        await ctx.bots.refresh();
      this.#rows = rows;
      this.#rowsReadAt = performance.now();
    } catch (err) {
      this.#areRowsStale = true;
      throw err;
    }
  }

  /** Neither given up by their users nor refused by Discord for good. */
  wanted(): Shard[] {
    return this.#rows
      .filter(({ state }) => state !== 'token_refused')
      .map(({ bot_id }) => ({ bot_id, shard_id: 0, shard_count: 1 }));
  }

  /** Those that can be run. One whose token cannot be unsealed has no client. */
  runnable(held: ReadonlyMap<string, string>): Shard[] {
    return this.wanted().filter(
      (shard) => held.has(shardKey(shard)) || this.#options.ctx.bots.byId(shard.bot_id),
    );
  }

  start(bot_id: string): RunningBot | undefined {
    const row = this.#rows.find((it) => it.bot_id === bot_id);
    return row && this.#run(row, new Once());
  }

  end(bot_id: string): void {
    const running = this.#here.get(bot_id);
    if (!running) return;
    this.#here.delete(bot_id);
    void running.bot.close();
  }

  async writeStates(): Promise<void> {
    const { ctx } = this.#options;
    for (const { bot, row, since } of this.#here.values()) {
      const state = stateToWrite(bot.state.value, performance.now() - since);
      const current = this.#rows.find(({ bot_id }) => bot_id === row.bot_id);
      if (!state || !current || current.token_version !== row.token_version || current.state === state)
        continue;
      current.state = state;
      if (!(await writeState(ctx, row, state))) continue;
      if (state === 'token_refused' || state === 'intents_refused')
        await noteTrouble(ctx, row.bot_id, { kind: state });
    }
  }

  /** Marks bots whose token no key opens: no process runs them, so none would report their state. */
  async writeLost(held: ReadonlyMap<string, string>): Promise<void> {
    const { ctx } = this.#options;
    const lost = () =>
      this.wanted().filter((shard) => !held.has(shardKey(shard)) && !ctx.bots.byId(shard.bot_id));
    // Another token may have been entered since the clients were made.
    if (lost().length) await ctx.bots.refresh();
    for (const { bot_id } of lost()) {
      const row = this.#rows.find((it) => it.bot_id === bot_id);
      if (!row || row.state === 'token_lost') continue;
      row.state = 'token_lost';
      if (await writeState(ctx, row, 'token_lost')) await noteTrouble(ctx, bot_id, { kind: 'token_lost' });
    }
  }

  /** A bot with another token goes on as another client, and only then the one with the old token ends. */
  async replaceAndShow(): Promise<void> {
    const { ctx } = this.#options;
    for (const row of this.#rows) {
      const running = this.#here.get(row.bot_id);
      if (!running) continue;
      const { row: before, bot: old, heard } = running;
      if (row.token_version !== before.token_version) {
        const next = this.#run(row, heard);
        if (!next) continue;
        this.#replaced.add(old);
        next.take({ shard_id: 0, shard_count: 1, session: null });
        void this.#endWhenReplaced(old, next);
      } else if (row.status !== before.status || row.status_type !== before.status_type) {
        running.row = row;
        await old
          .show(presenceOf(row))
          .catch((err: unknown) => ctx.log.warn({ err, bot_id: row.bot_id }, 'a status is not shown'));
      }
      running.row = { ...running.row, state: row.state };
    }
  }

  #run(row: UsersBot, heard: Once): RunningBot | undefined {
    const { ctx, make, onChange } = this.#options;
    const { bot_id } = row;
    const discord = ctx.bots.byId(bot_id);
    if (!discord) return undefined;
    const bot = make(asBot({ ...ctx, log: ctx.log.child({ bot_id }) }, discord), {
      isMain: false,
      presence: presenceOf(row),
      heard,
      onTrouble: (trouble) => {
        // Told with the change of its state, so that two processes do not both tell it.
        if (trouble.kind === 'token_refused' || trouble.kind === 'intents_refused') onChange();
        else void noteTrouble(ctx, bot_id, trouble);
      },
    });
    const running: Running = { row, bot, heard, since: performance.now() };
    bot.state.onChange(() => {
      running.since = performance.now();
      onChange();
    });
    this.#here.set(bot_id, running);
    return bot;
  }

  async #endWhenReplaced(old: RunningBot, next: RunningBot): Promise<void> {
    const isIn = (state: string) => state === 'ready' || state === 'stopped';
    await next.state.until(isIn, AbortSignal.any([this.#options.stopping, AbortSignal.timeout(REPLACE_MS)]));
    await old.close();
    await old.idle();
    this.#replaced.delete(old);
  }
}
