import { ShieldAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { EmptyState } from '../ui/empty-state.tsx';

/** In place of a page that is above one's permission level. Nothing of the page was loaded. */
export function NoAccess() {
  const t = useTranslations('common.no_access');
  return (
    <EmptyState icon={<ShieldAlert />} heading="h1" title={t('title')}>
      {t('text')}
    </EmptyState>
  );
}
