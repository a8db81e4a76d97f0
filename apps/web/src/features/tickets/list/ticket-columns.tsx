import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { useTranslations } from 'use-intl';
import { Badge } from '../../../components/ui/badge.tsx';
import { buttonClass } from '../../../components/ui/button.tsx';
import { cx } from '../../../components/ui/class-names.ts';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import type { TableColumn } from '../../../components/ui/table/table-row.tsx';
import styles from '../tickets.module.css';
import { OpenerPicture } from '../workspace/opener-picture.tsx';
import type { ListColumn } from './list-search.ts';
import type { TicketRow } from './ticket-list.ts';

type Texts = ReturnType<typeof useTranslations<'tickets'>>;

type Column = TableColumn<TicketRow>;
type TicketColumns = Record<ListColumn | 'view', Column>;

/** The chosen columns, and the way into each ticket at the end. */
export function shownColumns(columns: TicketColumns, chosen: readonly ListColumn[]): Column[] {
  return [...chosen.map((key) => columns[key]), columns.view];
}

export function ticketColumns(t: Texts, guildId: string): TicketColumns {
  return {
    id: drawnOnce({
      key: 'id',
      className: styles.cellId,
      head: t('column.id'),
      tight: true,
      cell: (row) => row.id,
    }),
    panel: drawnOnce({
      key: 'panel',
      className: styles.cellPanel,
      head: t('column.panel'),
      cell: (row) => row.panel ?? t('unknown_panel'),
    }),
    user: drawnOnce({
      key: 'user',
      className: styles.cellUser,
      head: t('column.user'),
      cell: (row) => (
        <span className={cx(styles.personName, row.unread && styles.unread)}>
          <OpenerPicture opener={row.opener} />
          {row.user ?? t('unknown_user')}
          {row.unread ? <span className={styles.unreadMark} role="img" aria-label={t('unread')} /> : null}
        </span>
      ),
    }),
    opened_time: drawnOnce({
      key: 'opened_time',
      className: styles.cellOpened,
      head: t('column.opened'),
      cell: (row) => <RelativeTime date={row.opened_at} />,
    }),
    claimed_by: drawnOnce({
      key: 'claimed_by',
      className: styles.cellClaimed,
      head: t('column.claimed_by'),
      cell: (row) =>
        row.claimed ? (
          (row.claimed_by ?? t('unknown_user'))
        ) : (
          <span className={styles.faint}>{t('unclaimed')}</span>
        ),
    }),
    last_message_time: drawnOnce({
      key: 'last_message_time',
      className: styles.cellTime,
      head: t('column.last_message'),
      cell: (row) =>
        row.last_response_time === null ? (
          <>
            <span className={styles.faint}>{t('never')}</span>
            <span className={styles.since}>
              {t.rich('opened_since', { since: () => <RelativeTime date={row.opened_at} /> })}
            </span>
          </>
        ) : (
          <RelativeTime date={row.last_response_time} />
        ),
    }),
    awaiting_response: drawnOnce({
      key: 'awaiting_response',
      className: styles.cellAwaiting,
      head: t('column.awaiting'),
      cell: (row) => (
        <span className={row.awaiting ? styles.isAwaiting : styles.isAnswered}>
          <Badge tone={row.awaiting ? 'warning' : 'neutral'}>{row.awaiting ? t('yes') : t('no')}</Badge>
        </span>
      ),
    }),
    view: drawnOnce({
      key: 'view',
      className: styles.cellView,
      // Not a text: where rows are blocks, a button needs no label above it.
      head: <>{t('column.view')}</>,
      tight: true,
      height: 'var(--control-small)',
      align: 'end',
      cell: (row) => (
        <Link
          to="/manage/$guildId/tickets/view/$ticketId"
          params={{ guildId, ticketId: String(row.id) }}
          className={buttonClass({ size: 'small' })}
          aria-label={t('view_named', { id: row.id })}
        >
          <span>{t('view')}</span>
        </Link>
      ),
    }),
  };
}

/** Gives a row the same cell again, which is not drawn anew while other columns come and go. */
function drawnOnce({ cell, ...column }: Column): Column {
  const cells = new WeakMap<TicketRow, ReactNode>();
  return {
    ...column,
    cell: (row) => {
      if (!cells.has(row)) cells.set(row, cell(row));
      return cells.get(row);
    },
  };
}
