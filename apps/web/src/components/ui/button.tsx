import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { cx } from './class-names.ts';
import { Spinner } from './spinner.tsx';

interface Look {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  size?: 'normal' | 'small';
}

export interface ButtonProps extends ComponentProps<'button'>, Look {
  icon?: ReactNode;
  /** Shows a spinner and takes no presses. */
  busy?: boolean;
  /** The key that does the same, as `aria-keyshortcuts` names it, shown at its end. */
  shortcut?: string;
  /** How the key is shown, where its name is long. */
  shownKey?: string;
}

export function Button({
  variant = 'secondary',
  size,
  icon,
  busy = false,
  shortcut,
  shownKey = shortcut,
  children,
  className,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={cx(buttonClass({ variant, size }), className)}
      disabled={rest.disabled || busy}
      aria-busy={busy || undefined}
      aria-keyshortcuts={shortcut}
      data-key={shownKey}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'>, Look {
  /** What the button does: read aloud, and shown on hover. */
  label: string;
}

export function IconButton({ label, variant = 'ghost', size, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={cx(buttonClass({ variant, size }), styles.iconOnly, className)}
    />
  );
}

/** For links that look like buttons: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export function buttonClass({ variant = 'secondary', size = 'normal' }: Look = {}): string {
  return cx(styles.button, styles[variant], size === 'small' && styles.small);
}
