import { type AppError, fillText } from '@tickets/contract/platform/errors';
import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import type { Context } from '../../platform/context.ts';
import { directChannel } from '../../platform/discord/direct-channel.ts';
import { hasDiscordCode, takesNoMessages } from '../../platform/discord/failures.ts';
import { postOnce } from '../../platform/discord/own-messages.ts';
import { ofPeople } from '../../platform/discord/served-server.ts';
import { errorText } from '../../platform/texts/texts.ts';
import { noMentions, wordingOf } from '../../wording/look.ts';
import type { Ticket } from '../model/find.ts';
import { isContinued } from '../model/unfinished.ts';

/** Takes a ticket back that could not be opened: nothing of it stays in Discord, and its number is spent. */
export async function undoOpening(
  ctx: Context,
  ticket: Ticket,
  why: AppError,
  { tellOpener }: { tellOpener: boolean },
): Promise<void> {
  const { guild_id, ticket_id } = ticket;
  if (ticket.channel_id) await deleteChannel(ctx, ticket, ticket.channel_id);
  const undone = await ctx.db
    .updateTable('tickets')
    .set({ status: 'closed', close_source: 'undone', closed_at: ctx.clock.now(), channel_id: null })
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('status', '=', 'opening')
    .returning('ticket_id')
    .executeTakeFirst();
  await isContinued(ctx.db, ticket);
  if (!undone) return;
  ctx.log.warn({ err: why, guild_id, ticket_id }, 'Discord refused to open a ticket');
  ctx.events.publish({ type: 'ticket.changed', guild_id, ticket_id });
  if (tellOpener) await tell(ctx, ticket, why);
}

async function deleteChannel(ctx: Context, ticket: Ticket, channel_id: string): Promise<void> {
  const { t } = await wordingOf(ctx, ticket.guild_id);
  const reason = fillText(t.opening.audit_undo, { ticket: ticket.ticket_id });
  try {
    await ctx.discord.api.channels.delete(channel_id, { reason });
  } catch (error) {
    if (!hasDiscordCode(error, RESTJSONErrorCodes.UnknownChannel)) throw error;
  }
}

/** The press cannot be answered any more, so it is said by direct message, to those who accept any. */
async function tell(ctx: Context, ticket: Ticket, why: AppError): Promise<void> {
  try {
    const [{ t, look, settings }, guild] = await Promise.all([
      wordingOf(ctx, ticket.guild_id),
      ctx.db
        .selectFrom('guilds')
        .where('guild_id', '=', ticket.guild_id)
        .select('name')
        .executeTakeFirstOrThrow(),
    ]);
    const reason = errorText(settings.text_language, why);
    await ofPeople(async () =>
      postOnce(
        ctx,
        await directChannel(ctx, ticket.opener_id),
        `u${ticket.guild_id.slice(-12)}-${ticket.ticket_id}`,
        {
          embeds: [
            {
              color: look.failure,
              description: fillText(t.opening.undone_dm, { server: guild.name, reason }),
            },
          ],
          allowed_mentions: noMentions,
        },
      ),
    );
  } catch (error) {
    const { guild_id } = ticket;
    if (takesNoMessages(error)) ctx.log.info({ guild_id }, 'the opener takes no messages');
    else ctx.log.warn({ err: error, guild_id }, 'an opener could not be told that a ticket was undone');
  }
}
