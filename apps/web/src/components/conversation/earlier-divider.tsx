import { Link } from '@tanstack/react-router';
import type { EarlierTicket } from '@tickets/contract/tickets/tickets';
import { useFormatter, useTranslations } from 'use-intl';
import { useGuildId } from '../../lib/page/use-guild.ts';
import { cx } from '../ui/class-names.ts';
import styles from './conversation.module.css';

/** Where a ticket ended that was reopened afterwards: when, by whom and why, and what there is to read of it. */
export function EarlierDivider({ earlier }: { earlier: EarlierTicket }) {
  const t = useTranslations('conversation.earlier');
  const guildId = useGuildId();
  const { id, history, imported } = earlier;
  return (
    <div className={cx(styles.divider, styles.earlier)}>
      <span>
        <EndOf earlier={earlier} />
        {imported ? ` ${t('imported')}` : null}
        {history === 'not_kept' ? ` ${t('not_kept')}` : null}
        {history === 'linked' ? (
          <>
            {' '}
            <Link to="/manage/$guildId/transcripts/view/$ticketId" params={{ guildId, ticketId: String(id) }}>
              {t('read', { id })}
            </Link>
          </>
        ) : null}
      </span>
    </div>
  );
}

function EndOf({ earlier }: { earlier: EarlierTicket }) {
  const t = useTranslations('conversation.earlier');
  const format = useFormatter();
  const { id, history, closed_at, closed_by, close_reason } = earlier;
  if (history === 'denied') return t('denied', { id });
  const date = closed_at
    ? format.dateTime(new Date(closed_at), { dateStyle: 'long', timeStyle: 'short' })
    : '';
  const name = closed_by && (closed_by.global_name || closed_by.username);
  return (
    <>
      {name ? t('closed_by', { id, date, name }) : t('closed', { id, date })}:{' '}
      {close_reason ?? t('no_reason')}
    </>
  );
}
