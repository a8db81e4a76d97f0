import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import { takenUp, want } from '../../platform/effects/effects.ts';

/** Those of our bots for which a ticket's channel is made; the one that makes it may just have lost the server's trust. */
export const botsFor = ({ bots, discord }: Context, guild_id: string): string[] => [
  ...new Set([discord, ...bots.inGuild(guild_id)].map(({ user_id }) => user_id)),
];

/** Our bots in a server, as a statement finds them, and which of them hear it and are trusted. */
export interface BotThere {
  bot_id: string;
  hears: boolean;
}
export const botsThere = (guild_id: string) => sql<BotThere[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('bot_id', b.bot_id::text, 'hears', exists (
    select from bots_that_hear(${guild_id}) h where h.bot_id = b.bot_id))), '[]')
  from bot_guilds b where b.guild_id = ${guild_id})`;

/**
 * Bots may come, or lose trust, while Discord makes a channel, and whoever lets them into tickets, or out, finds none yet.
 * `before` is undefined where an earlier process made it; `there` was read as the ticket's row began to name it.
 */
export async function followBotsSince(
  ctx: Context,
  guild_id: string,
  { before, there: rows }: { before: readonly string[] | undefined; there: readonly BotThere[] },
): Promise<void> {
  const { main } = ctx.bots;
  const now = rows.flatMap(({ bot_id, hears }) => (hears ? bot_id : []));
  const known = before ?? rows.map(({ bot_id }) => bot_id);
  const isOwn = (bot_id: string) => bot_id !== main.user_id;
  const [came, went] = [
    now.filter((bot_id) => !before?.includes(bot_id)),
    known.filter((bot_id) => isOwn(bot_id) && !now.includes(bot_id)),
  ];
  const due = takenUp({ in_background: true });
  if (came.length && [...came, ...known].some(isOwn))
    await want(ctx.db, { name: 'serving_bot' }, { guild_id, key: '', wanted: {} }, due);
  for (const key of went) await want(ctx.db, { name: 'own_bot.out' }, { guild_id, key, wanted: {} }, due);
}
