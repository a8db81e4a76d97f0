import { useTranslations } from 'use-intl';
import { Card } from '../../components/ui/card.tsx';
import { appConfig } from '../../lib/page/config.ts';
import { portalUrl } from './portal-url.ts';
import { TokenForm } from './token-form.tsx';
import styles from './whitelabel.module.css';

/** Where there is no bot: how one is had, what becomes of it, and the field for its token. */
export function TokenCard() {
  const t = useTranslations('whitelabel.token');
  const { simulator_url } = appConfig();
  const portal = (words: React.ReactNode) => (
    <a href={portalUrl()} target="_blank" rel="noreferrer">
      {words}
    </a>
  );
  return (
    <Card title={t('card')}>
      <div className={styles.stack}>
        <section className={styles.words}>
          <h3>{t('steps.title')}</h3>
          <ol className={styles.steps}>
            <li>{t.rich('steps.application', { portal })}</li>
            <li>{t('steps.reset')}</li>
            <li>{t('steps.paste')}</li>
          </ol>
          {simulator_url ? <p className={styles.faint}>{t.rich('simulated', { portal })}</p> : null}
        </section>
        <section className={styles.words}>
          <h3>{t('after.title')}</h3>
          <ul className={styles.points}>
            <li>{t('after.serves')}</li>
            <li>{t('after.panels')}</li>
            <li>{t('after.tickets')}</li>
            <li>{t('after.back')}</li>
          </ul>
        </section>
        <TokenForm />
      </div>
    </Card>
  );
}
