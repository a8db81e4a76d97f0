import { Snowflake } from '@tickets/contract/platform/snowflake';
import type { APIMessage } from 'discord-api-types/v10';
import type { Context } from '../../platform/context.ts';
import { toldOfDiscord } from '../../platform/discord/ask.ts';
import type { Origin } from '../model/open-request.ts';

export function originOf(message: APIMessage): Origin {
  return {
    channel_id: message.channel_id,
    message_id: message.id,
    author_id: message.author.id,
    author_is_bot: Boolean(message.author.bot || message.webhook_id),
    content: message.content,
  };
}

/**
 * The message that a ticket is started from, as it is now. Null when it is gone or the bot cannot read it: what was
 * written into a form is worth more than the quote.
 */
export async function readOrigin(
  ctx: Context,
  { channel_id, message_id }: { channel_id: string | undefined; message_id: string },
): Promise<Origin | null> {
  if (!channel_id || !Snowflake.safeParse(message_id).success) return null;
  try {
    return originOf(await ctx.discord.api.channels.getMessage(channel_id, message_id));
  } catch (error) {
    if (!toldOfDiscord(error)) throw error;
    ctx.log.info({ err: error, channel_id }, 'the message that a ticket is started from could not be read');
    return null;
  }
}
