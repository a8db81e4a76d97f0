import { Link } from '@tanstack/react-router';
import type { TranscriptRow } from '@tickets/contract/transcripts/transcripts';
import { useTranslations } from 'use-intl';
import { Avatar } from '../../components/ui/avatar.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { buttonClass } from '../../components/ui/button.tsx';
import { displayName } from '../../components/ui/choosing/person-name.ts';
import { cx } from '../../components/ui/class-names.ts';
import { RelativeTime } from '../../components/ui/relative-time.tsx';
import type { TableColumn } from '../../components/ui/table/table-row.tsx';
import { avatarUrl, defaultAvatarUrl } from '../../lib/discord/cdn.ts';
import type { TranscriptSearch } from './transcript-filter.ts';
import styles from './transcripts.module.css';

type Texts = ReturnType<typeof useTranslations<'transcripts'>>;

interface ListPlace {
  guildId: string;
  /** The address of the list, which a transcript leads back to. */
  search: TranscriptSearch;
}

export function transcriptColumns(
  t: Texts,
  panels: readonly { panel_id: number; title: string }[],
  { guildId, search }: ListPlace,
): TableColumn<TranscriptRow>[] {
  const titleOf = (id: number | null) => panels.find(({ panel_id }) => panel_id === id)?.title;
  return [
    { key: 'ticket_id', head: t('column.ticket_id'), tight: true, cell: (row) => row.ticket_id },
    {
      key: 'username',
      head: t('column.username'),
      cell: (row) => <Opener row={row} panel={titleOf(row.panel_id)} />,
    },
    {
      key: 'rating',
      head: t('column.rating'),
      cell: (row) =>
        row.rating ? (
          <span className={styles.rating}>{t('stars', { count: row.rating })}</span>
        ) : (
          <span className={cx(styles.rating, styles.faint)}>{t('no_rating')}</span>
        ),
    },
    {
      key: 'close_reason',
      head: t('column.close_reason'),
      cell: (row) => (
        <span className={styles.two}>
          {row.close_reason ? (
            <span className={styles.reason}>{row.close_reason}</span>
          ) : (
            <span className={styles.faint}>{t('no_reason')}</span>
          )}
          <Closing row={row} />
        </span>
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
            search={search}
            className={buttonClass({ size: 'small' })}
            aria-label={t('view_named', { id: row.ticket_id })}
          >
            {t('view')}
          </Link>
        ) : null,
    },
  ];
}

/** Who opened it, and by which panel. */
function Opener({ row, panel }: { row: TranscriptRow; panel: string | undefined }) {
  const t = useTranslations('transcripts');
  // Of an answer that does not tell who that is, the name is enough.
  const opener = row.opener as TranscriptRow['opener'] | undefined;
  return (
    <span className={styles.person}>
      <Avatar
        src={opener ? avatarUrl(opener, 64) : undefined}
        fallbackSrc={defaultAvatarUrl(row.user_id)}
        name={row.username}
        size={28}
      />
      <span className={styles.two}>
        <span className={styles.name}>{row.username}</span>
        {row.imported ? (
          <span>
            <Badge tone="warning">{t('imported')}</Badge>
          </span>
        ) : null}
        {panel ? <span className={styles.detail}>{panel}</span> : null}
      </span>
    </span>
  );
}

/** When it was closed, and by whom or what. */
function Closing({ row }: { row: TranscriptRow }) {
  const t = useTranslations('transcripts.closed');
  if (!row.closed_at) return null;
  const { closer, close_source, closed_at } = row;
  const when = () => <RelativeTime date={closed_at} />;
  return (
    <span className={styles.detail}>
      {closer
        ? t.rich('by', { name: displayName(closer), when })
        : t.rich(close_source ?? 'somehow', { when })}
    </span>
  );
}
