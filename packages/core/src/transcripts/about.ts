import type { TranscriptTicket } from '@tickets/contract/transcripts/transcripts';
import type { UserCall } from '../access/caller.ts';
import { can } from '../access/can.ts';
import type { TicketFacts } from '../access/ticket-access.ts';
import { usersSoon } from '../servers/users.ts';
import { type Reader, unknownUser } from '../tickets/conversation/message-views.ts';
import { answersOf } from '../tickets/model/answers.ts';
import type { Ticket } from '../tickets/model/find.ts';
import { panelOfTicket } from '../tickets/model/ticket-panel.ts';

/** What is known of a closed ticket beside its messages. Whose it was in the end, its staff alone are told. */
export async function aboutTicket(
  call: UserCall,
  ticket: Ticket,
  { facts, reader }: { facts: TicketFacts; reader: Reader },
): Promise<Omit<TranscriptTicket, 'completeness'>> {
  const { guild_id, opener_id, closed_by, close_source } = ticket;
  const claimed_by = reader.is_staff ? ticket.claimed_by : null;
  const may = (action: 'survey.read' | 'ticket.edit_close_reason') =>
    can(call.caller, action, { guild_id, ticket: facts }).allowed;
  const [people, panel, survey] = await Promise.all([
    usersSoon(
      call,
      guild_id,
      [opener_id, closed_by, claimed_by].flatMap((id) => id ?? []),
    ),
    panelOfTicket(call, ticket),
    may('survey.read') ? answersOf(call.db, ticket, 'exit_survey') : null,
  ]);
  const person = (id: string) => people.get(id) ?? unknownUser(id);
  return {
    opener: person(opener_id),
    panel_id: ticket.panel_id,
    panel_title: panel?.title ?? null,
    subject: ticket.subject,
    source: ticket.source,
    opened_at: ticket.opened_at.toISOString(),
    reopened_at: ticket.reopened_at?.toISOString() ?? null,
    closed_at: ticket.closed_at?.toISOString() ?? null,
    closed_by: closed_by ? person(closed_by) : null,
    close_source: close_source === 'undone' ? null : close_source,
    close_reason: ticket.close_reason,
    claimed_by: claimed_by ? person(claimed_by) : null,
    claimed_at: claimed_by ? (ticket.claimed_at?.toISOString() ?? null) : null,
    rating: ticket.rating,
    survey,
    may_edit_reason: may('ticket.edit_close_reason'),
  };
}
