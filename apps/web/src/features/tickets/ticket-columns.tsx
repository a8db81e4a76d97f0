import { Link } from '@tanstack/react-router';
import type { useTranslations } from 'use-intl';
import { Badge } from '../../components/ui/badge.tsx';
import { buttonClass } from '../../components/ui/button.tsx';
import { RelativeTime } from '../../components/ui/relative-time.tsx';
import type { TableColumn } from '../../components/ui/table.tsx';
import type { ListColumn } from './list-view.ts';
import { OpenerPicture } from './opener-picture.tsx';
import type { TicketRow } from './ticket-list.ts';
import styles from './tickets.module.css';

type Texts = ReturnType<typeof useTranslations<'tickets'>>;

/** The chosen columns, and the way into each ticket at the end. */
export function ticketColumns(
  t: Texts,
  guildId: string,
  shown: readonly ListColumn[],
): TableColumn<TicketRow>[] {
  const columns: Record<ListColumn, Omit<TableColumn<TicketRow>, 'key'>> = {
    id: { head: t('column.id'), tight: true, cell: (row) => row.id },
    panel: { head: t('column.panel'), cell: (row) => row.panel ?? t('unknown_panel') },
    user: {
      head: t('column.user'),
      cell: (row) => (
        <span className={styles.personName}>
          <OpenerPicture opener={row.opener} />
          {row.user ?? t('unknown_user')}
        </span>
      ),
    },
    opened_time: { head: t('column.opened'), cell: (row) => <RelativeTime date={row.opened_at} /> },
    claimed_by: {
      head: t('column.claimed_by'),
      cell: (row) =>
        row.claimed ? (
          (row.claimed_by ?? t('unknown_user'))
        ) : (
          <span className={styles.faint}>{t('unclaimed')}</span>
        ),
    },
    last_message_time: {
      head: t('column.last_message'),
      cell: (row) =>
        row.last_response_time === null ? (
          <span className={styles.faint}>{t('never')}</span>
        ) : (
          <RelativeTime date={row.last_response_time} />
        ),
    },
    awaiting_response: {
      head: t('column.awaiting'),
      cell: (row) => (
        <Badge tone={row.awaiting ? 'warning' : 'neutral'}>{row.awaiting ? t('yes') : t('no')}</Badge>
      ),
    },
  };
  return [
    ...shown.map((key) => ({ key, ...columns[key] })),
    {
      key: 'view',
      // Not a text: where rows are blocks, a button needs no label above it.
      head: <>{t('column.view')}</>,
      tight: true,
      align: 'end',
      cell: (row) => (
        <Link
          to="/manage/$guildId/tickets/view/$ticketId"
          params={{ guildId, ticketId: String(row.id) }}
          className={buttonClass({ size: 'small' })}
          aria-label={t('view_named', { id: row.id })}
        >
          {t('view')}
        </Link>
      ),
    },
  ];
}
