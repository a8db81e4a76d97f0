import { useTranslations } from 'use-intl';
import { Card } from '../../components/ui/card.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import styles from './settings.module.css';
import { sections } from './settings-sections.ts';

export function SettingsSkeleton() {
  const t = useTranslations('settings');
  return (
    <div className={styles.layout}>
      <div className={styles.index} />
      <Card title={t('card')} flush>
        <div aria-busy="true">
          {sections.map((section, line) => (
            <div key={section.id} className={styles.skeletonRow}>
              <Skeleton width={120 + ((line * 37) % 90)} />
            </div>
          ))}
        </div>
      </Card>
    </div>
  );
}
