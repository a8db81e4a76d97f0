import type { ChangedMeanwhile } from '@tickets/contract/audit/audit';
import { useTranslations } from 'use-intl';
import { RelativeTime } from '../ui/relative-time.tsx';
import styles from './meanwhile.module.css';

interface WhoChangedProps {
  changed: readonly ChangedMeanwhile[];
  labelOf: (field: string) => string;
}

/** A line for each person: what they changed since, from where, and when last. */
export function WhoChanged({ changed, labelOf }: WhoChangedProps) {
  const t = useTranslations('meanwhile');
  if (!changed.length) return <p>{t('changed.unknown')}</p>;
  return (
    <ul className={styles.who} aria-label={t('who')}>
      {byPerson(changed).map(({ entry_id, username, source, created_at, because, fields }) => (
        <li key={entry_id}>
          <span>
            {t.rich(`changed.${source}`, {
              name: username,
              fields: [...new Set(fields.map(labelOf))].join(', '),
              b: (name) => <b>{name}</b>,
            })}
            {because ? ` (${t('because', { reason: because })})` : ''}
          </span>{' '}
          <span className={styles.when}>
            <RelativeTime date={created_at} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Somebody who saved several times is one line, with the time of the last. */
function byPerson(changed: readonly ChangedMeanwhile[]): ChangedMeanwhile[] {
  const lines = new Map<string, ChangedMeanwhile>();
  for (const one of changed) {
    const key = `${one.user_id} ${one.source} ${one.because ?? ''}`;
    const line = lines.get(key);
    lines.set(key, line ? { ...line, fields: [...line.fields, ...one.fields] } : one);
  }
  return [...lines.values()];
}
