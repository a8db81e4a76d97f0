import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { guideUrl } from '../../lib/page/config.ts';

/** To the page of the guide that says how to receive webhooks. */
export function GuideLink({ children }: { children: ReactNode }) {
  const t = useTranslations('common.nav');
  return (
    <a href={guideUrl('/webhooks')} target="_blank" rel="noreferrer">
      {children} <span className="visually-hidden">{t('new_window')}</span>
    </a>
  );
}
