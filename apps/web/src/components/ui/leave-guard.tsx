import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';

// Fetched when somebody is about to leave: few do, and every form would carry it.
const ConfirmDialog = lazy(() => import('./modal.tsx').then((module) => ({ default: module.ConfirmDialog })));

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
    <Suspense>
      <ConfirmDialog
        open
        onClose={blocker.reset}
        onConfirm={blocker.proceed}
        title={t('title')}
        message={t('message')}
        confirmLabel={t('confirm')}
        cancelLabel={t('stay')}
        danger
      />
    </Suspense>
  );
}
