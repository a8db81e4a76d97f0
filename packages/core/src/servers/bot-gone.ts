import { type RawBuilder, sql } from 'kysely';

/** Whether none of our bots is in server `guild` any more. One that Discord rejects for now, as after its token was reset, still is. */
export const isBotGone = (
  guild: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`(${guild}.left_at is not null
  and not exists (select from bot_guilds b where b.guild_id = ${guild}.guild_id))`;
