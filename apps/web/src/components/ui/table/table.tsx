import {
  type CSSProperties,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useState,
} from 'react';
import { rememberedRows, rememberRows } from '../../../lib/page/row-counts.ts';
import { cx } from '../class-names.ts';
import { Skeleton } from '../skeleton.tsx';
import styles from './table.module.css';
import type { TableColumn } from './table-row.tsx';
import { cellClass, labelOf, TableRow } from './table-row.tsx';

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
  /** Grey rows to show while `rows` is undefined and it is not known how many there were before. */
  skeletonRows?: number;
  /**
   * On phones each row becomes a block, for tables with more columns than fit: of labelled values, or a compact one that
   * the columns' classes arrange in the areas of `--row-template`.
   */
  stack?: boolean | 'compact';
}

/** Past this many rows only those in sight are drawn, in a box that scrolls by itself. */
const VIRTUAL_FROM = 100;
/** As many as are in sight of a table that has just been opened. The others come in the next frame. */
const FIRST_ROWS = 16;
const VirtualBody = lazy(() => import('./table-virtual-body.tsx').then((m) => ({ default: m.VirtualBody })));

/** Whether a box has more in it than it shows, and the ref that tells which box. */
function useScrolls(): [boolean, (box: HTMLElement | null) => (() => void) | undefined] {
  const [scrolls, setScrolls] = useState(false);
  const watch = useCallback((box: HTMLElement | null) => {
    if (!box || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() =>
      setScrolls(box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight),
    );
    observer.observe(box);
    if (box.firstElementChild) observer.observe(box.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return [scrolls, watch];
}

export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, onOpen, empty, skeletonRows = 5, stack = false } = props;
  const [active, setActive] = useState(0);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const keyOf = useCallback(
    (index: number) => {
      const row = rows?.[index];
      return row === undefined ? index : rowKey(row);
    },
    [rows, rowKey],
  );
  const list = `${location.pathname} ${label}`;
  const [remembered] = useState(() => rememberedRows(list));
  const count = rows?.length;
  useEffect(() => {
    if (count !== undefined) rememberRows(list, count);
  }, [list, count]);
  const [scrolls, watchScrolling] = useScrolls();
  const isWhole = useDeferredValue(true, false);
  const isLong = rows !== undefined && rows.length > VIRTUAL_FROM;
  const skeleton = (
    <tbody>
      {Array.from({ length: Math.max(1, remembered ?? skeletonRows) }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same
        <tr key={line}>
          {columns.map((column, index) => (
            <td key={column.key} className={cellClass(column)} data-label={labelOf(column, stack)}>
              <span className={styles.waiting} style={{ '--height': column.height } as CSSProperties}>
                <Skeleton width={`${45 + ((line * 7 + index * 13) % 45)}%`} />
              </span>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );

  return (
    <section
      ref={useCallback(
        (box: HTMLElement | null) => {
          setScroller(isLong ? box : null);
          // A long one always scrolls.
          return isLong ? undefined : watchScrolling(box);
        },
        [isLong, watchScrolling],
      )}
      className={cx(styles.scroller, isLong && styles.long)}
      aria-label={label}
      // A box that scrolls must be reachable by keyboard.
      tabIndex={isLong || scrolls ? 0 : undefined}
    >
      <table
        // Said once more, because a table whose rows are blocks is none to a browser.
        role={stack ? 'table' : undefined}
        className={cx(styles.table, stack && (stack === 'compact' ? styles.compact : styles.stack))}
        aria-busy={rows === undefined || undefined}
        aria-rowcount={isLong ? rows.length + 1 : undefined}
      >
        <thead>
          <tr role={stack ? 'row' : undefined}>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                role={stack ? 'columnheader' : undefined}
                className={cellClass(column)}
              >
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        {rows === undefined ? (
          skeleton
        ) : isLong ? (
          <Suspense fallback={skeleton}>
            <VirtualBody
              scroller={scroller}
              columnCount={columns.length}
              count={rows.length}
              keyOf={keyOf}
              active={active}
              row={(index, isStop, measure) => {
                const row = rows[index];
                return row === undefined ? null : (
                  <TableRow
                    key={rowKey(row)}
                    {...{ row, columns, onOpen, isStop, measure, index }}
                    stack={stack !== false}
                    onActive={setActive}
                  />
                );
              }}
            />
          </Suspense>
        ) : (
          <tbody>
            {(isWhole ? rows : rows.slice(0, FIRST_ROWS)).map((row, index) => (
              <TableRow
                key={rowKey(row)}
                {...{ row, columns, onOpen, index }}
                stack={stack !== false}
                isStop={index === Math.min(active, rows.length - 1)}
                onActive={setActive}
              />
            ))}
          </tbody>
        )}
      </table>
      {rows?.length === 0 ? empty : null}
    </section>
  );
}
