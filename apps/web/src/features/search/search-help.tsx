import { useTranslations } from 'use-intl';
import styles from './search.module.css';

const examples = [
  ['words', 'lost parcel', ''],
  ['phrase', '"out of stock"', '"'],
  ['without', '-refund', '-'],
  ['from', 'from:mia', 'from:'],
  ['panel', 'panel:"Lost parcels"', 'panel:'],
  ['before', 'before:2026-03-01', 'before:'],
  ['after', 'after:2026-02-01', 'after:'],
  ['has', 'has:file', 'has:file '],
  ['rating', 'rating:4+', 'rating:'],
] as const;

/** What can be written into the line. What is pressed is inserted. */
export function SearchHelp({ onInsert }: { onInsert: (text: string) => void }) {
  const t = useTranslations('search.help');
  return (
    <dl className={styles.help} aria-label={t('title')}>
      {examples.map(([name, example, inserted]) => (
        <div key={name} className={styles.example}>
          <dt>
            {inserted ? (
              <button
                type="button"
                className={styles.insert}
                aria-label={t('insert', { example })}
                onClick={() => onInsert(inserted)}
              >
                {example}
              </button>
            ) : (
              <code>{example}</code>
            )}
          </dt>
          <dd>{t(name)}</dd>
        </div>
      ))}
    </dl>
  );
}
