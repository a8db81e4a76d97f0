import { actions } from '@tickets/contract/access/actions';
import { PermissionLevel } from '@tickets/contract/access/levels';
import { AppError } from '@tickets/contract/platform/errors';
import { type Language, languageOf } from '@tickets/contract/platform/locales';
import type { Access } from '@tickets/core/access/access';
import { loadAccess } from '@tickets/core/access/load';
import type { Context } from '@tickets/core/platform/context';
import { callerNow } from '@tickets/core/platform/db/patience';
import { hearOfMembers, memberRow } from '@tickets/core/servers/members';
import { toUser, userFor } from '@tickets/core/servers/users';
import { findTicketByChannel, type Ticket } from '@tickets/core/tickets/model/find';
import { timeOfSnowflake } from '@tickets/core/tickets/model/message-payload';
import { wordingOf } from '@tickets/core/wording/look';
import type { APIInteraction, APIUser } from 'discord-api-types/v10';
import type { Handler, HandlerAction, Server } from './handlers.ts';

export async function serverOf(ctx: Context, guild_id: string): Promise<Server> {
  return { guild_id, ...(await wordingOf(ctx, guild_id)) };
}

/** The language in which someone uses Discord, for where there is no server whose language counts. */
export function ownLanguageOf(interaction: APIInteraction): Language {
  return languageOf(null, 'locale' in interaction ? interaction.locale : null);
}

export function userOf(interaction: APIInteraction): APIUser {
  const user = interaction.member?.user ?? interaction.user;
  if (!user) throw new Error(`interaction ${interaction.id} comes from nobody`);
  return user;
}

/**
 * Who presses. Discord sends the member along, as they were at the press; kept unless something newer is known, so
 * that a server full of new faces does not make us ask for each of them.
 */
export async function accessOf(ctx: Context, interaction: APIInteraction, guild_id: string): Promise<Access> {
  const { member } = interaction;
  const user = userOf(interaction);
  if (member) {
    await hearOfMembers(ctx, guild_id, [memberRow(user.id, member)], {
      asked_at: timeOfSnowflake(interaction.id),
      heard_at: callerNow()?.pressed?.heard_at,
      users: [user],
    });
    userFor.tell(ctx, toUser({ ...user, user_id: user.id }), user.id);
  }
  const access = await loadAccess(ctx, guild_id, user.id);
  if (!access) throw new AppError('guild.not_found');
  return access;
}

/** What is done by an interaction: a sub-command can do something of its own. */
export function actionOf(handler: Handler, interaction: APIInteraction): HandlerAction {
  const { action } = handler;
  if (handler.kind !== 'command' || !interaction.data || !('options' in interaction.data)) return action;
  const [chosen] = interaction.data.options ?? [];
  return handler.subcommand_actions?.[chosen?.name ?? ''] ?? action;
}

/** The least level of those who may do something; what a ticket decides beside it is for the use-case. */
export function levelFor(action: HandlerAction): PermissionLevel {
  return action === 'everyone' ? PermissionLevel.none : actions[action].level;
}

/** The ticket whose channel this is. */
export async function openTicketHere(
  ctx: Context,
  interaction: APIInteraction,
  guild_id: string,
): Promise<Ticket> {
  const channel_id = interaction.channel?.id;
  const ticket = channel_id ? await findTicketByChannel(ctx.db, guild_id, channel_id) : undefined;
  if (!ticket) throw new AppError('ticket.not_here');
  if (ticket.status !== 'open')
    throw new AppError('ticket.not_open', { params: { ticket_id: ticket.ticket_id } });
  return ticket;
}
