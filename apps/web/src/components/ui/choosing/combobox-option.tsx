import { Check } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { cx } from '../class-names.ts';
import styles from './combobox.module.css';
import type { ComboboxOption } from './combobox-rows.ts';
import popup from './popup.module.css';

interface OptionRowProps {
  id: string;
  option: ComboboxOption;
  /** Most rows are not in the page, so each says where it stands among how many. */
  place: number;
  count: number;
  isActive: boolean;
  isChosen: boolean;
}

export const OptionRow = memo(function OptionRow(props: OptionRowProps) {
  const { id, option, place, count, isActive, isChosen } = props;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the search field keeps the focus and names the active row
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      aria-posinset={place}
      aria-setsize={count}
      data-value={option.value}
      data-highlighted={isActive || undefined}
      data-selected={isChosen || undefined}
      className={cx(popup.item, styles.row)}
    >
      {option.mark}
      <span className={styles.label}>{option.label}</span>
      {isChosen ? <Check className={styles.check} aria-hidden="true" /> : null}
    </div>
  );
});

/** Options under the name of what they belong to, which may have been scrolled out of sight. */
export function OptionGroup(props: { name: string; isHeaded: boolean; children: ReactNode }) {
  if (!props.name) return props.children;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list
    <div role="group" aria-label={props.name}>
      {props.isHeaded ? (
        <div className={cx(styles.group, styles.row)} aria-hidden="true">
          {props.name}
        </div>
      ) : null}
      {props.children}
    </div>
  );
}
