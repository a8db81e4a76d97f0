import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { oneAtATime } from '../platform/async/one-at-a-time.ts';
import type { Context } from '../platform/context.ts';
import { forSeveral } from '../platform/db/patience.ts';
import type { Bots } from '../platform/discord/bots.ts';
import { createDiscord, type Discord, type DiscordOptions } from '../platform/discord/discord.ts';
import { warnUnlessOutage } from '../platform/outages.ts';
import { shareBan } from './shared-ban.ts';

/** What the bots of a program are made from. */
export interface BotsGround extends Pick<Context, 'db' | 'events' | 'sealer'> {
  log: Logger;
  /** Base of Discord's API, how long an answer may take, and how a bot is let into channels, as of the program's own bot. */
  discord: Pick<DiscordOptions, 'url' | 'timeout_ms' | 'recheck_ms' | 'identify_gap_ms' | 'let_in'>;
}

export interface OpenBots extends Bots {
  close(): void;
}

/** How many calls of a bot that a user runs Discord may refuse in ten minutes, before they slow the calls of all bots. */
const INVALID_MAX = 500;

/** How long until what could not be read is read again. */
const AGAIN_MS = 1_000;

/** Binds a sealed token to its row. */
export const tokenContext = (bot_id: string): string => `whitelabel:${bot_id}`;

/**
 * The program's own bot and those of users, as the database has them. Which bot serves a server is asked many times in
 * every call, so it is kept in memory; `bots.changed` has it read again.
 */
export async function openBots(ground: BotsGround, main: Discord): Promise<OpenBots> {
  const { db, events, log } = ground;
  const known = new Map<string, Known>();
  let servedBy = new Map<string, string>();
  let present = new Map<string, string[]>();

  async function read(): Promise<void> {
    const [rows, places] = await Promise.all([
      db
        .selectFrom('whitelabel_bots')
        .select(['bot_id', 'application_id', 'token', 'token_version'])
        .execute(),
      // Servers of the program's bot alone, which are most, are not kept.
      db
        .selectFrom('bot_guilds as b')
        .innerJoin('guilds as g', 'g.guild_id', 'b.guild_id')
        .where('b.guild_id', 'in', (q) =>
          q
            .selectFrom('bot_guilds as o')
            .innerJoin('whitelabel_bots as w', 'w.bot_id', 'o.bot_id')
            .select('o.guild_id'),
        )
        .where('b.is_trusted', '=', true)
        .select(['b.guild_id', 'b.bot_id', 'g.served_by'])
        .execute(),
    ]);
    for (const row of rows)
      if (!known.get(row.bot_id)?.isOf(row)) {
        known.get(row.bot_id)?.close();
        known.set(row.bot_id, new Known({ ...ground, guard: main.guard }, row, () => tokenAfter(row)));
      }
    const there = new Set(rows.map(({ bot_id }) => bot_id));
    for (const [bot_id, bot] of known)
      if (!there.has(bot_id)) {
        bot.close();
        known.delete(bot_id);
      }
    servedBy = new Map(
      places.flatMap(({ guild_id, served_by }) => (served_by ? [[guild_id, served_by]] : [])),
    );
    present = new Map(
      [...Map.groupBy(places, ({ guild_id }) => guild_id)].map(([guild_id, all]) => [
        guild_id,
        all.map(({ bot_id }) => bot_id),
      ]),
    );
  }

  /** Told that a token is refused: whoever entered another one may have been faster than the word of it. */
  async function tokenAfter({ bot_id, token_version }: Pick<Known, 'token_version'> & { bot_id: string }) {
    await refresh();
    const now = known.get(bot_id);
    return now && now.token_version !== token_version ? now.discord?.token : undefined;
  }

  // A change that comes while it is read may not be in what is read.
  let reading: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  function refresh(): Promise<void> {
    next ??= (reading ?? Promise.resolve())
      .catch(() => undefined) // told to whoever asked for that reading
      .then(() => {
        next = undefined;
        reading = forSeveral(read);
        return reading;
      });
    return next;
  }
  const closing = new AbortController();
  const follow = oneAtATime(async () => {
    while (!closing.signal.aborted)
      try {
        return await refresh();
      } catch (err) {
        warnUnlessOutage(log, err, 'which bot serves a server could not be read; it is read again');
        await sleep(AGAIN_MS, undefined, { signal: closing.signal, ref: false }).catch(() => undefined); // closed
      }
  });
  const stop = events.subscribe((event) => {
    if (event.type === 'bots.changed') void follow();
  });
  await refresh();
  const stopSharing = await shareBan(ground, main.guard);

  const byId = (bot_id: string) => (bot_id === main.user_id ? main : known.get(bot_id)?.discord);
  const of = (guild_id: string) => byId(servedBy.get(guild_id) ?? main.user_id) ?? main;
  const there = (guild_id: string) => (present.get(guild_id) ?? []).flatMap((bot_id) => byId(bot_id) ?? []);
  const besides = (bot: Discord, others: readonly Discord[]) =>
    [...new Set(others)].filter((other) => other !== bot);
  return {
    main,
    of,
    byId,
    inGuild: (guild_id) => [of(guild_id), ...besides(of(guild_id), there(guild_id))],
    othersIn: (guild_id) => besides(of(guild_id), present.has(guild_id) ? [main, ...there(guild_id)] : []),
    refresh,
    close() {
      stop();
      closing.abort();
      stopSharing();
      for (const bot of known.values()) bot.close();
    },
  };
}

/** A user's bot; its way to Discord is made when it is needed. */
class Known {
  readonly token_version: number;
  readonly #sealed: Buffer;
  readonly #make: () => Discord | undefined;
  #made: { discord: Discord | undefined } | undefined;

  constructor(
    { sealer, discord, log, guard }: BotsGround & Pick<Discord, 'guard'>,
    row: { bot_id: string; application_id: string; token: Buffer; token_version: number },
    another_token: () => Promise<string | undefined>,
  ) {
    this.token_version = row.token_version;
    this.#sealed = row.token;
    this.#make = () => {
      const token = sealer.openIfKnown(row.token, tokenContext(row.bot_id));
      if (token === undefined) {
        log.error({ bot_id: row.bot_id }, 'the token of a bot that a user made cannot be unsealed');
        return undefined;
      }
      return createDiscord({
        ...discord,
        guard,
        invalid_max: INVALID_MAX,
        token,
        application_id: row.application_id,
        user_id: row.bot_id,
        refused_for_good: true,
        another_token,
        token_refused: 'Discord does not accept the token of a bot that a user made',
        log: log.child({ bot_id: row.bot_id }),
      });
    };
  }

  /** Undefined where its token was sealed with a key that is not configured any more. */
  get discord(): Discord | undefined {
    this.#made ??= { discord: this.#make() };
    return this.#made.discord;
  }

  /** Whether it still stands for this row: a token that was not opened yet may have been sealed anew, with another key. */
  isOf({ token, token_version }: { token: Buffer; token_version: number }): boolean {
    return (
      token_version === this.token_version && (Boolean(this.#made?.discord) || token.equals(this.#sealed))
    );
  }

  close(): void {
    this.#made?.discord?.identity.close();
  }
}
