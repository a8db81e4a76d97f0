import { RateLimitError } from '@discordjs/rest';
import { AppError, fillText } from '@tickets/contract/platform/errors';
import { fillNamingScheme } from '@tickets/contract/tickets/naming';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { authoriseTicket } from '../../access/authorise.ts';
import type { UserCall } from '../../access/caller.ts';
import type { Context } from '../../platform/context.ts';
import { ifAnswered, twice } from '../../platform/discord/ask.ts';
import { essential, threadNeeds } from '../../platform/discord/channel-permissions.ts';
import { isRefusal } from '../../platform/discord/failures.ts';
import { outOfArchive } from '../../platform/discord/own-messages.ts';
import { upsertChannel } from '../../servers/channels.ts';
import { wordingOf } from '../../wording/look.ts';
import { explainRefusal } from '../../wording/refusals.ts';
import { channelName, longestName } from '../channel/channel-name.ts';
import { namingFacts } from '../channel/naming-facts.ts';
import { giveTurnBack, takeTurn } from '../channel/rename-turns.ts';
import { atTicket } from '../model/at-ticket.ts';
import type { Ticket, TicketKey } from '../model/find.ts';

interface Wanted extends TicketKey {
  name: string;
}

/**
 * Gives a ticket's channel another name, and answers it. Discord allows two names in ten minutes and makes the third
 * wait for minutes without a word; our own limit says so at once. From then on the bot gives the channel no name of
 * its own.
 */
export function renameTicket(call: UserCall, { guild_id, ticket_id, name }: Wanted): Promise<string> {
  return atTicket(call, { guild_id, ticket_id }, (call, ticket) => rename(call, ticket, name));
}

async function rename(call: UserCall, ticket: Ticket, name: string): Promise<string> {
  const { username } = call.caller;
  const { guild_id, ticket_id, channel_id } = ticket;
  if (!channel_id) throw new AppError('ticket.channel_missing', { params: { ticket_id } });
  await authoriseTicket(call, 'ticket.rename', ticket, { claimed: 'ticket.claimed_to_write' });
  const filled = fillNamingScheme(name, await namingFacts(call, ticket));
  const wanted = channelName(filled);
  if (!wanted || filled.length > longestName) throw new AppError('ticket.name_invalid');
  const turn = await takeTurn(call, ticket);
  if ('free_at' in turn) throw tooFast(turn.free_at);
  let named: string;
  try {
    const { t } = await wordingOf(call, guild_id);
    const reason = fillText(t.renaming.audit, { ticket: ticket_id, user: username });
    const channel = await twice(() =>
      outOfArchive(call.discord.api, channel_id, () =>
        call.discord.api.channels.edit(channel_id, { name: wanted }, { reason }),
      ),
    );
    await upsertChannel(call, guild_id, channel);
    named = channel.name ?? wanted;
  } catch (error) {
    const isRenamed = !isRefusal(error) && (await isCalled(call, channel_id, wanted));
    if (isRenamed) return keepName(call, ticket, wanted);
    await giveTurnBack(call, ticket, turn.taken);
    if (error instanceof RateLimitError && !error.global)
      throw tooFast(new Date(call.clock.now().getTime() + error.retryAfter));
    const needs = ticket.is_thread ? threadNeeds : essential | P.ManageChannels;
    const where = ticket.is_thread ? ticket.parent_id : channel_id;
    throw await explainRefusal(call, error, { guild_id, channel_id: where, needs });
  }
  return keepName(call, ticket, named);
}

function tooFast(free_at: Date): AppError {
  const retry = `<t:${Math.ceil(free_at.getTime() / 1000)}:R>`;
  return new AppError('ticket.rename_too_fast', { params: { retry } });
}

/** Discord may have done what it did not answer. */
async function isCalled(ctx: Context, channel_id: string, wanted: string): Promise<boolean> {
  const channel = await ifAnswered(ctx.discord.api.channels.get(channel_id));
  return channel?.name === wanted;
}

async function keepName(
  call: UserCall,
  { guild_id, ticket_id }: Ticket,
  channel_name: string,
): Promise<string> {
  await call.db
    .updateTable('tickets')
    .set({ channel_name, named_by_hand: true, changed_by: call.caller.user_id })
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .execute();
  call.events.publish({ type: 'ticket.changed', guild_id, ticket_id });
  return channel_name;
}
