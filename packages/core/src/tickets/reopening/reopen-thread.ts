import { AppError, fillText } from '@tickets/contract/platform/errors';
import type { Context } from '../../platform/context.ts';
import { ifAnswered, twice } from '../../platform/discord/ask.ts';
import { threadNeeds } from '../../platform/discord/channel-permissions.ts';
import { isRefusal, isUnknownChannel } from '../../platform/discord/failures.ts';
import { postOnce } from '../../platform/discord/own-messages.ts';
import { inTurn, ticketLock } from '../../platform/locks/ticket-lock.ts';
import { warnUnlessOutage } from '../../platform/outages.ts';
import { noMentions, successEmbed, wordingOf } from '../../wording/look.ts';
import { explainRefusal } from '../../wording/refusals.ts';
import { keyOf, type Ticket } from '../model/find.ts';
import { openSince } from '../model/open-thread.ts';
import { followReopening, markReopened } from './reopen.ts';

/** Takes the thread of a closed ticket out of the archive, and the ticket is open again. Answers its thread. */
export async function reopenThread(
  ctx: Context,
  ticket: Ticket,
  { user_id, reason, interaction_id }: { user_id: string; reason: string; interaction_id: string },
): Promise<string> {
  const { guild_id, ticket_id, channel_id, parent_id } = ticket;
  const gone = () => new AppError('ticket.reopen_thread_gone', { params: { ticket_id } });
  if (!channel_id) throw gone();
  const { channels } = ctx.discord.api;
  // The gateway tells of this too; what comes first opens the row.
  const row = await inTurn(ctx.db, ticketLock(guild_id, ticket_id), async () => {
    try {
      await twice(() => channels.edit(channel_id, { archived: false, locked: false }, { reason }));
    } catch (error) {
      if (isUnknownChannel(error)) throw gone();
      // Discord may have done what it did not answer.
      const isOpen = !isRefusal(error) && (await ifAnswered(openSince(ctx, channel_id)));
      if (!isOpen)
        throw await explainRefusal(ctx, error, { guild_id, channel_id: parent_id, needs: threadNeeds });
    }
    return markReopened(ctx, ticket, user_id);
  });
  if (row) await followReopening(ctx, row);
  const { t, look } = await wordingOf(ctx, guild_id);
  const description = fillText(t.reopening.in_thread, { user: `<@${user_id}>` });
  const message = {
    embeds: [successEmbed(look, { title: t.reopening.title, description })],
    allowed_mentions: noMentions,
  };
  await twice(() => postOnce(ctx, channel_id, `r${interaction_id}`, message)).catch((error: unknown) =>
    warnUnlessOutage(ctx.log, error, 'it could not be told in a thread that it was reopened', {
      ...keyOf(ticket),
    }),
  );
  return channel_id;
}
