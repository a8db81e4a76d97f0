import { cx } from '@tickets/discord-ui/class-names';
import type { ComponentProps } from 'react';
import styles from './ui.module.css';

interface IconButtonProps extends ComponentProps<'button'> {
  label: string;
}

/** A button that shows only a drawing: its label is its name and its tip. */
export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      className={cx(styles.iconButton, className)}
      aria-label={label}
      title={label}
      {...rest}
    />
  );
}
