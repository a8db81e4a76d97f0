import { Popover } from '@base-ui/react/popover';
import { type ReactElement, type ReactNode, type RefObject, useRef, useState } from 'react';
import { useMedia } from '../../lib/page/use-media.ts';
import popup from '../ui/choosing/popup.module.css';
import { cx } from '../ui/class-names.ts';
import styles from './emoji.module.css';

/** Too narrow for anything beside the picker. */
export const PHONE = '(max-width: 480px)';
const AT_FOOT = { position: 'fixed', inset: 'auto 0 0', transform: 'none' } as const;

interface PickerPopupProps {
  trigger: ReactElement;
  label: string;
  disabled: boolean;
  side: 'right' | 'bottom';
  /** Where the focus goes first, except on touch screens, where it would bring up the keyboard. */
  search: RefObject<HTMLInputElement | null>;
  children: (close: () => void) => ReactNode;
}

/**
 * Stands beside its trigger, on another side where there is no room, and on phones at the foot of the window. It is open
 * when it appears; what is inside goes when it closes, so that it begins again.
 */
export function PickerPopup({ trigger, label, disabled, side, search, children }: PickerPopupProps) {
  const [open, setOpen] = useState(true);
  const phone = useMedia(PHONE);
  const touch = useMedia('(pointer: coarse)');
  const box = useRef<HTMLDivElement>(null);
  return (
    <Popover.Root open={open && !disabled} onOpenChange={setOpen}>
      <Popover.Trigger render={trigger} disabled={disabled} />
      <Popover.Portal>
        <Popover.Backdrop className={styles.backdrop} />
        <Popover.Positioner
          className={popup.positioner}
          style={phone ? AT_FOOT : undefined}
          side={side}
          align="start"
          sideOffset={8}
          collisionPadding={8}
        >
          <Popover.Popup
            ref={box}
            className={cx(popup.popup, styles.popup)}
            aria-label={label}
            initialFocus={touch ? box : search}
          >
            {children(() => setOpen(false))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
