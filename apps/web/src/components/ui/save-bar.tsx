import { type ReactNode, useLayoutEffect } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';
import { LeaveGuard } from './overlays/leave-guard.tsx';
import styles from './save-bar.module.css';

/** A save takes longer, and most visits to a form end without one. */
const fetchKeepFocus = () => import('./overlays/keep-focus.ts');

export interface SaveBarProps {
  dirty: boolean;
  saving: boolean;
  /** Rests at the end of the form when nothing was changed, for forms whose Submit is always there. */
  always?: boolean;
  /** What its button says. */
  submitLabel?: ReactNode;
  /** There is nothing that could be saved, such as an empty list. */
  disabled?: boolean;
  onReset: () => void;
  /** Without it the button submits the form that the bar stands in. */
  onSubmit?: () => void;
}

/** "You have unsaved changes", and a question before a changed form is left. Stands at the end of a Form. */
export function SaveBar({
  dirty,
  saving,
  always = false,
  submitLabel,
  disabled = false,
  onReset,
  onSubmit,
}: SaveBarProps) {
  const t = useTranslations('common.save_bar');
  // A button that is at work takes no focus, so what had it would be lost once the save is over.
  useLayoutEffect(() => {
    if (!saving) return;
    const from = document.activeElement;
    const before = fetchKeepFocus().then(({ placeOfFocus }) => placeOfFocus(from));
    return () => void before.then((place) => place.keep());
  }, [saving]);
  return (
    <>
      <div
        className={cx(styles.bar, always && !dirty && styles.resting)}
        data-open={dirty || always || undefined}
        data-toasts-above={dirty || always || undefined}
        inert={!dirty && !always}
      >
        <p className={styles.text} role="status">
          {dirty ? t('text') : ''}
        </p>
        {dirty ? (
          <Button variant="ghost" disabled={saving} onClick={onReset}>
            {t('reset')}
          </Button>
        ) : null}
        <Button
          variant="primary"
          busy={saving}
          disabled={disabled}
          type={onSubmit ? 'button' : 'submit'}
          onClick={onSubmit}
        >
          {submitLabel ?? t('submit')}
        </Button>
      </div>
      <LeaveGuard active={dirty && !saving} />
    </>
  );
}
