import type { DiscordOption } from '../types.ts';
import styles from './modal.module.css';

interface OptionsProps {
  options: readonly DiscordOption[];
  /** Of the group. */
  name: string;
  /** One of them, or several. */
  isOne: boolean;
  values: readonly string[];
  onChange: (values: string[]) => void;
}

export function Options({ options, name, isOne, values, onChange }: OptionsProps) {
  return options.map(({ value = '', label, description }) => (
    <label className={styles.choice} key={value}>
      <input
        type={isOne ? 'radio' : 'checkbox'}
        name={name}
        checked={values.includes(value)}
        onChange={({ currentTarget }) => {
          const others = isOne ? [] : values.filter((other) => other !== value);
          onChange(currentTarget.checked ? [...others, value] : others);
        }}
      />
      <span>
        {label}
        {description ? <small>{description}</small> : null}
      </span>
    </label>
  ));
}
