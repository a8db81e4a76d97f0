import { AppError, fillText } from '@tickets/contract/platform/errors';
import {
  type APIEmbed,
  type APIMessage,
  ButtonStyle,
  ComponentType,
  RESTJSONErrorCodes,
} from 'discord-api-types/v10';
import { sql } from 'kysely';
import { authoriseTicket } from '../../access/authorise.ts';
import type { UserCall } from '../../access/caller.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { threadNeeds } from '../../platform/discord/channel-permissions.ts';
import { customId } from '../../platform/discord/custom-ids.ts';
import { hasDiscordCode } from '../../platform/discord/failures.ts';
import {
  editOwnMessage,
  findOwnMessage,
  hasButton,
  nonceOf,
  outOfArchive,
  postOnce,
} from '../../platform/discord/own-messages.ts';
import { type EffectKind, takenUp, want } from '../../platform/effects/effects.ts';
import { inTurn, ticketLock } from '../../platform/locks/ticket-lock.ts';
import { isGuestOfEarlierMembership } from '../../servers/membership.ts';
import { failureEmbed, noMentions, successEmbed, type Wording, wordingOf } from '../../wording/look.ts';
import { explainRefusal } from '../../wording/refusals.ts';
import { findTicket, type Ticket, type TicketKey } from '../model/find.ts';
import { snowflakeAt } from '../model/message-payload.ts';
import { logRefusal, type StepOptions } from '../model/step.ts';
import { letStaffIn } from '../model/thread-staff-notes.ts';

const joinButton = (ticket: TicketKey) => customId('ticket.join', ticket.ticket_id);

/** Finds or posts the notice by which staff join a thread ticket, where the server has a channel for it. */
export async function ensureJoinNotice(ctx: Context, ticket: Ticket, options: StepOptions): Promise<void> {
  const wording = await wordingOf(ctx, ticket.guild_id);
  const channel_id = wording.settings.ticket_notification_channel;
  if (!channel_id || ticket.join_message_id) return;
  try {
    const found = options.is_first_try ? undefined : await findNotice(ctx, ticket, channel_id);
    const nonce = nonceOf(ticket.channel_id, ticket.reopened_at?.getTime(), 'join');
    const message = found ?? (await postOnce(ctx, channel_id, nonce, await notice(ctx, wording, ticket)));
    await keepNotice(ctx, ticket, { join_channel_id: channel_id, join_message_id: message.id });
  } catch (error) {
    logRefusal(ctx, ticket, error, 'the notice for staff to join a thread could not be posted');
  }
}

/** One whose answer was lost. Of a thread that is open again, much may have been posted since it was made. */
function findNotice(ctx: Context, ticket: Ticket, channel_id: string): Promise<APIMessage | undefined> {
  const { reopened_at } = ticket;
  const after = reopened_at
    ? snowflakeAt(new Date(reopened_at.getTime() - 60_000))
    : String(ticket.channel_id);
  return findOwnMessage(ctx, channel_id, after, (message) => hasButton(message, joinButton(ticket)));
}

/** The notice follows who has joined, and is there as long as a reopened thread is open. However often people come and go, it is edited as often as Discord lets it be. */
export const joinNotice: EffectKind = {
  name: 'ticket.join_notice',
  lockOf: ({ guild_id, key }) => ticketLock(guild_id, Number(key)),
  async settle(ctx, { guild_id, key }) {
    const ticket = await findTicket(ctx.db, { guild_id, ticket_id: Number(key) });
    if (!ticket) return undefined;
    if (ticket.status !== 'open') await takeNoticeBack(ctx, ticket);
    else if (ticket.join_message_id) await updateJoinNotice(ctx, ticket);
    else await ensureJoinNotice(ctx, ticket, {});
    return undefined;
  },
};

/** Has the notice of a ticket, if it has one, show soon who has joined by now. */
export async function joinNoticeFollows({ db }: Context, ticket: Ticket): Promise<void> {
  const { guild_id, ticket_id, join_message_id } = ticket;
  if (!join_message_id) return;
  await want(
    db,
    joinNotice,
    { guild_id, key: String(ticket_id), wanted: {} },
    takenUp({ in_background: true }),
  );
}

/** To be called in the transaction that opens a ticket in a thread again. */
export const joinNoticeReturns = (tx: Tx, { guild_id, ticket_id }: TicketKey): Promise<void> =>
  want(tx, joinNotice, { guild_id, key: String(ticket_id), wanted: {} }, takenUp());

/** Also a notice whose answer was lost before the ticket closed, so that the closing did not know of it. */
async function takeNoticeBack(ctx: Context, ticket: Ticket): Promise<void> {
  const { settings } = await wordingOf(ctx, ticket.guild_id);
  const channel_id = settings.ticket_notification_channel;
  if (channel_id && !ticket.join_message_id)
    try {
      const lost = await findNotice(ctx, ticket, channel_id);
      if (lost) await keepNotice(ctx, ticket, { join_channel_id: channel_id, join_message_id: lost.id });
    } catch (error) {
      logRefusal(ctx, ticket, error, 'a join notice could not be looked for');
    }
  await removeJoinNotice(ctx, ticket);
}

/** Shows who has joined by now. */
export async function updateJoinNotice(ctx: Context, ticket: Ticket): Promise<void> {
  const { join_channel_id, join_message_id } = ticket;
  if (!join_channel_id || !join_message_id) return;
  const wording = await wordingOf(ctx, ticket.guild_id);
  const message = { channel_id: join_channel_id, message_id: join_message_id };
  await editOwnMessage(ctx, ticket.guild_id, message, await notice(ctx, wording, ticket)).catch(
    (error: unknown) => {
      // It went with its ticket in this moment, or a hand in Discord deleted it.
      if (!hasDiscordCode(error, RESTJSONErrorCodes.UnknownMessage))
        logRefusal(ctx, ticket, error, 'the join notice could not be updated');
    },
  );
}

