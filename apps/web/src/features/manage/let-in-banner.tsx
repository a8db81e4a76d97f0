import { useTranslations } from 'use-intl';
import { Banner } from '../../components/ui/banner.tsx';
import { letInReasonId } from '../../lib/page/let-in.ts';
import styles from './discord-problem.module.css';

/** Says to those whom a staff override lets in what they cannot do, and why. */
export function LetInBanner() {
  const t = useTranslations('connection.let_in');
  return (
    <div className={styles.place}>
      <Banner title={t('title')}>
        <span id={letInReasonId}>{t('reason')}</span>
      </Banner>
    </div>
  );
}
