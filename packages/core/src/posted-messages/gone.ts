import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';

/** Someone deleted messages by hand. Those that the product replaced or removed are no row's any more. */
export async function postedMessagesGone(
  ctx: Pick<Context, 'db'>,
  { guild_id, ids }: { guild_id: string; ids: readonly string[] },
): Promise<void> {
  for (const table of ['panels', 'multi_panels'])
    await sql`update ${sql.table(table)} set message_id = null, message_state = 'deleted'
      where guild_id = ${guild_id} and message_id = any(${ids}::bigint[])`.execute(ctx.db);
}

/** Someone deleted a channel, and all messages with it. */
export async function postedChannelGone(
  ctx: Pick<Context, 'db'>,
  { guild_id, channel_id }: { guild_id: string; channel_id: string },
): Promise<void> {
  for (const table of ['panels', 'multi_panels'])
    await sql`update ${sql.table(table)} set message_id = null, message_state = 'deleted'
      where guild_id = ${guild_id} and channel_id = ${channel_id}`.execute(ctx.db);
}

/** Channels that were deleted while nobody listened. The server's channels were just written down. */
export async function postedChannelsMissing({ db }: Pick<Context, 'db'>, guild_id: string): Promise<void> {
  for (const table of ['panels', 'multi_panels'])
    await sql`update ${sql.table(table)} p set message_id = null, message_state = 'deleted'
      where guild_id = ${guild_id} and message_state <> 'deleted' and not exists (
        select from guild_channels c where c.guild_id = p.guild_id and c.channel_id = p.channel_id)`.execute(
      db,
    );
}
