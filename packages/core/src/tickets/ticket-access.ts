import { AppError } from '@tickets/contract/errors';
import type { Db, Tx } from '../db/db.ts';
import type { Access } from '../permissions/access.ts';
import { mayViewTicket } from '../permissions/tickets.ts';
import type { Ticket } from './find.ts';
import { panelTeamsOf } from './panel-teams.ts';

/** Refuses whoever is neither the opener of a ticket nor its staff nor an administrator. */
export async function requireTicketAccess(
  db: Db | Tx,
  access: Access,
  ticket: Pick<Ticket, 'guild_id' | 'opener_id' | 'panel_id'>,
): Promise<void> {
  const teams = await panelTeamsOf(db, ticket.guild_id, ticket.panel_id);
  if (!mayViewTicket(access, ticket, teams).allowed) throw new AppError('permission.denied');
}
