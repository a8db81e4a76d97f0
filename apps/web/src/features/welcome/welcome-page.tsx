import { Link } from '@tanstack/react-router';
import { Headset, Settings2, Users } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { buttonClass } from '../../components/ui/button.tsx';
import { appConfig } from '../../lib/page/config.ts';
import styles from './welcome-page.module.css';

const AUDIENCES = [
  ['members', Users],
  ['staff', Headset],
  ['owners', Settings2],
] as const;

/** The public page: what this is, and the way in. */
export function WelcomePage() {
  const t = useTranslations('welcome');
  return (
    <main className={styles.page}>
      <div className={styles.hero}>
        <h1 className={styles.title}>{t('title')}</h1>
        <p className={styles.lead}>{t('lead')}</p>
        <div className={styles.actions}>
          <Link to="/login" preload={false} className={buttonClass({ variant: 'primary' })}>
            {t('sign_in')}
          </Link>
          <a href={appConfig().docs_url} target="_blank" rel="noreferrer" className={buttonClass()}>
            {t('documentation')}
          </a>
        </div>
      </div>
      <ul className={styles.audiences}>
        {AUDIENCES.map(([audience, Icon]) => (
          <li key={audience} className={styles.audience}>
            <Icon aria-hidden="true" />
            <h2 className={styles.heading}>{t(`${audience}.title`)}</h2>
            <p>{t(`${audience}.text`)}</p>
          </li>
        ))}
      </ul>
      <footer className={styles.footer}>
        <Link to="/legal/privacy">{t('privacy')}</Link>
        <Link to="/legal/tos">{t('terms')}</Link>
      </footer>
    </main>
  );
}
