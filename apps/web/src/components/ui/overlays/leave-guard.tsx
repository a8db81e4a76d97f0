import { useBlocker } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useHoldsPage } from '../../../lib/page/held-page.ts';
import { LazyConfirmDialog } from './lazy-modal.tsx';

interface LeaveGuardProps {
  active: boolean;
  /** Another query of the same page loses nothing. */
  withinPage?: boolean;
}

/** A question before a form with unsaved changes is left, also by closing the window. */
export function LeaveGuard({ active, withinPage = false }: LeaveGuardProps) {
  const t = useTranslations('common.save_bar.leave');
  useHoldsPage(active);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => active && !(withinPage && current.pathname === next.pathname),
    enableBeforeUnload: () => active,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <LazyConfirmDialog
      open
      onClose={blocker.reset}
      onConfirm={blocker.proceed}
      title={t('title')}
      message={t('message')}
      confirmLabel={t('confirm')}
      cancelLabel={t('stay')}
      danger
    />
  );
}
