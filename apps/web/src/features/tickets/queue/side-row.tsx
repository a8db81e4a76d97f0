import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '../../../components/ui/badge.tsx';
import { cx } from '../../../components/ui/class-names.ts';
import { ElapsedTime } from '../../../components/ui/relative-time.tsx';
import type { LastWords, TicketRow } from '../list/ticket-list.ts';
import { OpenerPicture } from '../workspace/opener-picture.tsx';
import styles from './queue.module.css';

interface SideRowProps {
  guildId: string;
  row: TicketRow;
  /** It was closed since the list was put in order. */
  closed: boolean;
  isCurrent: boolean;
  isStop: boolean;
  onFocus: (id: number) => void;
}

/**
 * What somebody needs to choose a ticket: who, since when, the last words, about what, and whose it is. Drawn anew only
 * when something in it changed: messages may come into one ticket many times a second.
 */
export const SideRow = memo(function SideRow({
  guildId,
  row,
  closed,
  isCurrent,
  isStop,
  onFocus,
}: SideRowProps) {
  if (closed)
    return (
      <div className={cx(styles.sideRow, styles.closed, isCurrent && styles.current)}>
        <RowWords row={row} closed />
      </div>
    );
  return (
    <Link
      to="/manage/$guildId/tickets/view/$ticketId"
      params={{ guildId, ticketId: String(row.id) }}
      className={cx(styles.sideRow, isCurrent && styles.current, row.unread && !isCurrent && styles.unread)}
      data-ticket={row.id}
      tabIndex={isStop ? 0 : -1}
      onFocus={() => onFocus(row.id)}
    >
      <RowWords row={row} closed={false} />
    </Link>
  );
});

function RowWords({ row, closed }: Pick<SideRowProps, 'row' | 'closed'>) {
  const t = useTranslations('tickets');
  const claimer = row.claimed ? (row.claimed_by ?? t('unknown_user')) : undefined;
  return (
    <>
      <span className={styles.sidePicture}>
        <OpenerPicture opener={row.opener} size={32} />
      </span>
      <span className={styles.sideLine}>
        <span className={styles.sideName}>{row.user ?? t('unknown_user')}</span>
        <SideTime row={row} closed={closed} />
      </span>
      <span className={styles.sideLine}>
        <span className={styles.sideSaid}>
          {row.said ? <Said said={row.said} /> : t('queue.nothing_said')}
        </span>
        {row.unread ? <span className={styles.unreadMark} role="img" aria-label={t('unread')} /> : null}
      </span>
      <span className={styles.sideLine}>
        <span className={styles.sidePanel}>
          {row.panel ?? t('unknown_panel')} <span className={styles.sideId}>#{row.id}</span>
        </span>
        {claimer ? (
          <span
            className={styles.sideClaimer}
            role="img"
            title={t('queue.claimed_by', { name: claimer })}
            aria-label={t('queue.claimed_by', { name: claimer })}
          >
            <OpenerPicture opener={row.claimer} size={18} />
          </span>
        ) : null}
      </span>
    </>
  );
}

function SideTime({ row, closed }: Pick<SideRowProps, 'row' | 'closed'>) {
  const t = useTranslations('tickets.queue');
  if (closed) return <span className={styles.sideTime}>{t('closed')}</span>;
  if (row.waiting_since)
    return (
      <span className={cx(styles.sideTime, styles.waits)}>
        {t.rich('waiting', { time: () => <ElapsedTime since={row.waiting_since ?? ''} /> })}
      </span>
    );
  return (
    <span className={styles.sideTime}>
      {row.last_response_time ? <ElapsedTime since={row.last_response_time} /> : null}
    </span>
  );
}

function Said({ said: { by, text, files } }: { said: LastWords }) {
  const t = useTranslations('tickets');
  const who = by.is === 'opener' ? null : by.is === 'me' ? t('queue.you') : (by.name ?? t('unknown_user'));
  const what = text || (files ? t('queue.files', { count: files }) : t('queue.no_words'));
  if (!who) return what;
  if (by.is !== 'staff') return t('queue.said', { who, what });
  // No name looks like a badge, whatever people call themselves.
  return t.rich('queue.said_by_staff', { who, what, mark: (words) => <Badge>{words}</Badge> });
}
