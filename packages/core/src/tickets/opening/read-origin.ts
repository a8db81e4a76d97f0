import { AppError } from '@tickets/contract/platform/errors';
import { Snowflake } from '@tickets/contract/platform/snowflake';
import type { APIMessage } from 'discord-api-types/v10';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import { toldOfDiscord } from '../../platform/discord/ask.ts';
import { withoutErased } from '../model/erased-people.ts';
import type { ReadOrigin } from '../model/open-request.ts';

/** Throws `ticket.origin_erased` if the author has been erased. Ids of other erased people are removed from the text. */
export async function originOf(ctx: Context, guild_id: string, message: APIMessage): Promise<ReadOrigin> {
  const kept = await keptOf(ctx, guild_id, message);
  const isErased = kept?.erased_at || (isNobodys(message) && kept?.is_forgotten);
  const [left] = isErased ? [] : await withoutErased(ctx, [message]);
  if (!left) throw new AppError('ticket.origin_erased');
  return {
    channel_id: left.channel_id,
    message_id: left.id,
    author_id: left.author.id,
    author_is_bot: isNobodys(left),
    ...(kept?.sent_by && { sent_by: kept.sent_by }),
    content: left.content,
    edited_timestamp: left.edited_timestamp,
  };
}

const isNobodys = ({ author, webhook_id }: APIMessage) => Boolean(author.bot || webhook_id);

/**
 * What a ticket knows of a message in it. Who wrote it in the dashboard, Discord does not know; of a thread of which nothing was kept,
 * words of somebody who was erased may be left there up to `forgotten_up_to`.
 */
function keptOf({ db }: Context, guild_id: string, { channel_id, id }: APIMessage) {
  return db
    .selectFrom('tickets as t')
    .leftJoin('ticket_messages as m', (join) =>
      join
        .onRef('m.guild_id', '=', 't.guild_id')
        .onRef('m.ticket_id', '=', 't.ticket_id')
        .on('m.message_id', '=', id),
    )
    .where('t.guild_id', '=', guild_id)
    .where('t.channel_id', '=', channel_id)
    .select([
      'm.erased_at',
      'm.sent_by',
      sql<boolean>`m.message_id is null and t.forgotten_up_to >= ${id}`.as('is_forgotten'),
    ])
    .executeTakeFirst();
}

/**
 * The message that a ticket is started from, as it is now. Null when it is gone or the bot cannot read it: what was
 * written into a form is worth more than the quote.
 */
export async function readOrigin(
  ctx: Context,
  {
    guild_id,
    channel_id,
    message_id,
  }: { guild_id: string; channel_id: string | undefined; message_id: string },
): Promise<ReadOrigin | null> {
  if (!channel_id || !Snowflake.safeParse(message_id).success) return null;
  try {
    return await originOf(ctx, guild_id, await ctx.discord.api.channels.getMessage(channel_id, message_id));
  } catch (error) {
    if (!toldOfDiscord(error)) throw error;
    ctx.log.info({ err: error, channel_id }, 'the message that a ticket is started from could not be read');
    return null;
  }
}
