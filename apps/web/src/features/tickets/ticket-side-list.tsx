import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { cx } from '../../components/ui/class-names.ts';
import { RelativeTime } from '../../components/ui/relative-time.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { isDenied } from '../../lib/denied.ts';
import { storedListView } from './list-view.ts';
import { OpenerPicture } from './opener-picture.tsx';
import { type TicketRow, ticketRows } from './ticket-list.ts';
import styles from './tickets.module.css';
import { ticketsQuery } from './tickets.queries.ts';
import { useStepKeys } from './use-list-keys.ts';

/** From here on list, conversation and details stand side by side. */
export const WIDE = '(min-width: 1280px)';
const ROW_PX = 64;
/** Without a socket, or while it is lost, the list is read again this often. */
const POLL_MS = 15_000;

interface TicketSideListProps {
  guildId: string;
  current: number;
  /** Whether its changes come by themselves. */
  isLive: boolean;
}

/** The other open tickets. */
export function TicketSideList({ guildId, current, isLive }: TicketSideListProps) {
  const t = useTranslations('tickets');
  const list = useQuery({ ...ticketsQuery(guildId), refetchInterval: isLive ? false : POLL_MS });
  // In the order in which the page of the list was left.
  const [{ sort }] = useState(storedListView);
  const rows = useMemo(
    () => list.data && ticketRows(list.data, { sort, only_mine: false }),
    [list.data, sort],
  );
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: rows?.length ?? 0,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => rows?.[index]?.id ?? index,
    estimateSize: () => ROW_PX,
    overscan: 6,
  });
  const place = rows?.findIndex((row) => row.id === current) ?? -1;
  const shown = useRef(false);
  useEffect(() => {
    if (shown.current || place < 0) return;
    shown.current = true;
    virtualizer.scrollToIndex(place, { align: 'auto' });
  }, [place, virtualizer]);

  const navigate = useNavigate();
  useStepKeys((by) => {
    const next = place < 0 ? 0 : place + by;
    const row = rows?.[next];
    if (!row) return;
    virtualizer.scrollToIndex(next, { align: 'auto' });
    void navigate({
      to: '/manage/$guildId/tickets/view/$ticketId',
      params: { guildId, ticketId: String(row.id) },
    });
  });

  // One stop for Tab, as in a table: the arrows go on from there.
  const [active, setActive] = useState<number>();
  const items = virtualizer.getVirtualItems();
  const drawn = items.map(({ index }) => rows?.[index]?.id);
  const stop = [active, current].find((id) => drawn.includes(id)) ?? drawn[0];
  const wanted = useRef<number>(undefined);
  useEffect(() => {
    const link = scroller.current?.querySelector<HTMLElement>(`a[data-ticket="${wanted.current}"]`);
    if (!link) return;
    wanted.current = undefined;
    link.focus();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (!rows || event.ctrlKey || event.metaKey || event.altKey) return;
    const from = rows.findIndex(({ id }) => id === stop);
    const to = goal(event.key, { from, last: rows.length - 1 });
    const row = to === undefined ? undefined : rows[to];
    if (to === undefined || !row) return;
    event.preventDefault();
    virtualizer.scrollToIndex(to, { align: 'auto' });
    wanted.current = row.id;
    setActive(row.id);
  };

  // The page says it; nothing of the list stays in sight.
  if (isDenied(list.error)) return <div />;
  return (
    <nav ref={scroller} className={styles.sideList} aria-label={t('ticket.list')}>
      {rows ? (
        <ul style={{ height: virtualizer.getTotalSize() }} onKeyDown={onKeyDown}>
          {items.map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            return (
              <li key={item.key} style={{ top: item.start, height: item.size }}>
                <SideRow
                  guildId={guildId}
                  row={row}
                  isCurrent={row.id === current}
                  isStop={row.id === stop}
                  onFocus={setActive}
                />
              </li>
            );
          })}
        </ul>
      ) : (
        <div className={styles.sideSkeleton}>
          {[0, 1, 2, 3, 4, 5].map((line) => (
            <Skeleton key={line} height={40} />
          ))}
        </div>
      )}
    </nav>
  );
}

interface SideRowProps {
  guildId: string;
  row: TicketRow;
  isCurrent: boolean;
  isStop: boolean;
  onFocus: (id: number) => void;
}

/** Drawn anew only when something in it changed: messages may come into one ticket many times a second. */
const SideRow = memo(function SideRow({ guildId, row, isCurrent, isStop, onFocus }: SideRowProps) {
  const t = useTranslations('tickets');
  return (
    <Link
      to="/manage/$guildId/tickets/view/$ticketId"
      params={{ guildId, ticketId: String(row.id) }}
      className={cx(styles.sideRow, isCurrent && styles.current)}
      data-ticket={row.id}
      tabIndex={isStop ? 0 : -1}
      onFocus={() => onFocus(row.id)}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <span className={styles.sidePicture}>
        <OpenerPicture opener={row.opener} size={32} />
      </span>
      <span className={styles.sideName}>
        <span className={styles.sideId}>#{row.id}</span> {row.user ?? t('unknown_user')}
      </span>
      <span className={styles.sideTime}>
        {row.last_response_time ? <RelativeTime date={row.last_response_time} /> : t('never')}
        {row.awaiting ? (
          <span className={styles.awaiting} role="img" aria-label={t('column.awaiting')} />
        ) : null}
      </span>
      <span className={styles.sidePanel}>{row.panel ?? t('unknown_panel')}</span>
      <span className={styles.sideTime}>
        {row.claimed ? (row.claimed_by ?? t('unknown_user')) : t('unclaimed')}
      </span>
    </Link>
  );
});

/** Where a key leads in a list. */
function goal(key: string, { from, last }: { from: number; last: number }): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(from + 1, last);
    case 'ArrowUp':
      return Math.max(from - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
