import { ChannelType } from 'discord-api-types/v10';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';

/** Whether private threads, which tickets are in thread mode, can be made in a channel of this type. */
export const holdsPrivateThreads = (type: number | undefined): boolean => type === ChannelType.GuildText;

/** The channels of a server, by name, whose panels could open no ticket in thread mode. */
export async function panelChannelsWithoutThreads(db: Db | Tx, guild_id: string): Promise<string[]> {
  const { rows } = await sql<{ name: string; type: number }>`
    select name, type from guild_channels
    where guild_id = ${guild_id} and channel_id in (
      select channel_id from panels where guild_id = ${guild_id}
      union select channel_id from multi_panels where guild_id = ${guild_id})
    order by position, channel_id`.execute(db);
  return rows.filter(({ type }) => !holdsPrivateThreads(type)).map(({ name }) => `#${name}`);
}
