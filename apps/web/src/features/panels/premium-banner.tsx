import { useTranslations } from 'use-intl';
import { Banner, type BannerProps } from '../../components/ui/banner.tsx';
import { buttonClass } from '../../components/ui/button.tsx';
import { appConfig } from '../../lib/page/config.ts';

/** What cannot be done without premium, and the way to change that. */
export function PremiumBanner(props: Omit<BannerProps, 'action'>) {
  const t = useTranslations('panels');
  return (
    <Banner
      {...props}
      action={
        <a
          className={buttonClass({ size: 'small' })}
          href={appConfig().premium_url}
          target="_blank"
          rel="noreferrer"
        >
          {t('get_premium')}
        </a>
      }
    />
  );
}
