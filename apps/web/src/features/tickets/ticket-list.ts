import type { User } from '@tickets/contract/guild';
import type { TicketChange } from '@tickets/contract/live';
import type { TicketList, TicketSummary } from '@tickets/contract/tickets';
import type { ListSort, ListView } from './list-view.ts';

/** A ticket as the list shows it; null where the screen has a word of its own ("Unclaimed", "Never"). */
export interface TicketRow {
  id: number;
  panel: string | null;
  user: string | null;
  /** Who that is, for the picture. */
  opener: User | null;
  opened_at: string;
  claimed: boolean;
  claimed_by: string | null;
  last_response_time: string | null;
  awaiting: boolean;
}

/** The rows that the view shows, in its order. */
export function ticketRows(list: TicketList, view: Pick<ListView, 'sort' | 'only_mine'>): TicketRow[] {
  const shown = list.tickets.filter((ticket) => !view.only_mine || claimRank(ticket, list.self_id) < 2);
  return inOrder(shown, view.sort, list.self_id).map((ticket) => {
    const claimer = claimerOf(ticket);
    return {
      id: ticket.id,
      panel: (ticket.panel_id === null ? undefined : list.panel_titles[ticket.panel_id]) ?? null,
      user: nameOf(list, ticket.user_id),
      opener: list.resolved_users[ticket.user_id] ?? null,
      opened_at: ticket.opened_at,
      claimed: claimer !== null,
      claimed_by: claimer === null ? null : nameOf(list, claimer),
      last_response_time: ticket.last_response_time,
      awaiting: isAwaiting(ticket),
    };
  });
}

/** The list after some of its lines changed. New ones stand first, as in the list itself. */
export function withChanges(list: TicketList, changes: readonly TicketChange[]): TicketList {
  const lines = new Map(list.tickets.map((ticket) => [ticket.id, ticket]));
  const panel_titles = { ...list.panel_titles };
  const resolved_users = { ...list.resolved_users };
  for (const { ticket_id, ticket, panel_title, users } of changes) {
    if (ticket) lines.set(ticket_id, ticket);
    else lines.delete(ticket_id);
    if (ticket?.panel_id != null && panel_title !== null) panel_titles[ticket.panel_id] = panel_title;
    Object.assign(resolved_users, users);
  }
  return {
    ...list,
    tickets: [...lines.values()].sort((a, b) => b.id - a.id),
    panel_titles,
    resolved_users,
  };
}

function inOrder(tickets: TicketSummary[], sort: ListSort, self: string): TicketSummary[] {
  if (sort === 'id_asc') return tickets.sort((a, b) => a.id - b.id);
  if (sort === 'id_desc') return tickets.sort((a, b) => b.id - a.id);
  // Thousands are compared many times over: what they are compared by is worked out once.
  return tickets
    .map((ticket) => ({
      ticket,
      claim: claimRank(ticket, self),
      answered: isAwaiting(ticket) ? 0 : 1,
      silent_since: lastResponse(ticket),
    }))
    .sort(
      (a, b) =>
        a.claim - b.claim ||
        a.answered - b.answered ||
        a.silent_since - b.silent_since ||
        a.ticket.id - b.ticket.id,
    )
    .map(({ ticket }) => ticket);
}

function claimerOf(ticket: TicketSummary): string | null {
  return ticket.claimed_by === null || ticket.claimed_by === 'null' ? null : ticket.claimed_by;
}

/** Unclaimed, mine, others'. */
function claimRank(ticket: TicketSummary, self: string): 0 | 1 | 2 {
  const claimer = claimerOf(ticket);
  if (claimer === null) return 0;
  return claimer === self ? 1 : 2;
}

/** Nobody of staff has had the last word. A ticket in which nothing was written waits for its opener or for staff alike. */
function isAwaiting(ticket: TicketSummary): boolean {
  return ticket.last_response_is_staff !== true;
}

/** A ticket without any message has been silent since it was opened. */
function lastResponse(ticket: TicketSummary): number {
  return Date.parse(ticket.last_response_time ?? ticket.opened_at);
}

function nameOf(list: TicketList, id: string): string | null {
  const user = list.resolved_users[id];
  return user ? user.global_name || user.username : null;
}
