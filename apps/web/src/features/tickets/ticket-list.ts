import type { TicketList, TicketSummary } from '@tickets/contract/tickets';

/** A ticket as the list shows it; null where the screen has a word of its own ("Unclaimed", "Never"). */
export interface TicketRow {
  id: number;
  panel: string | null;
  user: string | null;
  opened_at: string;
  claimed: boolean;
  claimed_by: string | null;
  last_response_time: string | null;
  awaiting: boolean;
}

/** The rows in the order that is useful for working: what needs somebody first. */
export function ticketRows(list: TicketList): TicketRow[] {
  return [...list.tickets].sort(byNeed(list.self_id)).map((ticket) => {
    const claimer = claimerOf(ticket);
    return {
      id: ticket.id,
      panel: (ticket.panel_id === null ? undefined : list.panel_titles[ticket.panel_id]) ?? null,
      user: nameOf(list, ticket.user_id),
      opened_at: ticket.opened_at,
      claimed: claimer !== null,
      claimed_by: claimer === null ? null : nameOf(list, claimer),
      last_response_time: ticket.last_response_time,
      awaiting: isAwaiting(ticket),
    };
  });
}

/** Unclaimed first, then mine, then those whose last word was not staff's, then the longest silent. */
export function byNeed(self: string) {
  return (a: TicketSummary, b: TicketSummary): number =>
    rank(a, self) - rank(b, self) ||
    Number(isAwaiting(b)) - Number(isAwaiting(a)) ||
    lastResponse(a) - lastResponse(b) ||
    a.id - b.id;
}

export function claimerOf(ticket: TicketSummary): string | null {
  return ticket.claimed_by === null || ticket.claimed_by === 'null' ? null : ticket.claimed_by;
}

function rank(ticket: TicketSummary, self: string): number {
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