/** Takes the notice away, because there is nothing to join any more. */
export async function removeJoinNotice(ctx: Context, ticket: Ticket): Promise<void> {
  const { join_channel_id, join_message_id } = ticket;
  if (!join_channel_id || !join_message_id) return;
  await ctx.discord.api.channels
    .deleteMessage(join_channel_id, join_message_id)
    .catch((error: unknown) => logRefusal(ctx, ticket, error, 'the join notice could not be removed'));
  await keepNotice(ctx, ticket, { join_channel_id: null, join_message_id: null });
}

async function keepNotice(
  ctx: Context,
  ticket: Ticket,
  notice: Pick<Ticket, 'join_channel_id' | 'join_message_id'>,
): Promise<void> {
  Object.assign(ticket, notice);
  await ctx.db
    .updateTable('tickets')
    .set(notice)
    .where('guild_id', '=', ticket.guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .execute();
}

async function notice(ctx: Context, wording: Wording, ticket: Ticket) {
  const { t, look } = wording;
  const [staff, panel] = await Promise.all([staffInThread(ctx, ticket), panelTitle(ctx, ticket)]);
  const embed: APIEmbed = {
    title: t.joining.title,
    description: fillText(t.joining.text, { ticket: ticket.ticket_id }),
    fields: [
      { name: t.joining.opened_by, value: `<@${ticket.opener_id}>`, inline: true },
      { name: t.joining.panel, value: panel ?? t.joining.no_panel, inline: true },
      { name: t.joining.staff_count, value: String(staff.length), inline: true },
      ...(staff.length ? [{ name: t.joining.staff_members, value: mentions(staff) }] : []),
    ],
  };
  return {
    embeds: [staff.length ? successEmbed(look, embed) : failureEmbed(look, embed)],
    components: [
      {
        type: ComponentType.ActionRow as const,
        components: [
          {
            type: ComponentType.Button as const,
            style: ButtonStyle.Primary as const,
            custom_id: joinButton(ticket),
            label: t.joining.button,
            emoji: { name: '➕' },
          },
        ],
      },
    ],
    allowed_mentions: noMentions,
  };
}

/** As many as a field of an embed holds, and none of them cut in half. */
function mentions(user_ids: string[]): string {
  let text = '';
  for (const id of user_ids) {
    const next = text ? `${text} <@${id}>` : `<@${id}>`;
    if (next.length > 1020) return `${text} …`;
    text = next;
  }
  return text;
}

/** Everybody in the thread but the bot, the opener, and those who were added. */
async function staffInThread(ctx: Context, ticket: Ticket): Promise<string[]> {
  const members = await ctx.discord.api.threads.getAllMembers(String(ticket.channel_id));
  const added = await ctx.db
    .selectFrom('ticket_members')
    .where('guild_id', '=', ticket.guild_id)
    .where('ticket_id', '=', ticket.ticket_id)
    .where(sql<boolean>`not ${isGuestOfEarlierMembership('ticket_members')}`)
    .select('member_id')
    .execute();
  const others = new Set([ctx.discord.user_id, ticket.opener_id, ...added.map(({ member_id }) => member_id)]);
  return members.flatMap(({ user_id }) => (user_id && !others.has(user_id) ? [user_id] : []));
}

async function panelTitle(ctx: Context, { guild_id, panel_id }: Ticket): Promise<string | undefined> {
  if (panel_id === null) return undefined;
  const panel = await ctx.db
    .selectFrom('panels')
    .where('guild_id', '=', guild_id)
    .where('panel_id', '=', panel_id)
    .select('title')
    .executeTakeFirst();
  return panel?.title;
}

/**
 * Lets a member of staff into a thread ticket. `already`: they were in it before. Under the ticket's lock, which the end of their
 * duties takes too.
 */
export async function joinTicket(
  call: UserCall,
  key: TicketKey,
): Promise<{ channel_id: string; already: boolean }> {
  const { guild_id, ticket_id } = key;
  await authoriseJoining(call, key);
  return inTurn(call.db, ticketLock(guild_id, ticket_id), async () => {
    const ticket = await authoriseJoining(call, key);
    const { channel_id } = ticket;
    try {
      if (await isInThread(call, channel_id, call.caller.user_id)) return { channel_id, already: true };
      const { api } = call.discord;
      await letStaffIn(call, 'ticket.join', ticket, () =>
        outOfArchive(api, channel_id, () => api.threads.addMember(channel_id, call.caller.user_id)),
      );
      await updateJoinNotice(call, ticket);
    } catch (error) {
      throw await explainRefusal(call, error, {
        guild_id,
        channel_id: ticket.parent_id,
        needs: threadNeeds,
      });
    }
    return { channel_id, already: false };
  });
}

async function authoriseJoining(call: UserCall, key: TicketKey): Promise<Ticket & { channel_id: string }> {
  const ticket = await findTicket(call.db, key);
  if (!ticket) throw new AppError('ticket.not_found');
  const { status, channel_id, ticket_id } = ticket;
  if (status !== 'open' || !channel_id) throw new AppError('ticket.not_open', { params: { ticket_id } });
  await authoriseTicket(call, 'ticket.join', key);
  return { ...ticket, channel_id };
}

async function isInThread(ctx: Context, thread_id: string, user_id: string): Promise<boolean> {
  try {
    await ctx.discord.api.threads.getMember(thread_id, user_id);
    return true;
  } catch (error) {
    if (hasDiscordCode(error, RESTJSONErrorCodes.UnknownMember, RESTJSONErrorCodes.UnknownUser)) return false;
    throw error;
  }
}
