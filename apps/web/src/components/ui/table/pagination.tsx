import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../button.tsx';
import styles from './pagination.module.css';

export interface PaginationProps {
  page: number;
  onChange: (page: number) => void;
  hasPrevious: boolean;
  hasNext: boolean;
}

/** Chevrons around 'Page N'. */
export function Pagination({ page, onChange, hasPrevious, hasNext }: PaginationProps) {
  const t = useTranslations('common.pagination');
  return (
    <nav className={styles.pagination} aria-label={t('label')}>
      <IconButton label={t('previous')} disabled={!hasPrevious} onClick={() => onChange(page - 1)}>
        <ChevronLeft aria-hidden="true" />
      </IconButton>
      <span className={styles.page} aria-live="polite">
        {t('page', { page })}
      </span>
      <IconButton label={t('next')} disabled={!hasNext} onClick={() => onChange(page + 1)}>
        <ChevronRight aria-hidden="true" />
      </IconButton>
    </nav>
  );
}
