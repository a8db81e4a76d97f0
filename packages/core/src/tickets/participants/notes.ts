import { AppError, fillText } from '@tickets/contract/platform/errors';
import { limits } from '@tickets/contract/platform/limits';
import {
  ChannelType,
  OverwriteType,
  RESTJSONErrorCodes,
  ThreadAutoArchiveDuration,
} from 'discord-api-types/v10';
import { authoriseTicket } from '../../access/authorise.ts';
import type { UserCall } from '../../access/caller.ts';
import type { Context } from '../../platform/context.ts';
import { twice } from '../../platform/discord/ask.ts';
import { threadNeeds } from '../../platform/discord/channel-permissions.ts';
import { hasDiscordCode, isUnknownChannel } from '../../platform/discord/failures.ts';
import { postOnce } from '../../platform/discord/own-messages.ts';
import { warnUnlessOutage } from '../../platform/outages.ts';
import { getMember } from '../../servers/members.ts';
import { noMentions, wordingOf } from '../../wording/look.ts';
import { explainRefusal } from '../../wording/refusals.ts';
import { staffOf } from '../channel/channel-overwrites.ts';
import { atTicket } from '../model/at-ticket.ts';
import { keyOf, type Ticket, type TicketKey } from '../model/find.ts';
import { letStaffIn, noteThreadStaff } from '../model/thread-staff-notes.ts';

type Placed = Ticket & { channel_id: string };

/**
 * The private thread in a ticket's channel in which its team talks about it, with anyone who asks in it. The first one to
 * ask makes it. Nothing in it is part of the ticket: not of its transcript, and no command there acts on it.
 */
export async function openNotes(call: UserCall, key: TicketKey): Promise<{ thread_id: string }> {
  const { user_id } = call.caller;
  return atTicket(call, key, async (call, open) => {
    const ticket = await ticketWithNotes(call, open);
    try {
      const kept = ticket.notes_thread_id;
      const letMeIn = (thread_id: string) =>
        letStaffIn(call, 'ticket.take_notes', ticket, () => letIn(call, thread_id, user_id));
      if (kept && (await letMeIn(kept))) return { thread_id: kept };
      const thread_id = await findOrMake(call, ticket);
      await keep(call, ticket, thread_id);
      await letMeIn(thread_id);
      await pullTeamIn(call, ticket, thread_id);
      return { thread_id };
    } catch (error) {
      const { guild_id, channel_id } = ticket;
      throw await explainRefusal(call, error, { guild_id, channel_id, needs: threadNeeds });
    }
  });
}

async function ticketWithNotes(call: UserCall, ticket: Ticket): Promise<Placed> {
  const { ticket_id, channel_id } = ticket;
  if (!channel_id) throw new AppError('ticket.channel_missing', { params: { ticket_id } });
  if (ticket.is_thread) throw new AppError('ticket.notes_in_thread');
  if (ticket.opener_id === call.caller.user_id) throw new AppError('ticket.notes_opener');
  await authoriseTicket(call, 'ticket.take_notes', ticket);
  return { ...ticket, channel_id };
}

/** False when the thread was deleted. Adding someone twice changes nothing. */
async function letIn(ctx: Context, thread_id: string, user_id: string): Promise<boolean> {
  const { channels, threads } = ctx.discord.api;
  try {
    await twice(() => threads.addMember(thread_id, user_id));
  } catch (error) {
    if (isUnknownChannel(error)) return false;
    if (!hasDiscordCode(error, RESTJSONErrorCodes.InvalidActionOnArchivedThread)) throw error;
    await twice(() => channels.edit(thread_id, { archived: false }));
    await twice(() => threads.addMember(thread_id, user_id));
  }
  return true;
}

/** Nothing else of ours makes threads in a ticket's channel, so one that is there is of a call whose answer got lost. */
function findOrMake(call: UserCall, ticket: Placed): Promise<string> {
  return twice(async () => {
    const { threads } = await call.discord.api.guilds.getActiveThreads(ticket.guild_id);
    const found = threads.find(
      (thread) =>
        thread.type === ChannelType.PrivateThread &&
        'parent_id' in thread &&
        thread.parent_id === ticket.channel_id &&
        'owner_id' in thread &&
        thread.owner_id === call.discord.user_id,
    );
    return found?.id ?? (await make(call, ticket));
  });
}

async function make(call: UserCall, ticket: Placed): Promise<string> {
  const { t } = await wordingOf(call, ticket.guild_id);
  const thread = await call.discord.api.channels.createThread(
    ticket.channel_id,
    {
      name: t.notes.thread_name,
      type: ChannelType.PrivateThread,
      invitable: false,
      auto_archive_duration: ThreadAutoArchiveDuration.OneWeek,
    },
    undefined,
    { reason: fillText(t.notes.audit, { ticket: ticket.ticket_id, user: call.caller.username }) },
  );
  return thread.id;
}

async function keep(ctx: Context, ticket: Ticket, notes_thread_id: string): Promise<void> {
  await ctx.db
    .updateTable('tickets')
    .set({ notes_thread_id })
    .where('guild_id', '=', ticket.guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .execute();
}

/**
 * Discord adds whom a message names to its thread, and an edit names people without notifying them. Who is not reached
 * comes in by asking for the notes.
 */
async function pullTeamIn(ctx: Context, ticket: Placed, thread_id: string): Promise<void> {
  const { channels } = ctx.discord.api;
  try {
    const { content, users, roles } = await teamMentions(ctx, ticket);
    if (!content) return;
    await noteThreadStaff(ctx.db, ticket, users);
    const { t } = await wordingOf(ctx, ticket.guild_id);
    const { id } = await postOnce(ctx, thread_id, `n${thread_id}`, {
      content: t.notes.title,
      allowed_mentions: noMentions,
    });
    await channels.editMessage(thread_id, id, { content, allowed_mentions: { users, roles } });
    await channels.deleteMessage(thread_id, id);
  } catch (error) {
    warnUnlessOutage(ctx.log, error, 'the team could not be brought into the notes of a ticket', {
      ...keyOf(ticket),
    });
  }
}

/** As many as one message holds. A role of the opener would bring the opener in. */
async function teamMentions(ctx: Context, ticket: Placed) {
  const { guild_id, opener_id } = ticket;
  const [staff, opener] = await Promise.all([staffOf(ctx, ticket), getMember(ctx, guild_id, opener_id)]);
  const ofOpener = new Set([opener_id, ...(opener?.role_ids ?? [])]);
  const named = { content: '', users: [] as string[], roles: [] as string[] };
  for (const { id, type } of new Map(staff.map((who) => [who.id, who])).values()) {
    if (ofOpener.has(id)) continue;
    const isRole = type === OverwriteType.Role;
    const content = `${named.content}${isRole ? `<@&${id}>` : `<@${id}>`}`;
    // Discord lets a message name a hundred of each.
    const group = isRole ? named.roles : named.users;
    if (content.length > limits.message_content || group.length >= 100) continue;
    named.content = content;
    group.push(id);
  }
  return named;
}
