import type { TicketList } from '@tickets/contract/tickets/tickets';
import type { QueueView } from '../list/list-view.ts';
import { inOrder, isShown, linesOf, type TicketRow } from '../list/ticket-list.ts';

/** A ticket beside the one on the screen; `closed` when it was closed since it was put there. */
export interface QueueRow {
  row: TicketRow;
  closed: boolean;
}

/** The tickets in the order in which somebody goes through them. */
export interface Queue {
  current: number;
  view: QueueView;
  rows: readonly QueueRow[];
}

/**
 * The queue for the ticket on the screen. While that one is looked at, nothing changes its place: what is new stands at
 * the end, and what was closed stays. What its reader may not see any more goes. Another ticket, order or filter puts all
 * in order again.
 */
export function queueOf(
  before: Queue | undefined,
  list: TicketList,
  view: QueueView,
  current: number,
): Queue {
  const lines = linesOf(list);
  const isWanted = before?.view.order === view.order && before.view.only_mine === view.only_mine;
  if (!before || !isWanted || before.current !== current) {
    const shown = lines.filter((line) => isShown(line, view) || line.row.id === current);
    const rows = inOrder(shown, view.order).map(({ row }) => ({ row, closed: false }));
    return { current, view, rows };
  }
  const left = new Map(lines.map((line) => [line.row.id, line]));
  const closedIds = new Set(list.closed);
  let isSame = true;
  const rows = before.rows.flatMap((known) => {
    const { id } = known.row;
    const row = left.get(id)?.row ?? (closedIds.has(id) ? known.row : undefined);
    const closed = !left.delete(id);
    if (row === known.row && closed === known.closed) return [known];
    isSame = false;
    return row ? [{ row, closed }] : [];
  });
  const arrived = [...left.values()].filter((line) => isShown(line, view));
  if (isSame && !arrived.length) return before;
  const added = inOrder(arrived, view.order).map(({ row }) => ({ row, closed: false }));
  return { current, view, rows: [...rows, ...added] };
}

/** Where the ticket on the screen stands; -1 where it is in no list. */
export const placeOf = ({ rows, current }: Queue): number => rows.findIndex(({ row }) => row.id === current);

/** The next ticket downwards (1) or upwards (-1). From a ticket that is in no list it is the first. */
export function stepFrom(queue: Queue, by: 1 | -1): TicketRow | undefined {
  const { rows } = queue;
  const from = placeOf(queue);
  if (from < 0) return rows.find(({ closed }) => !closed)?.row;
  for (let at = from + by; at >= 0 && at < rows.length; at += by) {
    const found = rows[at];
    if (found && !found.closed) return found.row;
  }
  return undefined;
}

/** The next ticket that waits for staff: below the one on the screen, and then from the top. */
export function nextWaiting(queue: Queue): TicketRow | undefined {
  const { rows, current } = queue;
  const from = placeOf(queue) + 1;
  const waits = ({ row, closed }: QueueRow) => !closed && row.id !== current && row.waiting_since !== null;
  return [...rows.slice(from), ...rows.slice(0, from)].find(waits)?.row;
}
