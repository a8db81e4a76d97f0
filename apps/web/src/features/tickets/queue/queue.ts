import type { TicketList } from '@tickets/contract/tickets/tickets';
import type { QueueView } from '../list/list-view.ts';
import { inOrder, isShown, linesOf, type TicketRow } from '../list/ticket-list.ts';

/** A ticket beside the one on the screen; `gone` when it was closed since it was put there. */
export interface QueueRow {
  row: TicketRow;
  gone: boolean;
}

/** The tickets in the order in which somebody goes through them. */
export interface Queue {
  current: number;
  view: QueueView;
  rows: readonly QueueRow[];
}

/**
 * The queue for the ticket on the screen. While that one is looked at, nothing changes its place: what is new stands at
 * the end, and what was closed stays as gone. Another ticket, order or filter puts all in order anew.
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
    const rows = inOrder(shown, view.order).map(({ row }) => ({ row, gone: false }));
    return { current, view, rows };
  }
  const left = new Map(lines.map((line) => [line.row.id, line]));
  let isSame = true;
  const rows = before.rows.map((known) => {
    const { id } = known.row;
    const line = left.get(id);
    left.delete(id);
    if (line ? line.row === known.row && !known.gone : known.gone) return known;
    isSame = false;
    return line ? { row: line.row, gone: false } : { row: known.row, gone: true };
  });
  const arrived = [...left.values()].filter((line) => isShown(line, view));
  if (isSame && !arrived.length) return before;
  const added = inOrder(arrived, view.order).map(({ row }) => ({ row, gone: false }));
  return { current, view, rows: [...rows, ...added] };
}

/** Where the ticket on the screen stands; -1 where it is in no list. */
export const placeOf = ({ rows, current }: Queue): number => rows.findIndex(({ row }) => row.id === current);

/** The next ticket downwards (1) or upwards (-1). From a ticket that is in no list it is the first. */
export function stepFrom(queue: Queue, by: 1 | -1): TicketRow | undefined {
  const { rows } = queue;
  const from = placeOf(queue);
  if (from < 0) return rows.find(({ gone }) => !gone)?.row;
  for (let at = from + by; at >= 0 && at < rows.length; at += by) {
    const found = rows[at];
    if (found && !found.gone) return found.row;
  }
  return undefined;
}

/** The next ticket that waits for staff: below the one on the screen, and then from the top. */
export function nextWaiting(queue: Queue): TicketRow | undefined {
  const { rows, current } = queue;
  const from = placeOf(queue) + 1;
  const waits = ({ row, gone }: QueueRow) => !gone && row.id !== current && row.waiting_since !== null;
  return [...rows.slice(from), ...rows.slice(0, from)].find(waits)?.row;
}
