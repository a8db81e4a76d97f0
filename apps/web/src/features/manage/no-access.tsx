import { ShieldAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { EmptyState } from '../../components/ui/empty-state.tsx';

/** In place of a page that is above one's permission level. Nothing of the page was loaded. */
export function NoAccess() {
  const t = useTranslations('common.no_access');
  return (
    <EmptyState icon={<ShieldAlert />} title={<h1>{t('title')}</h1>}>
      {t('text')}
    </EmptyState>
  );
}
