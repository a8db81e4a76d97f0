import { AppError, fillText } from '@tickets/contract/errors';
import { limits } from '@tickets/contract/limits';
import {
  ChannelType,
  OverwriteType,
  RESTJSONErrorCodes,
  ThreadAutoArchiveDuration,
} from 'discord-api-types/v10';
import type { Access } from '../../access/access.ts';
import type { Context } from '../../platform/context.ts';
import { twice } from '../../platform/discord/ask.ts';
import { threadNeeds } from '../../platform/discord/channel-permissions.ts';
import { hasDiscordCode, isUnknownChannel } from '../../platform/discord/failures.ts';
import { inTurn, ticketLock } from '../../platform/locks/ticket-lock.ts';
import { getMember } from '../../servers/members.ts';
import { noMentions, wordingOf } from '../../wording/look.ts';
import { explainRefusal } from '../../wording/refusals.ts';
import { staffOf } from '../channel/channel-overwrites.ts';
import { findTicket, keyOf, type Ticket, type TicketKey } from '../model/find.ts';
import { requireTicketAccess } from '../model/ticket-access.ts';

type Placed = Ticket & { channel_id: string };
type Asker = { access: Access; username: string };

/**
 * The private thread in a ticket's channel in which its team talks about it, with anyone who asks in it. The first one to
 * ask makes it. Nothing in it is part of the ticket: not of its transcript, and no command there acts on it.
 */
export async function openNotes(ctx: Context, key: TicketKey, asker: Asker): Promise<{ thread_id: string }> {
  return inTurn(ctx.db, ticketLock(key.guild_id, key.ticket_id), async () => {
    const ticket = await ticketWithNotes(ctx, key, asker.access);
    try {
      const kept = ticket.notes_thread_id;
      if (kept && (await letIn(ctx, kept, asker.access.user_id))) return { thread_id: kept };
      const thread_id = await findOrMake(ctx, ticket, asker);
      await keep(ctx, ticket, thread_id);
      await letIn(ctx, thread_id, asker.access.user_id);
      await pullTeamIn(ctx, ticket, thread_id);
      return { thread_id };
    } catch (error) {
      const { guild_id, channel_id } = ticket;
      throw await explainRefusal(ctx, error, { guild_id, channel_id, needs: threadNeeds });
    }
  });
}

async function ticketWithNotes(ctx: Context, key: TicketKey, access: Access): Promise<Placed> {
  const ticket = await findTicket(ctx.db, key);
  if (!ticket) throw new AppError('ticket.not_found');
  const { ticket_id, channel_id } = ticket;
  if (ticket.status !== 'open') throw new AppError('ticket.not_open', { params: { ticket_id } });
  if (!channel_id) throw new AppError('ticket.channel_missing', { params: { ticket_id } });
  if (ticket.is_thread) throw new AppError('ticket.notes_in_thread');
  if (ticket.opener_id === access.user_id) throw new AppError('ticket.notes_opener');
  await requireTicketAccess(ctx.db, access, ticket);
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
function findOrMake(ctx: Context, ticket: Placed, asker: Asker): Promise<string> {
  return twice(async () => {
    const { threads } = await ctx.discord.api.guilds.getActiveThreads(ticket.guild_id);
    const found = threads.find(
      (thread) =>
        thread.type === ChannelType.PrivateThread &&
        'parent_id' in thread &&
        thread.parent_id === ticket.channel_id &&
        'owner_id' in thread &&
        thread.owner_id === ctx.discord.user_id,
    );
    return found?.id ?? (await make(ctx, ticket, asker));
  });
}

async function make(ctx: Context, ticket: Placed, { username }: Asker): Promise<string> {
  const { t } = await wordingOf(ctx, ticket.guild_id);
  const thread = await ctx.discord.api.channels.createThread(
    ticket.channel_id,
    {
      name: t.notes.thread_name,
      type: ChannelType.PrivateThread,
      invitable: false,
      auto_archive_duration: ThreadAutoArchiveDuration.OneWeek,
    },
    undefined,
    { reason: fillText(t.notes.audit, { ticket: ticket.ticket_id, user: username }) },
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
    const { t } = await wordingOf(ctx, ticket.guild_id);
    const { id } = await channels.createMessage(thread_id, {
      content: t.notes.title,
      allowed_mentions: noMentions,
      nonce: `n${thread_id}`,
      enforce_nonce: true,
    });
    await channels.editMessage(thread_id, id, { content, allowed_mentions: { users, roles } });
    await channels.deleteMessage(thread_id, id);
  } catch (error) {
    ctx.log.warn(
      { err: error, ...keyOf(ticket) },
      'the team could not be brought into the notes of a ticket',
    );
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
