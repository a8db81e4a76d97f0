import { useBlocker } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { ConfirmDialog } from './modal.tsx';

/** A question before a form with unsaved changes is left, also by closing the window. */
export function LeaveGuard({ active }: { active: boolean }) {
  const t = useTranslations('common.save_bar.leave');
  const blocker = useBlocker({
    shouldBlockFn: () => active,
    enableBeforeUnload: () => active,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      title={t('title')}
      message={t('message')}
      confirmLabel={t('confirm')}
      cancelLabel={t('stay')}
      danger
    />
  );
}
