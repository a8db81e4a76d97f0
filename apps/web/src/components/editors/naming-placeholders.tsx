import { useTranslations } from 'use-intl';
import styles from './editors.module.css';
import { namingExamples, sampleChannel } from './naming-sample.ts';

/** All that a naming scheme can hold, with what becomes of it. Pressing one puts it into the scheme. */
export function NamingPlaceholders({ id, onInsert }: { id: string; onInsert: (name: string) => void }) {
  const t = useTranslations('editors.naming');
  const now = new Date();
  const keys = Object.keys(namingExamples) as (keyof typeof namingExamples)[]; // its own keys, all of them
  return (
    <ul id={id} className={styles.placeholders} aria-label={t('list')}>
      {keys.map((key) => (
        <li key={key}>
          <button type="button" className={styles.placeholder} onClick={() => onInsert(namingExamples[key])}>
            <code>%{namingExamples[key]}%</code>
            <span>{t(`placeholders.${key}`)}</span>
            <span>{sampleChannel(`%${namingExamples[key]}%`, { claimed_by: 'sam', now })}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
