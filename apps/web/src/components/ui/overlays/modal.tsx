import { Dialog } from '@base-ui/react/dialog';
import type { UseMutationResult } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { errorText } from '../../../lib/api/query-client.ts';
import { Banner } from '../banner.tsx';
import { Button, IconButton } from '../button.tsx';
import { cx } from '../class-names.ts';
import { type FocusPlace, placeOfFocus } from './keep-focus.ts';
import styles from './modal.module.css';

export interface ModalProps {
  open: boolean;
  /** Escape, the close cross, a click outside, and the Close button of a modal without a footer. */
  onClose: () => void;
  title: ReactNode;
  /** What it says. Longer contents are children. */
  message?: ReactNode;
  size?: 'small' | 'normal' | 'large';
  /** Buttons. Without them there is one: Close. */
  footer?: ReactNode;
  /** What has the focus first, where it is neither the first field nor, without fields, the first button of the footer. */
  initialFocus?: ComponentProps<typeof Dialog.Popup>['initialFocus'];
  children?: ReactNode;
}

export function Modal({
  open,
  onClose,
  title,
  message,
  size = 'normal',
  footer,
  initialFocus,
  children,
}: ModalProps) {
  const t = useTranslations('common');
  // What is open from its first moment would not fade in.
  const [isThere, setIsThere] = useState(false);
  useEffect(() => setIsThere(true), []);
  const popup = useRef<HTMLDivElement>(null);
  const place = useRef<FocusPlace>(null);
  useEffect(() => {
    if (!open) return;
    const before = placeOfFocus(document.activeElement);
    place.current = before;
    return () => before.keep();
  }, [open]);
  return (
    <Dialog.Root
      open={open && isThere}
      onOpenChange={(nowOpen, details) => {
        // A toast lies above the modal; closing it is no click outside.
        if (details.event.target instanceof Element && details.event.target.closest('[data-toaster]')) {
          details.cancel();
          return;
        }
        if (!nowOpen) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Viewport className={styles.viewport}>
          <Dialog.Popup
            ref={popup}
            className={cx(styles.modal, styles[size])}
            // A field that has the focus brings up the keyboard of a phone, which hides what the modal says.
            initialFocus={
              initialFocus ?? ((by) => (by === 'touch' ? popup.current : firstFocus(popup.current)))
            }
            finalFocus={() => place.current?.element() ?? true}
          >
            <header className={styles.header}>
              <Dialog.Title className={styles.title}>{title}</Dialog.Title>
              {footer ? (
                <Dialog.Close render={<IconButton label={t('close')} size="small" />}>
                  <X aria-hidden="true" />
                </Dialog.Close>
              ) : null}
            </header>
            <div className={styles.body}>
              {message ? <Dialog.Description className={styles.message}>{message}</Dialog.Description> : null}
              {children}
            </div>
            <footer className={styles.footer}>
              {footer ?? <Dialog.Close render={<Button />}>{t('close')}</Dialog.Close>}
            </footer>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The first field; where there is none, the first button of the footer: it changes nothing. */
function firstFocus(modal: HTMLElement | null): HTMLElement | null {
  const field = 'input:not([type="hidden"]), select, textarea';
  const usable = `:is(${field}):not(:disabled, [tabindex="-1"], [aria-hidden="true"])`;
  return (
    modal?.querySelector<HTMLElement>(usable) ??
    modal?.querySelector<HTMLElement>(':scope > footer :is(button, a[href]):not(:disabled)') ??
    null
  );
}

export interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: ReactNode;
  /** Names the thing that it is about. */
  message: ReactNode;
  confirmLabel: ReactNode;
  cancelLabel?: ReactNode;
  danger?: boolean;
  /** What `onConfirm` begins: a mutation. While it runs the button is busy, and where it failed the dialog says why. */
  action?: Confirmed;
}

type Confirmed = Pick<UseMutationResult<unknown, Error, never>, 'isPending' | 'isError' | 'error' | 'reset'>;

/** Asks before something that cannot be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const t = useTranslations('common');
  const { open, action } = props;
  const forget = useEffectEvent(() => {
    if (action?.isError) action.reset();
  });
  // A failure from before is none of this question.
  useEffect(() => {
    if (open) forget();
  }, [open]);
  return (
    <Modal
      open={open}
      onClose={props.onClose}
      title={props.title}
      message={props.message}
      size="small"
      footer={
        <>
          <Button onClick={props.onClose}>{props.cancelLabel ?? t('cancel')}</Button>
          <Button
            variant={props.danger ? 'danger' : 'primary'}
            busy={action?.isPending ?? false}
            onClick={props.onConfirm}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      {/* Read aloud with the toast, which stays when the dialog is closed. */}
      {action?.error ? <Banner tone="danger">{errorText(action.error)}</Banner> : null}
    </Modal>
  );
}
