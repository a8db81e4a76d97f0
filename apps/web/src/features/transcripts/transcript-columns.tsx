import { Link } from '@tanstack/react-router';
import type { TranscriptRow } from '@tickets/contract/transcripts/transcripts';
import type { useTranslations } from 'use-intl';
import { buttonClass } from '../../components/ui/button.tsx';
import type { TableColumn } from '../../components/ui/table/table.tsx';
import styles from './transcripts.module.css';

type Texts = ReturnType<typeof useTranslations<'transcripts'>>;

export function transcriptColumns(t: Texts, guildId: string): TableColumn<TranscriptRow>[] {
  return [
    { key: 'ticket_id', head: t('column.ticket_id'), tight: true, cell: (row) => row.ticket_id },
    { key: 'username', head: t('column.username'), cell: (row) => row.username },
    {
      key: 'rating',
      head: t('column.rating'),
      cell: (row) =>
        row.rating ? (
          t('stars', { count: row.rating })
        ) : (
          <span className={styles.faint}>{t('no_rating')}</span>
        ),
    },
    {
      key: 'close_reason',
      head: t('column.close_reason'),
      cell: (row) =>
        row.close_reason ? (
          <span className={styles.reason}>{row.close_reason}</span>
        ) : (
          <span className={styles.faint}>{t('no_reason')}</span>
        ),
    },
    {
      key: 'transcript',
      head: t('column.transcript'),
      tight: true,
      height: 'var(--control-small)',
      align: 'end',
      cell: (row) =>
        row.has_transcript ? (
          <Link
            to="/manage/$guildId/transcripts/view/$ticketId"
            params={{ guildId, ticketId: String(row.ticket_id) }}
            className={buttonClass({ size: 'small' })}
            aria-label={t('view_named', { id: row.ticket_id })}
          >
            {t('view')}
          </Link>
        ) : null,
    },
  ];
}
