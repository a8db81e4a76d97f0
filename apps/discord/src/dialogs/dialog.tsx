import { cx } from '@tickets/discord-ui/class-names';
import { useDialog } from '@tickets/discord-ui/modal/use-dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../ui/icon-button.tsx';
import styles from './dialogs.module.css';

interface DialogProps {
  title: string;
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A window of the page's own over everything else. */
export function Dialog({ title, isWide = false, onClose, children }: DialogProps) {
  const { dialog, titleId } = useDialog(onClose);
  return (
    <dialog {...dialog} className={cx(styles.dialog, isWide && styles.wide)}>
      <div className={styles.inner} data-scrolls>
        <header>
          <h2 id={titleId}>{title}</h2>
          <IconButton label="Close" onClick={onClose}>
            <X size={20} aria-hidden="true" />
          </IconButton>
        </header>
        {children}
      </div>
    </dialog>
  );
}
