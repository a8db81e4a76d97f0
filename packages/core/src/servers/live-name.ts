import { sql } from 'kysely';

/** The name that the channel or thread of a ticket (`t`) has in Discord: anyone there may have renamed it. */
export const liveName = sql<string>`coalesce(
  (select c.name from guild_channels c where c.guild_id = t.guild_id and c.channel_id = t.channel_id),
  t.thread_name, t.channel_name)`;
