import { type MouseEvent, type SyntheticEvent, useEffect, useId, useRef } from 'react';

/** A window over everything else: Escape and a press beside it close it, and the focus goes back to where it was. */
export function useDialog(onClose: () => void) {
  const box = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const before = document.activeElement;
    if (!element.open) element.showModal();
    // A form is filled in; what is only read begins at its cross.
    element.querySelector<HTMLElement>('form input, form textarea')?.focus();
    return () => {
      element.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return {
    titleId,
    dialog: {
      ref: box,
      'aria-labelledby': titleId,
      onCancel: (event: SyntheticEvent) => {
        event.preventDefault();
        onClose();
      },
      onClick: ({ target }: MouseEvent) => {
        if (target === box.current) onClose();
      },
    },
  };
}
