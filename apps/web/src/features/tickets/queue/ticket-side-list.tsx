import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { useRowWindow } from '../../../components/ui/table/use-row-window.ts';
import { isDenied } from '../../../lib/api/denied.ts';
import styles from './queue.module.css';
import { placeOf, type Queue } from './queue.ts';
import { QueueBar } from './queue-bar.tsx';
import { SideRow } from './side-row.tsx';
import { useQueue } from './use-queue.tsx';

/** From here on list, conversation and details stand side by side. */
export const WIDE = '(min-width: 1280px)';
const ROW_PX = 82;

/** The other open tickets, in the order in which somebody goes through them. */
export function TicketSideList({ guildId }: { guildId: string }) {
  const t = useTranslations('tickets');
  const { error } = useQueue();
  // The page says it; nothing of the list stays in sight.
  if (isDenied(error)) return <div />;
  return (
    <nav className={styles.sideList} aria-label={t('ticket.list')}>
      <QueueBar />
      <SideRows guildId={guildId} />
    </nav>
  );
}

function SideRows({ guildId }: { guildId: string }) {
  const t = useTranslations('tickets');
  const { queue } = useQueue();
  const rows = queue?.rows;
  const current = queue?.current;
  const scroller = useRef<HTMLDivElement>(null);
  const { first, end, height, reveal } = useRowWindow(scroller, { count: rows?.length ?? 0, rowPx: ROW_PX });
  useStillPlace(queue, scroller, reveal);

  // One stop for Tab, as in a table: the arrows go on from there.
  const [active, setActive] = useState<number>();
  const drawn = rows?.slice(first, end) ?? [];
  const stops = drawn.filter(({ closed }) => !closed).map(({ row }) => row.id);
  const stop = [active, current].find((id) => id !== undefined && stops.includes(id)) ?? stops[0];
  const wanted = useRef<number>(undefined);
  useEffect(() => {
    const link = scroller.current?.querySelector<HTMLElement>(`a[data-ticket="${wanted.current}"]`);
    if (!link) return;
    wanted.current = undefined;
    link.focus();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (!rows || event.ctrlKey || event.metaKey || event.altKey) return;
    const from = rows.findIndex(({ row }) => row.id === stop);
    const to = goal(event.key, from, rows);
    const row = to === undefined ? undefined : rows[to]?.row;
    if (to === undefined || !row) return;
    event.preventDefault();
    reveal(to);
    wanted.current = row.id;
    setActive(row.id);
  };

  return (
    <div ref={scroller} className={styles.sideRows}>
      {rows ? (
        <ul style={{ height }} onKeyDown={onKeyDown}>
          {drawn.map(({ row, closed }, index) => (
            <li key={row.id} style={{ top: (first + index) * ROW_PX, height: ROW_PX }}>
              <SideRow
                guildId={guildId}
                row={row}
                closed={closed}
                isCurrent={row.id === current}
                isStop={row.id === stop}
                onFocus={setActive}
              />
            </li>
          ))}
        </ul>
      ) : (
        <div className={styles.sideSkeleton}>
          {[0, 1, 2, 3, 4, 5].map((line) => (
            <Skeleton key={line} height={ROW_PX - 16} />
          ))}
        </div>
      )}
      {rows?.length === 0 ? <p className={styles.sideEmpty}>{t('queue.empty')}</p> : null}
    </div>
  );
}

/** A ticket that was opened stays where it stood in the window, while those around it are put in order anew. */
function useStillPlace(
  queue: Queue | undefined,
  scroller: RefObject<HTMLElement | null>,
  reveal: (place: number) => void,
) {
  const before = useRef<Queue>(undefined);
  useLayoutEffect(() => {
    const known = before.current;
    before.current = queue;
    if (!queue || known?.current === queue.current) return;
    const place = placeOf(queue);
    const stood = known ? known.rows.findIndex(({ row }) => row.id === queue.current) : -1;
    if (place < 0) return;
    if (stood >= 0 && scroller.current) scroller.current.scrollTop += (place - stood) * ROW_PX;
    reveal(place);
  });
}

/** Where a key leads in a list. */
function goal(key: string, from: number, rows: Queue['rows']): number | undefined {
  const isThere = (at: number) => rows[at]?.closed === false;
  const places = rows.map((_, at) => at).filter(isThere);
  switch (key) {
    case 'ArrowDown':
      return places.find((at) => at > from) ?? from;
    case 'ArrowUp':
      return places.findLast((at) => at < from) ?? from;
    case 'Home':
      return places[0];
    case 'End':
      return places.at(-1);
    default:
      return undefined;
  }
}
