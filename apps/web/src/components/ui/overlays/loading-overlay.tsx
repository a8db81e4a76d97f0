import { useTranslations } from 'use-intl';
import { useIsLoading } from '../../../lib/api/in-flight.ts';
import { Spinner } from '../spinner.tsx';
import styles from './loading-overlay.module.css';

/** Says 'Loading...' while any tracked call is in flight. It appears after 150 ms and takes no clicks away. */
export function LoadingOverlay() {
  const t = useTranslations('common');
  const loading = useIsLoading();
  return (
    <div className={styles.overlay} role="status">
      {loading ? (
        <span className={styles.pill}>
          <Spinner size={14} />
          {t('loading')}
        </span>
      ) : null}
    </div>
  );
}
