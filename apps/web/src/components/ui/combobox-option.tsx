import { Combobox } from '@base-ui/react/combobox';
import { Check } from 'lucide-react';
import type { CSSProperties } from 'react';
import styles from './combobox.module.css';
import type { ComboboxOption } from './combobox.tsx';
import popup from './popup.module.css';

export interface OptionRowProps {
  option: ComboboxOption;
  /** Only in a virtual list, where rows do not know their place by themselves. */
  index?: number;
  count?: number;
  style?: CSSProperties;
}

export function OptionRow({ option, index, count, style }: OptionRowProps) {
  return (
    <Combobox.Item
      value={option}
      className={popup.item}
      style={style}
      {...(index === undefined ? {} : { index, 'aria-posinset': index + 1, 'aria-setsize': count })}
    >
      {option.mark}
      <span className={styles.label}>{option.label}</span>
      <Combobox.ItemIndicator className={styles.check}>
        <Check aria-hidden="true" />
      </Combobox.ItemIndicator>
    </Combobox.Item>
  );
}
