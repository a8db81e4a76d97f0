import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { toast } from '../../lib/toast.ts';

/** Tells what the page before did, and takes the flag out of the address, so that a reload does not tell it again. */
export function usePanelFlags(): void {
  const t = useTranslations('panels');
  const navigate = useNavigate();
  const { created, edited, notfound } = useSearch({ strict: false });
  useEffect(() => {
    if (created) toast.success(t('created'));
    if (edited) toast.success(t('edited'));
    if (notfound) toast.error(t('not_found'));
    if (created || edited || notfound) void navigate({ to: '.', search: {}, replace: true });
  }, [created, edited, notfound, navigate, t]);
}
