import type { Discord } from './discord.ts';

/** Which bot serves a server. */
export interface Bots {
  of(guild_id: string): Discord;
}

/** All servers are served by the one bot that the program was given. */
export const oneBot = (discord: Discord): Bots => ({ of: () => discord });

/** The same context, acting as the bot that serves a server: what is "ours" there is that bot's. */
export function inServer<C extends { bots: Bots; discord: Discord }>(ctx: C, guild_id: string): C {
  return { ...ctx, discord: ctx.bots.of(guild_id) };
}
