import { AppError, fillText } from '@tickets/contract/errors';
import { PermissionLevel } from '@tickets/contract/levels';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { voiceOf } from '../discord/look.ts';
import type { Access } from '../permissions/access.ts';
import { findTicket, type TicketKey } from './find.ts';
import { visibleTo } from './list.ts';
import { continueInChannel } from './reopen-channel.ts';
import { checkOpenerLimit } from './reopen-checks.ts';
import { reopenThread } from './reopen-thread.ts';
import { requireTicketAccess } from './ticket-access.ts';
import { inTurn } from './ticket-lock.ts';

export interface Reopening {
  access: Access;
  username: string;
  /** Discord's id of the command: the same one never reopens twice. */
  interaction_id: string;
}

/**
 * Opens a closed ticket again: a thread comes out of the archive; a channel is gone for good, so a new one goes on from
 * it. Answers where; without a channel while Discord is slow.
 */
export async function reopenTicket(
  ctx: Context,
  key: TicketKey,
  { access, username, interaction_id }: Reopening,
): Promise<{ ticket_id: number; channel_id: string | undefined }> {
  const found = await findTicket(ctx.db, key);
  if (!found || found.close_source === 'undone') throw new AppError('ticket.not_found');
  await requireTicketAccess(ctx.db, access, found);
  const turn = `reopen:${key.guild_id}:${found.opener_id}`;
  return inTurn(ctx.db, turn, async () => {
    const ticket = (await findTicket(ctx.db, key)) ?? found;
    const { guild_id, ticket_id, status } = ticket;
    if (status === 'open') {
      const params = { ticket_id, channel: `<#${ticket.channel_id}>` };
      throw new AppError('ticket.reopen_open', { params });
    }
    if (status !== 'closed') throw new AppError('ticket.reopen_unsettled', { params: { ticket_id } });
    if (!ticket.is_thread) return continueInChannel(ctx, ticket, interaction_id);
    await checkOpenerLimit(ctx, ctx.db, ticket);
    const { t } = await voiceOf(ctx, guild_id);
    const reason = fillText(t.reopening.audit, { ticket: ticket_id, user: username });
    const user_id = access.user_id;
    return { ticket_id, channel_id: await reopenThread(ctx, ticket, { user_id, reason, interaction_id }) };
  });
}

/** The closed tickets that somebody may reopen, whose number begins as typed, newest first. */
export async function suggestReopening(
  ctx: Context,
  access: Access,
  { typed, max }: { typed: string; max: number },
): Promise<{ ticket_id: number; subject: string }[]> {
  const digits = typed.replace(/\D/g, '');
  const isStaff = access.level >= PermissionLevel.support;
  return ctx.db
    .selectFrom('tickets')
    .where('guild_id', '=', access.guild_id)
    .where('status', '=', 'closed')
    .where('close_source', 'is distinct from', 'undone')
    .where((eb) =>
      isStaff
        ? eb.or([eb('opener_id', '=', access.user_id), visibleTo(access)])
        : eb('opener_id', '=', access.user_id),
    )
    .where(sql`ticket_id::text`, 'like', `${digits}%`)
    .select(['ticket_id', 'subject'])
    .orderBy('ticket_id', 'desc')
    .limit(max)
    .execute();
}
