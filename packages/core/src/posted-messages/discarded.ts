import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/db/db.ts';
import { hasDiscordCode, unlessRefused } from '../platform/discord/failures.ts';
import { deleteOwnMessage } from '../platform/discord/own-messages.ts';
import type { EffectKind } from '../platform/effects/effects.ts';
import { settleHeldQuietly } from '../platform/effects/settle.ts';

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

/** Messages of a row that shall go; its lock is the key. One that is gone, or that the bot may not touch, is let go. */
export const discardedMessages: EffectKind = {
  name: 'discarded_message',
  lockOf: ({ key }) => key,
  async settle(ctx, { guild_id, key: owner }) {
    const messages = await ctx.db
      .selectFrom('discarded_messages')
      .where('guild_id', '=', guild_id)
      .where('owner', '=', owner)
      .select(['channel_id', 'message_id'])
      .execute();
    for (const { channel_id, message_id } of messages) {
      await unlessRefused(deleteOwnMessage(ctx, guild_id, { channel_id, message_id }), (err) => {
        const { UnknownMessage, UnknownChannel } = RESTJSONErrorCodes;
        if (!hasDiscordCode(err, UnknownMessage, UnknownChannel))
          ctx.log.warn({ err, owner, message_id }, 'a message that was replaced or removed stays');
      });
      await ctx.db.deleteFrom('discarded_messages').where('message_id', '=', message_id).execute();
    }
    return undefined;
  },
};

/** Deletes now what was discarded of a row, with its lock held; later by itself where Discord does not answer. */
export async function deleteDiscarded(ctx: Context, guild_id: string, owner: string): Promise<void> {
  await settleHeldQuietly(ctx, discardedMessages, { guild_id, key: owner });
}
