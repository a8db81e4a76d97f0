import { Link } from '@tanstack/react-router';
import type { EarlierTicket } from '@tickets/contract/tickets/tickets';
import type { TranscriptTicket } from '@tickets/contract/transcripts/transcripts';
import { useTranslations } from 'use-intl';
import { Detail } from '../../../components/ui/details.tsx';
import styles from './facts.module.css';

interface LineOfTicketsProps {
  guildId: string;
  earlier: readonly EarlierTicket[];
  continuedBy: TranscriptTicket['continued_by'];
}

/** The tickets that this one goes on from, and the one that goes on from it. */
export function LineOfTickets({ guildId, earlier, continuedBy }: LineOfTicketsProps) {
  const t = useTranslations('transcript');
  return (
    <>
      {earlier.length ? (
        <Detail label={t('continues')}>
          <ul className={styles.line}>
            {earlier.map(({ id, history }) => (
              <li key={id}>
                {history === 'joined' || history === 'linked' ? (
                  <Link
                    to="/manage/$guildId/transcripts/view/$ticketId"
                    params={{ guildId, ticketId: String(id) }}
                  >
                    {t('ticket', { id })}
                  </Link>
                ) : (
                  t('ticket', { id })
                )}
              </li>
            ))}
          </ul>
        </Detail>
      ) : null}
      {continuedBy ? (
        <Detail label={t('continued_by')}>
          <Link
            to={
              continuedBy.is_open
                ? '/manage/$guildId/tickets/view/$ticketId'
                : '/manage/$guildId/transcripts/view/$ticketId'
            }
            params={{ guildId, ticketId: String(continuedBy.id) }}
          >
            {t('ticket', { id: continuedBy.id })}
          </Link>
        </Detail>
      ) : null}
    </>
  );
}
