import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { cx } from './class-names.ts';
import { Skeleton } from './skeleton.tsx';
import styles from './table.module.css';

export interface TableColumn<Row> {
  key: string;
  head: ReactNode;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  /** Takes no more room than its content needs. */
  tight?: boolean;
}

export interface TableProps<Row> {
  /** What the table lists; read aloud. */
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** Rows become keyboard stops: J/K and the arrows move, Enter opens. */
  onOpen?: (row: Row) => void;
  /** Instead of rows when there are none: an EmptyState or an ErrorState. */
  empty?: ReactNode;
  /** Grey rows to show while `rows` is undefined. */
  skeletonRows?: number;
}

export function Table<Row>({
  label,
  columns,
  rows,
  rowKey,
  onOpen,
  empty,
  skeletonRows = 5,
}: TableProps<Row>) {
  const [active, setActive] = useState(0);

  const moveFocus = (event: KeyboardEvent<HTMLTableRowElement>, row: Row) => {
    // Keys pressed on a button or link inside the row are its own.
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === 'enter') onOpen?.(row);
    const sibling =
      key === 'j' || key === 'arrowdown'
        ? event.currentTarget.nextElementSibling
        : key === 'k' || key === 'arrowup'
          ? event.currentTarget.previousElementSibling
          : null;
    if (!(sibling instanceof HTMLElement)) return;
    event.preventDefault();
    sibling.focus();
  };

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls sideways must be reachable by keyboard
    <section className={styles.scroller} aria-label={label} tabIndex={0}>
      <table className={styles.table} aria-busy={rows === undefined || undefined}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={cellClass(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined
            ? Array.from({ length: skeletonRows }, (_, line) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same
                <tr key={line}>
                  {columns.map((column, index) => (
                    <td key={column.key} className={cellClass(column)}>
                      <Skeleton width={`${45 + ((line * 7 + index * 13) % 45)}%`} />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row, index) => (
                <tr
                  key={rowKey(row)}
                  className={cx(onOpen && styles.openable)}
                  {...(onOpen
                    ? {
                        tabIndex: index === Math.min(active, rows.length - 1) ? 0 : -1,
                        onFocus: () => setActive(index),
                        onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => moveFocus(event, row),
                        onClick: (event) => {
                          if (!isOwnClick(event.target)) onOpen(row);
                        },
                      }
                    : {})}
                >
                  {columns.map((column) => (
                    <td key={column.key} className={cellClass(column)}>
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
      {rows?.length === 0 ? empty : null}
    </section>
  );
}

function cellClass<Row>(column: TableColumn<Row>) {
  return cx(column.align === 'end' && styles.end, column.tight && styles.tight) || undefined;
}

/** Buttons, links and fields in a row take their own clicks, and selecting text opens nothing. */
function isOwnClick(target: EventTarget): boolean {
  const control = target instanceof Element && target.closest('a, button, input, select, label');
  return Boolean(control) || getSelection()?.type === 'Range';
}
