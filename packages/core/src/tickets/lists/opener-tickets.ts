import type { OpenerTickets } from '@tickets/contract/tickets/opener-tickets';
import { type SqlBool, sql } from 'kysely';
import { authoriseTicket } from '../../access/authorise.ts';
import type { UserCall } from '../../access/caller.ts';
import { notHiddenFrom, visibleTo } from '../../access/ticket-lists.ts';
import { type TicketKey, wasImported } from '../model/find.ts';
import { ticketsWithPanels } from './list.ts';

const shown = 5;

/** The tickets that the opener of a ticket had before it, of those that the reader may see. It may be closed itself. */
export async function earlierOfOpener(
  call: UserCall,
  key: TicketKey,
): Promise<Omit<OpenerTickets, 'success'>> {
  const { access } = call.caller;
  const { guild_id, ticket_id } = key;
  const { opener_id } = await authoriseTicket(call, 'ticket.read', key, { only_read: true });
  const isOwn = opener_id === access.user_id;
  const rows = await ticketsWithPanels(call.db)
    .where('tickets.guild_id', '=', guild_id)
    .where('tickets.opener_id', '=', opener_id)
    .where('tickets.ticket_id', '<', ticket_id)
    .where('tickets.status', '!=', 'opening')
    // One that could not be opened was never a ticket to anyone.
    .where(sql<SqlBool>`tickets.close_source is distinct from 'undone'`)
    .$if(!isOwn, (query) =>
      query
        .where(visibleTo(access))
        .where(({ eb, or }) => or([eb('tickets.status', '=', 'closed'), notHiddenFrom(access)])),
    )
    .select(({ fn }) => [
      'tickets.ticket_id',
      'tickets.opened_at',
      'tickets.status',
      'tickets.has_transcript',
      'tickets.interaction_id',
      'panels.title',
      fn.countAll<string>().over().as('total'),
    ])
    .orderBy('tickets.ticket_id', 'desc')
    .limit(shown)
    .execute();
  return {
    total: Number(rows[0]?.total ?? 0),
    tickets: rows.map((row) => ({
      id: row.ticket_id,
      panel_title: row.title,
      opened_at: row.opened_at.toISOString(),
      is_open: row.status === 'open',
      imported: wasImported(row),
      has_transcript: row.status === 'closed' && row.has_transcript,
    })),
  };
}
