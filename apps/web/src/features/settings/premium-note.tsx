import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { appConfig } from '../../lib/page/config.ts';
import styles from './settings.module.css';

/** Why a field cannot be used here, and the way to change that. */
export function PremiumNote({ children }: { children: ReactNode }) {
  const t = useTranslations('settings');
  return (
    <p className={styles.intro}>
      {children}{' '}
      <a href={appConfig().premium_url} target="_blank" rel="noreferrer">
        {t('get_premium')}
      </a>
    </p>
  );
}
