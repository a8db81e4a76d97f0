import type { User } from '@tickets/contract/servers/guild';
import type { TranscriptTicket } from '@tickets/contract/transcripts/transcripts';
import { sql } from 'kysely';
import type { UserCall } from '../access/caller.ts';
import { can } from '../access/can.ts';
import { type TicketFacts, ticketFactsFor } from '../access/ticket-access.ts';
import { usersSoon } from '../servers/users.ts';
import { type Reader, unknownUser } from '../tickets/conversation/message-views.ts';
import { answersOf } from '../tickets/model/answers.ts';
import { closersOf } from '../tickets/model/closer.ts';
import { type Ticket, wasImported } from '../tickets/model/find.ts';
import { panelOfTicket } from '../tickets/model/ticket-panel.ts';
import { faceless } from './piece.ts';

interface Asked {
  /** Of somebody who may read the ticket. */
  call: UserCall;
  ticket: Ticket;
  /** What decides which rights the caller has over the ticket; undefined for a reader who has none. */
  facts: TicketFacts | undefined;
  reader: Reader;
}

/** What is known of a closed ticket beside its messages. Whose it was in the end, its staff alone are told. */
export async function aboutTicket({
  call,
  ticket,
  facts,
  reader,
}: Asked): Promise<Omit<TranscriptTicket, 'completeness'>> {
  const { guild_id, ticket_id, opener_id, close_source } = ticket;
  const claimed_by = reader.is_staff ? ticket.claimed_by : null;
  const may = (action: 'survey.read' | 'ticket.edit_close_reason' | 'transcript.share') =>
    facts !== undefined && can(call.caller, action, { guild_id, ticket: facts }).allowed;
  const [people, closers, panel, survey, continued_by] = await Promise.all([
    usersSoon(
      call,
      guild_id,
      [opener_id, claimed_by].flatMap((id) => id ?? []),
    ),
    closersOf(call, guild_id, [{ ...ticket, ...reader }]),
    panelOfTicket(call, ticket),
    may('survey.read') ? answersOf(call.db, ticket, 'exit_survey') : null,
    facts ? continuationOf(call, ticket) : null,
  ]);
  const shown = (user: User) => (!facts && wasImported(ticket) ? faceless(user) : user);
  const person = (id: string) => shown(people.get(id) ?? unknownUser(id));
  const closer = closers.get(ticket_id);
  return {
    opener: person(opener_id),
    panel_id: panel ? ticket.panel_id : null,
    panel_title: panel?.title ?? null,
    subject: ticket.subject,
    source: ticket.source,
    opened_at: ticket.opened_at.toISOString(),
    reopened_at: ticket.reopened_at?.toISOString() ?? null,
    closed_at: ticket.closed_at?.toISOString() ?? null,
    closed_by: closer ? shown(closer) : null,
    close_source: close_source === 'undone' ? null : close_source,
    close_reason: ticket.close_reason,
    claimed_by: claimed_by ? person(claimed_by) : null,
    claimed_at: claimed_by ? (ticket.claimed_at?.toISOString() ?? null) : null,
    rating: ticket.rating,
    survey,
    may_edit_reason: may('ticket.edit_close_reason'),
    may_share: may('transcript.share'),
    continued_by,
  };
}

/** Seeing a ticket gives no right to the one that goes on from it: its panel may have been switched. */
async function continuationOf(
  call: UserCall,
  { guild_id, ticket_id, opener_id }: Ticket,
): Promise<TranscriptTicket['continued_by']> {
  const next = await call.db
    .selectFrom('tickets')
    .where('guild_id', '=', guild_id)
    // Whoever opened the one has opened the other, and there is an index of that.
    .where('opener_id', '=', opener_id)
    .where('continues', '=', ticket_id)
    .where(sql<boolean>`close_source is distinct from 'undone'`)
    .select(['ticket_id', 'status'])
    .orderBy('ticket_id', 'desc')
    .executeTakeFirst();
  if (!next) return null;
  const facts = await ticketFactsFor(call, guild_id, next.ticket_id);
  if (!facts || !can(call.caller, 'transcript.read', { guild_id, ticket: facts }).allowed) return null;
  return { id: next.ticket_id, is_open: next.status !== 'closed' };
}
