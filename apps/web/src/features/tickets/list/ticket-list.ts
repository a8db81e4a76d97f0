import { replaceEqualDeep } from '@tanstack/react-query';
import type { User } from '@tickets/contract/servers/guild';
import type { TicketChange } from '@tickets/contract/tickets/live';
import type { TicketList, TicketSummary } from '@tickets/contract/tickets/tickets';
import { plainLine } from '../conversation/plain-line.ts';
import { compareIds } from '../conversation/snowflakes.ts';
import type { QueueOrder } from './list-view.ts';

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
  /** Who that is, for the picture. */
  claimer: User | null;
  last_response_time: string | null;
  awaiting: boolean;
  /** Since when it waits for staff; null while it waits for its opener. */
  waiting_since: string | null;
  said: LastWords | null;
  /** Whether something in it is new to the reader. */
  unread: boolean;
}

/** What was said last. */
export interface LastWords {
  /** Nobody is named who is the opener: the row does that already. */
  by: { is: 'opener' } | { is: 'me' } | { is: 'staff' | 'other'; name: string | null };
  text: string;
  files: number;
}

/** A row with what it is ordered by: thousands are compared many times over. */
export interface Line {
  row: TicketRow;
  claim: ClaimRank;
  silent_since: number;
  /** Infinity where it does not wait. */
  waiting_since: number;
}

/** Unclaimed, mine, others'. */
type ClaimRank = 0 | 1 | 2;

const orders: Record<QueueOrder, (a: Line, b: Line) => number> = {
  id_asc: (a, b) => a.row.id - b.row.id,
  id_desc: (a, b) => b.row.id - a.row.id,
  unclaimed: (a, b) =>
    a.claim - b.claim ||
    Number(b.row.awaiting) - Number(a.row.awaiting) ||
    a.silent_since - b.silent_since ||
    a.row.id - b.row.id,
  // What does not wait stands below: what was silent for longest is the first to be looked after.
  waiting: (a, b) =>
    compareTimes(a.waiting_since, b.waiting_since) || a.silent_since - b.silent_since || a.row.id - b.row.id,
};

const compareTimes = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1);

export const inOrder = (lines: readonly Line[], order: QueueOrder): Line[] => lines.toSorted(orders[order]);

/** Whether a ticket is looked at by somebody who leaves out what others have claimed. */
export const isShown = ({ claim }: Line, { only_mine }: { only_mine: boolean }): boolean =>
  !only_mine || claim < 2;

/** All tickets, as they came. One of which nothing changed keeps its line and its row. */
export const linesOf = (list: TicketList): Line[] => list.tickets.map((ticket) => lineOf(list, ticket));

/** The rows that the view shows, in its order. */
export function ticketRows(list: TicketList, view: { sort: QueueOrder; only_mine: boolean }): TicketRow[] {
  const shown = linesOf(list).filter((line) => isShown(line, view));
  return inOrder(shown, view.sort).map(({ row }) => row);
}

/** The list after some of its lines changed. New ones stand first, as in the list itself. */
export function withChanges(list: TicketList, changes: readonly TicketChange[]): TicketList {
  const changed = new Map(changes.map(({ ticket_id, ticket }) => [ticket_id, ticket]));
  const unchanged = list.tickets.filter(({ id }) => !changed.has(id));
  const open = [...changed.values()].filter((ticket) => ticket !== null);
  const panel_titles: TicketList['panel_titles'] = {};
  const users: TicketList['resolved_users'] = {};
  const closed = new Set(list.closed);
  for (const change of changes) {
    if (change.closed) closed.add(change.ticket_id);
    else closed.delete(change.ticket_id);
    Object.assign(users, change.users);
    if (change.ticket?.panel_id != null && change.panel_title !== null)
      panel_titles[change.ticket.panel_id] = change.panel_title;
  }
  return {
    ...list,
    tickets: [...unchanged, ...open].sort((a, b) => b.id - a.id),
    closed: [...closed],
    panel_titles: withMore(list.panel_titles, panel_titles),
    resolved_users: withMore(list.resolved_users, users),
  };
}

/** Which tickets wait, after some lines changed. The same where nothing of that did. */
export function withWaiting(waiting: readonly number[], changes: readonly TicketChange[]): readonly number[] {
  const next = new Set(waiting);
  for (const { ticket_id, ticket } of changes)
    if (ticket?.waiting_since) next.add(ticket_id);
    else next.delete(ticket_id);
  const isSame = next.size === waiting.length && waiting.every((id) => next.has(id));
  return isSame ? waiting : [...next];
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
  const claimer_id = claimerOf(ticket);
  const { last_message } = ticket;
  const personOf = (id: string | null) => (id === null ? null : (list.resolved_users[id] ?? null));
  const shown: Shown = {
    panel: (ticket.panel_id === null ? undefined : list.panel_titles[ticket.panel_id]) ?? null,
    opener: personOf(ticket.user_id),
    claimer: personOf(claimer_id),
    writer: personOf(last_message?.author_id ?? null),
    unread: isUnread(list, ticket),
  };
  const claim = claimer_id === null ? 0 : claimer_id === list.self_id ? 1 : 2;
  const known = lines.get(ticket);
  const before = known && shownIn.get(known);
  if (known && before && known.claim === claim && isSame(before, shown)) return known;
  const { panel, opener, claimer, unread } = shown;
  const line: Line = {
    row: {
      id: ticket.id,
      panel,
      user: nameOf(opener),
      opener,
      opened_at: ticket.opened_at,
      claimed: claimer_id !== null,
      claimed_by: nameOf(claimer),
      claimer,
      last_response_time: ticket.last_response_time,
      awaiting: isAwaiting(ticket),
      waiting_since: ticket.waiting_since,
      said: saidOf(list, ticket),
      unread,
    },
    claim,
    silent_since: lastResponse(ticket),
    waiting_since: ticket.waiting_since ? Date.parse(ticket.waiting_since) : Number.POSITIVE_INFINITY,
  };
  shownIn.set(line, shown);
  lines.set(ticket, line);
  return line;
}

/** What a line shows that does not stand in its ticket. */
interface Shown {
  panel: string | null;
  opener: User | null;
  claimer: User | null;
  writer: User | null;
  unread: boolean;
}
const shownIn = new WeakMap<Line, Shown>();

const isSame = (a: Shown, b: Shown) =>
  a.panel === b.panel &&
  a.opener === b.opener &&
  a.claimer === b.claimer &&
  a.writer === b.writer &&
  a.unread === b.unread;

/** What oneself wrote last, also in Discord, is no news. */
function isUnread({ read, self_id }: TicketList, { id, last_message }: TicketSummary): boolean {
  if (last_message?.author_id === self_id) return false;
  const seen = read[id];
  if (seen === undefined) return true;
  return last_message !== null && compareIds(last_message.id, seen) > 0;
}

function saidOf({ resolved_users, self_id }: TicketList, ticket: TicketSummary): LastWords | null {
  if (!ticket.last_message) return null;
  const { author_id, text, files } = ticket.last_message;
  const by: LastWords['by'] =
    author_id === ticket.user_id
      ? { is: 'opener' }
      : author_id === self_id
        ? { is: 'me' }
        : {
            is: ticket.last_response_is_staff ? 'staff' : 'other',
            name: nameOf(resolved_users[author_id] ?? null),
          };
  return { by, files, text: plainLine(text, (id) => nameOf(resolved_users[id] ?? null)) };
}

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

function nameOf(user: User | null): string | null {
  return user ? user.global_name || user.username : null;
}
