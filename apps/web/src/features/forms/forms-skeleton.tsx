import { useTranslations } from 'use-intl';
import { Card } from '../../components/ui/card.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import styles from './forms.module.css';

export function FormsSkeleton() {
  const t = useTranslations('forms');
  return (
    <div className={styles.panes}>
      <Card title={t('create.card')}>
        <Skeleton height={36} />
      </Card>
      <Card title={t('manage.card')}>
        <div className={styles.manage}>
          <Skeleton height={36} />
          <Skeleton height={280} />
        </div>
      </Card>
      <div className={styles.beside}>
        <Skeleton height={420} />
      </div>
    </div>
  );
}
