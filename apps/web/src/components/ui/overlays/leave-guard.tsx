import { useBlocker } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useHoldsPage } from '../../../lib/page/held-page.ts';
import { LazyConfirmDialog } from './lazy-modal.tsx';

interface LeaveGuardProps {
  active: boolean;
  /** Another query of the same page loses nothing. */
  withinPage?: boolean;
  /** What is asked, where it is not about a form. */
  words?: { title: string; message: string; confirm: string; stay: string };
}

/** A question before a form with unsaved changes is left, also by closing the window. */
export function LeaveGuard({ active, withinPage = false, words }: LeaveGuardProps) {
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
      title={words?.title ?? t('title')}
      message={words?.message ?? t('message')}
      confirmLabel={words?.confirm ?? t('confirm')}
      cancelLabel={words?.stay ?? t('stay')}
      danger
    />
  );
}
