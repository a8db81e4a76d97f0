import { type RawBuilder, sql } from 'kysely';

/**
 * Whether none of our bots works in server `guild` any more. One that Discord rejects for now, as after its token was reset, still
 * does for a week.
 */
export const isBotGone = (
  guild: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`(${guild}.left_at is not null and (${guild}.left_at < clock_timestamp() - interval '7 days'
  or not exists (select from bot_guilds b where b.guild_id = ${guild}.guild_id and b.is_trusted)))`;
