import { useTranslations } from 'use-intl';
import { Banner } from '../../components/ui/banner.tsx';
import { letInReasonId, useIsLetIn } from '../../lib/page/let-in.ts';

/** Says to those whom a staff override lets in what they cannot do, and why. */
export function LetInNotice() {
  const t = useTranslations('common.let_in');
  if (!useIsLetIn()) return null;
  return (
    <Banner title={t('title')}>
      <span id={letInReasonId}>{t('reason')}</span>
    </Banner>
  );
}
