import type { TranscriptRemoval } from '@tickets/contract/transcripts/retention';
import { useFormatter, useTranslations } from 'use-intl';
import styles from './keeping.module.css';

/** The record of what was removed, the newest first. */
export function Removals({ removals }: { removals: readonly TranscriptRemoval[] }) {
  const t = useTranslations('keeping.removals');
  const format = useFormatter();
  return (
    <section>
      <h3 className={styles.heading}>{t('title')}</h3>
      {removals.length ? (
        <ul className={styles.removals}>
          {removals.map((removal) => (
            <li key={`${removal.removed_at}/${removal.ticket_id ?? 'age'}`}>
              <p>
                {removal.ticket_id === null
                  ? t('by_age', { count: removal.transcripts, days: removal.days ?? 0 })
                  : t('by_hand', {
                      id: removal.ticket_id,
                      name: removal.removed_by?.username ?? t('somebody'),
                    })}
              </p>
              <p className={styles.detail}>
                {format.dateTime(new Date(removal.removed_at), { dateStyle: 'long', timeStyle: 'short' })} ·{' '}
                {t('with', { messages: removal.messages, files: removal.files })}
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.detail}>{t('none')}</p>
      )}
    </section>
  );
}
