import { PermissionLevel } from '@tickets/contract/access/levels';
import { AppError } from '@tickets/contract/platform/errors';
import { loadAccess } from '../../access/load.ts';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { getMember } from '../../servers/members.ts';
import { settingsOf } from '../../settings/read.ts';
import type { Ticket } from '../model/find.ts';

/** What the person who reopens a ticket is told when it is open, or goes on in one that is. */
export function alreadyOpen(ticket_id: number, now: Pick<Ticket, 'ticket_id' | 'channel_id'>): AppError {
  const params = { ticket_id, next: now.ticket_id, channel: `<#${now.channel_id}>` };
  return new AppError(now.ticket_id === ticket_id ? 'ticket.reopen_open' : 'ticket.reopen_open_as', {
    params,
  });
}

/**
 * Whether the opener of a ticket may have only so many: staff have no limit. To be asked before the server's row is
 * held, because it may ask Discord and write what it heard of them.
 */
export async function isOpenerLimited(
  ctx: Context,
  { guild_id, opener_id }: Pick<Ticket, 'guild_id' | 'opener_id'>,
): Promise<boolean> {
  const opener = await loadAccess(ctx, guild_id, opener_id);
  return !opener || opener.level < PermissionLevel.support;
}

/** A reopened ticket counts for its opener, no matter who reopens it. */
export async function checkOpenerLimit(
  db: Db | Tx,
  { guild_id, ticket_id, opener_id }: Ticket,
  isLimited: boolean,
): Promise<void> {
  if (!isLimited) return;
  const { count } = await db
    .selectFrom('tickets')
    .where('guild_id', '=', guild_id)
    .where('opener_id', '=', opener_id)
    .where('status', 'in', ['opening', 'open'])
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const { ticket_limit: limit } = await settingsOf(db, guild_id);
  if (Number(count) >= limit) throw new AppError('ticket.reopen_limit', { params: { ticket_id, limit } });
}

/** Whether a ticket is reopened for an opener who has left the server. It does not close because they are gone. */
export async function isOpenerGone(
  ctx: Context,
  { guild_id, opener_id }: { guild_id: string; opener_id: string },
  reopened_by: string | undefined,
): Promise<boolean> {
  return reopened_by !== opener_id && !(await getMember(ctx, guild_id, opener_id))?.present;
}
