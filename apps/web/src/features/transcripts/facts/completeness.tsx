import type { Completeness } from '@tickets/contract/transcripts/transcripts';
import { useFormatter, useTranslations } from 'use-intl';
import { Detail } from '../../../components/ui/details.tsx';
import styles from './facts.module.css';

/** How much of what was said is here, and why the rest is not. */
export function CompletenessOf({ completeness }: { completeness: Completeness }) {
  const t = useTranslations('transcript');
  const format = useFormatter();
  const { shown, total, unheard, erased, files_not_kept, read_until } = completeness;
  const missing = [
    unheard ? t('unheard', { count: unheard }) : '',
    erased ? t('erased', { count: erased }) : '',
    files_not_kept ? t('files_not_kept', { count: files_not_kept }) : '',
    read_until
      ? t('not_read_to_the_end', {
          time: format.dateTime(new Date(read_until), { dateStyle: 'medium', timeStyle: 'short' }),
        })
      : '',
  ].filter(Boolean);
  return (
    <Detail label={t('messages')}>
      {t('shown', { shown, total })}
      {missing.map((sentence) => (
        <span key={sentence} className={styles.how}>
          {sentence}
        </span>
      ))}
    </Detail>
  );
}
