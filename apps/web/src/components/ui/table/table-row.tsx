import type { ReactNode } from 'react';
import { type KeyboardEvent, memo } from 'react';
import { cx } from '../class-names.ts';
import styles from './table.module.css';

export interface TableColumn<Row> {
  key: string;
  head: ReactNode;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  /** Takes no more room than its content needs. */
  tight?: boolean;
  /** On its cells: where they stand in a compact row. */
  className?: string | undefined;
  /** How high its content is, for the grey rows; a line of text unless told. */
  height?: string;
}

export interface TableRowProps<Row> {
  row: Row;
  columns: readonly TableColumn<Row>[];
  onOpen: ((row: Row) => void) | undefined;
  /** The one row that Tab reaches. */
  isStop: boolean;
  index: number;
  onActive: (index: number) => void;
  stack: boolean;
  /** In a virtual table: who measures it. */
  measure?: (element: Element | null) => void;
}

/** Drawn again only when something of it changes: a long table is drawn while it scrolls. */
export const TableRow = memo(DrawnRow) as typeof DrawnRow; // memo() forgets that it fits every kind of row

function DrawnRow<Row>({
  row,
  columns,
  onOpen,
  isStop,
  onActive,
  stack,
  index,
  measure,
}: TableRowProps<Row>) {
  return (
    <tr
      role={stack ? 'row' : undefined}
      className={cx(onOpen && styles.openable) || undefined}
      {...(measure ? { 'aria-rowindex': index + 2, 'data-index': index, ref: measure } : {})}
      {...(onOpen
        ? {
            tabIndex: isStop ? 0 : -1,
            onFocus: () => onActive(index),
            onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => pressKey(event, () => onOpen(row)),
            onClick: (event) => {
              if (!isOwnClick(event.target)) onOpen(row);
            },
          }
        : {})}
    >
      {columns.map((column) => (
        <td
          key={column.key}
          role={stack ? 'cell' : undefined}
          className={cellClass(column)}
          data-label={labelOf(column, stack)}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

function pressKey(event: KeyboardEvent<HTMLTableRowElement>, open: () => void) {
  // Keys pressed on a button or link inside the row are its own.
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.toLowerCase();
  if (key === 'enter') open();
  const sibling =
    key === 'j' || key === 'arrowdown'
      ? event.currentTarget.nextElementSibling
      : key === 'k' || key === 'arrowup'
        ? event.currentTarget.previousElementSibling
        : null;
  if (!(sibling instanceof HTMLElement)) return;
  event.preventDefault();
  sibling.focus();
}

/** What stands above a cell where its row is a block. */
export function labelOf<Row>({ head }: TableColumn<Row>, stack: boolean | 'compact'): string | undefined {
  return stack && typeof head === 'string' ? head : undefined;
}

export function cellClass<Row>(column: TableColumn<Row>) {
  return (
    cx(column.align === 'end' && styles.end, column.tight && styles.tight, column.className) || undefined
  );
}

/** Buttons, links and fields in a row take their own clicks, and selecting text opens nothing. */
function isOwnClick(target: EventTarget): boolean {
  const control = target instanceof Element && target.closest('a, button, input, select, label');
  return Boolean(control) || getSelection()?.type === 'Range';
}
