import { useTranslations } from 'use-intl';
import { Banner } from '../../components/ui/banner.tsx';
import { buttonClass } from '../../components/ui/button.tsx';
import { appConfig, guideUrl } from '../../lib/page/config.ts';
import styles from './simulated-strip.module.css';

/** Says plainly when Discord is simulated. Nothing on the real one. */
export function SimulatedStrip() {
  const t = useTranslations('servers.simulated');
  const { simulator_url } = appConfig();
  if (!simulator_url) return null;
  return (
    <Banner
      title={t('title')}
      action={
        <span className={styles.actions}>
          <a className={buttonClass({ size: 'small' })} href={simulator_url} target="_blank" rel="noreferrer">
            {t('open')}
          </a>
          <a
            className={buttonClass({ size: 'small', variant: 'ghost' })}
            href={guideUrl('/connect-discord')}
            target="_blank"
            rel="noreferrer"
          >
            {t('connect')}
          </a>
        </span>
      }
    >
      {t('text')}
    </Banner>
  );
}
