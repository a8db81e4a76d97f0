import type { AuditPage } from '@tickets/contract/audit/audit';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import styles from './audit.module.css';

interface PagerProps {
  page: Pick<AuditPage, 'has_newer' | 'has_older'>;
  onTurn: (to: 'newer' | 'older') => void;
}

/** Its buttons keep the focus, also where there is no further page. */
export function Pager({ page, onTurn }: PagerProps) {
  const t = useTranslations('audit.paging');
  if (!page.has_newer && !page.has_older) return null;
  return (
    <nav className={styles.pager} aria-label={t('label')}>
      <Button
        size="small"
        icon={<ChevronLeft aria-hidden="true" />}
        aria-disabled={!page.has_newer}
        onClick={() => page.has_newer && onTurn('newer')}
      >
        {t('newer')}
      </Button>
      <Button size="small" aria-disabled={!page.has_older} onClick={() => page.has_older && onTurn('older')}>
        {t('older')}
        <ChevronRight aria-hidden="true" />
      </Button>
    </nav>
  );
}
