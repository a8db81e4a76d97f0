import { cx } from '../class-names.ts';
import { type ControlProps, useControl } from './field.tsx';
import styles from './toggle.module.css';

export interface ToggleProps extends ControlProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** On is green, off is grey. Stands in a `<Field inline>`. */
export function Switch({ checked, onChange, ...rest }: ToggleProps) {
  return (
    <input
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its state by itself
      role="switch"
      {...rest}
      {...useControl(rest, checked)}
      className={styles.switch}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

export function Checkbox({ checked, onChange, ...rest }: ToggleProps) {
  return (
    <input
      type="checkbox"
      {...rest}
      {...useControl(rest, checked)}
      className={cx(styles.box)}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
