import { useBlocker } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Button } from './button.tsx';
import { ConfirmDialog } from './modal.tsx';
import styles from './save-bar.module.css';

export interface SaveBarProps {
  dirty: boolean;
  saving: boolean;
  onReset: () => void;
  /** Without it the button submits the form that the bar stands in. */
  onSubmit?: () => void;
}

/** "You have unsaved changes", and a question before a changed form is left. Stands at the end of a Form. */
export function SaveBar({ dirty, saving, onReset, onSubmit }: SaveBarProps) {
  const t = useTranslations('common.save_bar');
  const blocker = useBlocker({
    shouldBlockFn: () => dirty && !saving,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  });
  return (
    <>
      <div className={styles.bar} data-open={dirty || undefined} inert={!dirty}>
        <p className={styles.text} role="status">
          {dirty ? t('text') : ''}
        </p>
        <Button variant="ghost" disabled={saving} onClick={onReset}>
          {t('reset')}
        </Button>
        <Button variant="primary" busy={saving} type={onSubmit ? 'button' : 'submit'} onClick={onSubmit}>
          {t('submit')}
        </Button>
      </div>
      <ConfirmDialog
        open={blocker.status === 'blocked'}
        onClose={() => blocker.reset?.()}
        onConfirm={() => blocker.proceed?.()}
        title={t('leave.title')}
        message={t('leave.message')}
        confirmLabel={t('leave.confirm')}
        cancelLabel={t('leave.stay')}
        danger
      />
    </>
  );
}
