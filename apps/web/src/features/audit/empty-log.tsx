import { History } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { isFiltered } from './audit-filter.ts';
import type { AuditSearch } from './audit-search.ts';

interface EmptyLogProps {
  search: AuditSearch;
  onChange: (search: AuditSearch) => void;
}

/** Why there is nothing, with the way to what there is. */
export function EmptyLog({ search, onChange }: EmptyLogProps) {
  const t = useTranslations('audit');
  const { older_than, newer_than, open: _, ...filter } = search;
  if (older_than || newer_than)
    return (
      <EmptyState
        icon={<History />}
        title={t('none_here.title')}
        action={<Button onClick={() => onChange(filter)}>{t('none_here.newest')}</Button>}
      >
        {t('none_here.text')}
      </EmptyState>
    );
  if (isFiltered(filter))
    return (
      <EmptyState
        icon={<History />}
        title={t('none_found.title')}
        action={<Button onClick={() => onChange({})}>{t('filter.clear')}</Button>}
      >
        {t('none_found.text')}
      </EmptyState>
    );
  return (
    <EmptyState icon={<History />} title={t('empty.title')}>
      {t('empty.text')}
    </EmptyState>
  );
}
