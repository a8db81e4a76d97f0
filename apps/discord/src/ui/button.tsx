import { cx } from '@tickets/discord-ui/class-names';
import { Dots } from '@tickets/discord-ui/live/dots.tsx';
import type { ComponentProps } from 'react';
import styles from './ui.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  look: 'primary' | 'secondary' | 'plain' | 'danger';
  isBusy?: boolean;
}

export function Button({ look, isBusy = false, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={cx(styles.button, styles[look], className)}
      aria-busy={isBusy || undefined}
      {...rest}
    >
      {children}
      {isBusy ? <Dots /> : null}
    </button>
  );
}
