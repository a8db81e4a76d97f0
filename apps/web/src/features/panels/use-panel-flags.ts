import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { toast } from '../../lib/page/toast.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What the flags of the address say has been told. */
    told?: boolean;
  }
}

/** Tells what the page before did. The address keeps its flag; this entry of the history knows that it was told. */
export function usePanelFlags(): void {
  const t = useTranslations('panels');
  const navigate = useNavigate();
  const { created, edited, notfound } = useSearch({ strict: false });
  const told = useLocation({ select: ({ state }) => state.told === true });
  useEffect(() => {
    if (told || !(created || edited || notfound)) return;
    if (created) toast.success(t('created'));
    if (edited) toast.success(t('edited'));
    if (notfound) toast.error(t('not_found'));
    void navigate({ to: '.', search: true, state: { told: true }, replace: true, resetScroll: false });
  }, [told, created, edited, notfound, navigate, t]);
}
