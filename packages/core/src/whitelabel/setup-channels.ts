import { type RawBuilder, sql } from 'kysely';

/** The ids of the channels and categories that settings and panels of a server name. */
export const setupChannels = (guild_id: string): RawBuilder<{ channel_id: string | null }> => sql`
  select unnest(array[archive_channel, ticket_notification_channel, overflow_category_id, category]) as channel_id
  from guild_settings where guild_id = ${guild_id}
  union select unnest(array[channel_id, category_id, pending_category]) from panels where guild_id = ${guild_id}
  union select channel_id from multi_panels where guild_id = ${guild_id}`;
