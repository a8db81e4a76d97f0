import { replaceEqualDeep } from '@tanstack/react-query';
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

/** A row with what it is ordered by: thousands are compared many times over. */
interface Line {
  row: TicketRow;
  claim: ClaimRank;
  silent_since: number;
}

/** Unclaimed, mine, others'. */
type ClaimRank = 0 | 1 | 2;

const orders: Record<ListSort, (a: Line, b: Line) => number> = {
  id_asc: (a, b) => a.row.id - b.row.id,
  id_desc: (a, b) => b.row.id - a.row.id,
  unclaimed: (a, b) =>
    a.claim - b.claim ||
    Number(b.row.awaiting) - Number(a.row.awaiting) ||
    a.silent_since - b.silent_since ||
    a.row.id - b.row.id,
};

/** The rows that the view shows, in its order. A ticket of which nothing changed keeps its row. */
export function ticketRows(list: TicketList, view: Pick<ListView, 'sort' | 'only_mine'>): TicketRow[] {
  return list.tickets
    .map((ticket) => lineOf(list, ticket))
    .filter(({ claim }) => !view.only_mine || claim < 2)
    .sort(orders[view.sort])
    .map(({ row }) => row);
}

/** The list after some of its lines changed. New ones stand first, as in the list itself. */
export function withChanges(list: TicketList, changes: readonly TicketChange[]): TicketList {
  const changed = new Map(changes.map(({ ticket_id, ticket }) => [ticket_id, ticket]));
  const unchanged = list.tickets.filter(({ id }) => !changed.has(id));
  const open = [...changed.values()].filter((ticket) => ticket !== null);
  const panel_titles: TicketList['panel_titles'] = {};
  const users: TicketList['resolved_users'] = {};
  for (const change of changes) {
    Object.assign(users, change.users);
    if (change.ticket?.panel_id != null && change.panel_title !== null)
      panel_titles[change.ticket.panel_id] = change.panel_title;
  }
  return {
    ...list,
    tickets: [...unchanged, ...open].sort((a, b) => b.id - a.id),
    panel_titles: withMore(list.panel_titles, panel_titles),
    resolved_users: withMore(list.resolved_users, users),
  };
}

/** The list once its reader has seen the messages of a ticket up to this one. */
export function withRead(
  list: TicketList,
  { ticket_id, message_id }: { ticket_id: number; message_id: string },
): TicketList {
  const known = list.read[ticket_id];
  if (known && BigInt(known) >= BigInt(message_id)) return list;
  return { ...list, read: { ...list.read, [ticket_id]: message_id } };
}

/** What did not change in a later answer stays the same object, wherever in the list it stands. */
export function sharedList(before: TicketList | undefined, after: TicketList): TicketList {
  if (!before) return after;
  const known = new Map(before.tickets.map((ticket) => [ticket.id, ticket]));
  const tickets = after.tickets.map((ticket) => replaceEqualDeep(known.get(ticket.id), ticket));
  const areSame =
    tickets.length === before.tickets.length &&
    tickets.every((ticket, index) => ticket === before.tickets[index]);
  return {
    ...after,
    tickets: areSame ? before.tickets : tickets,
    panel_titles: replaceEqualDeep(before.panel_titles, after.panel_titles),
    resolved_users: replaceEqualDeep(before.resolved_users, after.resolved_users),
    read: replaceEqualDeep(before.read, after.read),
  };
}

/** The same object when it has all of it already. */
function withMore<T>(known: Record<string, T>, more: Record<string, T>): Record<string, T> {
  const isKnown = Object.entries(more).every(
    ([key, value]) => replaceEqualDeep(known[key], value) === known[key],
  );
  return isKnown ? known : { ...known, ...more };
}

const lines = new WeakMap<TicketSummary, Line>();

function lineOf(list: TicketList, ticket: TicketSummary): Line {
  const claimer = claimerOf(ticket);
  const names = {
    panel: (ticket.panel_id === null ? undefined : list.panel_titles[ticket.panel_id]) ?? null,
    opener: list.resolved_users[ticket.user_id] ?? null,
    claimed_by: claimer === null ? null : nameOf(list.resolved_users[claimer]),
  };
  const claim = claimer === null ? 0 : claimer === list.self_id ? 1 : 2;
  const known = lines.get(ticket);
  if (known && known.claim === claim && isNamed(known.row, names)) return known;
  const line: Line = {
    row: {
      id: ticket.id,
      ...names,
      user: nameOf(list.resolved_users[ticket.user_id]),
      opened_at: ticket.opened_at,
      claimed: claimer !== null,
      last_response_time: ticket.last_response_time,
      awaiting: isAwaiting(ticket),
    },
    claim,
    silent_since: lastResponse(ticket),
  };
  lines.set(ticket, line);
  return line;
}

type Names = Pick<TicketRow, 'panel' | 'opener' | 'claimed_by'>;

const isNamed = (row: TicketRow, { panel, opener, claimed_by }: Names) =>
  row.panel === panel && row.opener === opener && row.claimed_by === claimed_by;

function claimerOf(ticket: TicketSummary): string | null {
  return ticket.claimed_by === null || ticket.claimed_by === 'null' ? null : ticket.claimed_by;
}

/** Nobody of staff has had the last word. A ticket in which nothing was written waits for its opener or for staff alike. */
function isAwaiting(ticket: TicketSummary): boolean {
  return ticket.last_response_is_staff !== true;
}

/** A ticket without any message has been silent since it was opened. */
function lastResponse(ticket: TicketSummary): number {
  return Date.parse(ticket.last_response_time ?? ticket.opened_at);
}

function nameOf(user: User | undefined): string | null {
  return user ? user.global_name || user.username : null;
}
