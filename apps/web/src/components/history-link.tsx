import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { buttonClass } from './ui/button.tsx';

interface HistoryLinkProps {
  guildId: string;
  type: 'settings' | 'panel' | 'multi_panel' | 'form' | 'tag';
  /** Of settings there is one of each server. */
  id?: string | number;
  /** What it is called, where several such links stand on a page: then a mark alone is shown. */
  of?: string;
}

/** Leads administrators to who changed a thing, and how. */
export function HistoryLink({ guildId, type, id, of }: HistoryLinkProps) {
  const t = useTranslations('common.history');
  const label = of === undefined ? undefined : t('of', { name: of });
  return (
    <Link
      to="/manage/$guildId/audit-log"
      params={{ guildId }}
      search={{ type, ...(id !== undefined && { id: String(id) }) }}
      className={buttonClass({ variant: 'ghost', size: 'small' })}
      aria-label={label}
      title={label}
    >
      <History aria-hidden="true" />
      {of === undefined ? t('link') : null}
    </Link>
  );
}
