import type { OwnData } from '@tickets/contract/personal-data/personal-data';
import { useTranslations } from 'use-intl';
import { Card } from '../../components/ui/card.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import styles from './account.module.css';

const SKELETON_HEIGHT = 346;

/** How much is kept, by kind. `kept` is undefined while it loads. */
export function KeptCard({ kept }: { kept: OwnData['kept'] | undefined }) {
  const t = useTranslations('account.kept');
  return (
    <Card title={t('card')}>
      {kept ? (
        <dl className={styles.kept} aria-label={t('label')}>
          {kept.map(({ kind, count }) => (
            <div key={kind} className={count ? undefined : styles.none}>
              <dt>{t(kind)}</dt>
              <dd>{count.toLocaleString('en')}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <Skeleton height={SKELETON_HEIGHT} />
      )}
      <p className={styles.note}>{t('name')}</p>
    </Card>
  );
}
