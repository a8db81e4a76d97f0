import { useBlocker } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { LazyConfirmDialog } from './lazy-modal.tsx';

/** A question before a form with unsaved changes is left, also by closing the window. */
export function LeaveGuard({ active }: { active: boolean }) {
  const t = useTranslations('common.save_bar.leave');
  const blocker = useBlocker({
    shouldBlockFn: () => active,
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
