import { AppError } from '@tickets/contract/errors';
import { PermissionLevel } from '@tickets/contract/levels';
import type { Context } from '../context.ts';
import type { Db, Tx } from '../db/db.ts';
import { loadAccess } from '../permissions/load.ts';
import { settingsOf } from '../settings/read.ts';
import type { Ticket } from './find.ts';

/** A reopened ticket counts for whoever opened it, whoever reopens it. Staff have no limit. */
export async function checkOpenerLimit(
  ctx: Context,
  db: Db | Tx,
  { guild_id, ticket_id, opener_id }: Ticket,
): Promise<void> {
  const opener = await loadAccess(ctx, guild_id, opener_id);
  if (opener && opener.level >= PermissionLevel.support) return;
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
