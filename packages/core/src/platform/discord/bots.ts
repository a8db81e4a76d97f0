import type { Discord } from './discord.ts';

/** The bots by which the program acts: its own, and those that users run under accounts of theirs. */
export interface Bots {
  /** The program's own bot. */
  main: Discord;
  /** Which bot serves a server. */
  of(guild_id: string): Discord;
  /** Those that are in a server and trusted there, the one that serves it first. */
  inGuild(guild_id: string): Discord[];
  /** Bots, other than the one that serves it, that may have written something in a server. */
  othersIn(guild_id: string): Discord[];
  /** One of them, by the id of its user; undefined where there is none. */
  byId(bot_id: string): Discord | undefined;
  /** Reads once more which bot serves what. Whoever changes it publishes `bots.changed`, by which every process does. */
  refresh(): Promise<void>;
}

/** All servers are served by the one bot that the program was given. */
export const oneBot = (discord: Discord): Bots => ({
  main: discord,
  of: () => discord,
  inGuild: () => [discord],
  othersIn: () => [],
  byId: (bot_id) => (bot_id === discord.user_id ? discord : undefined),
  async refresh() {},
});

/** How a row names one of our bots: null stands for the program's own. */
export const botIdOf = ({ bots, discord }: { bots: Bots; discord: Discord }): string | null =>
  discord.user_id === bots.main.user_id ? null : discord.user_id;

/** Whether the bot that acts is the one that serves a server. */
export const isServing = ({ bots, discord }: { bots: Bots; discord: Discord }, guild_id: string): boolean =>
  bots.of(guild_id).user_id === discord.user_id;

/**
 * Whether the bot that acts is trusted in a server. A user's own bot is trusted where that user administers the server: whoever has
 * its token can send any button, so a press on one means nothing elsewhere.
 */
export const isTrusted = ({ bots, discord }: { bots: Bots; discord: Discord }, guild_id: string): boolean =>
  discord.user_id === bots.main.user_id ||
  bots.inGuild(guild_id).some(({ user_id }) => user_id === discord.user_id);

/**
 * Whether it is worth asking a bot. Calls of one with a refused token count as unanswered, and are repeated until it has another token. The
 * operator will give the program's bot one; a user may never give theirs one, so it is passed over.
 */
export const mayAct = ({ bots }: { bots: Bots }, bot: Discord): boolean =>
  bot === bots.main || bot.identity.state.value !== 'refused';

/** The same context, acting as the bot that serves a server: what is "ours" there is that bot's. */
export function inServer<C extends { bots: Bots; discord: Discord }>(ctx: C, guild_id: string): C {
  return { ...ctx, discord: ctx.bots.of(guild_id) };
}

/** The same context, acting as one bot, whichever serves a server. */
export function asBot<C extends { discord: Discord }>(ctx: C, discord: Discord): C {
  return { ...ctx, discord };
}
