import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/db/db.ts';
import { hasDiscordCode, isRefusal } from '../platform/discord/failures.ts';
import { withLock } from '../platform/locks/ticket-lock.ts';

interface Discarded {
  guild_id: string;
  channel_id: string;
  message_id: string;
}

/** Notes, with the change that replaces it, that a message shall go. `owner` is the lock of its row. */
export async function discard(tx: Tx, owner: string, message: Discarded): Promise<void> {
  const { guild_id, channel_id, message_id } = message;
  await tx
    .insertInto('discarded_messages')
    .values({ guild_id, channel_id, message_id, owner })
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .execute();
}

/** The change was taken back: its message stays. */
export async function keep(tx: Tx, message_id: string): Promise<void> {
  await tx.deleteFrom('discarded_messages').where('message_id', '=', message_id).execute();
}

/**
 * Deletes what was discarded of a row, with its lock held. A message that is gone, or that the bot may not touch any
 * more, is not asked for again; one that Discord does not answer about stays noted, and false is answered.
 */
export async function deleteDiscarded(ctx: Context, owner: string): Promise<boolean> {
  const messages = await ctx.db
    .selectFrom('discarded_messages')
    .where('owner', '=', owner)
    .select(['channel_id', 'message_id'])
    .execute();
  for (const { channel_id, message_id } of messages) {
    try {
      await ctx.discord.api.channels.deleteMessage(channel_id, message_id);
    } catch (err) {
      const isGone = hasDiscordCode(
        err,
        RESTJSONErrorCodes.UnknownMessage,
        RESTJSONErrorCodes.UnknownChannel,
      );
      if (!isGone) ctx.log.warn({ err, owner, message_id }, 'a message that was replaced or removed stays');
      if (!isRefusal(err)) return false;
    }
    await ctx.db.deleteFrom('discarded_messages').where('message_id', '=', message_id).execute();
  }
  return true;
}

/** Finishes what a crash or an outage left. */
export async function reconcileDiscarded(ctx: Context): Promise<void> {
  const owners = await ctx.db
    .selectFrom('discarded_messages')
    .innerJoin('guilds', 'guilds.guild_id', 'discarded_messages.guild_id')
    .where('guilds.left_at', 'is', null)
    .select('owner')
    .distinct()
    .execute();
  for (const { owner } of owners) {
    const done = await withLock(ctx.db, owner, () => deleteDiscarded(ctx, owner));
    if (!done.busy && !done.value) return;
  }
}
