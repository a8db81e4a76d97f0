import { Choices } from '@tickets/discord-ui/live/choices.tsx';
import { useChoices } from '@tickets/discord-ui/live/use-choices';
import { type KeyboardEvent, useId, useState } from 'react';
import type { OptionEntry } from './command-uses.ts';
import styles from './composer.module.css';
import { type FilledOption, useOptionChoices, type ValueChoice } from './use-option-choices.ts';

const STRING = 3;
/** Discord's. */
const TEXT_MAX = 6000;

interface OptionFieldProps extends FilledOption {
  onChange: (entry: OptionEntry) => void;
}

/** One option of a command: free text, or something to choose. */
export function OptionField(props: OptionFieldProps) {
  const { option, entries, onChange } = props;
  const entry = entries[option.name] ?? { text: '' };
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { items, hasChoices, empty } = useOptionChoices(props, isOpen);
  const pick = ({ label, value }: ValueChoice) => {
    onChange({ text: label, picked: value });
    setOpen(false);
  };
  const { onKeyDown: onChoiceKey, ...choices } = useChoices(isOpen ? items : [], pick);
  const isListed = isOpen && hasChoices;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isListed) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      setOpen(false);
    } else if (event.key !== 'Tab' || entry.text === '') onChoiceKey(event);
  };
  const combobox = {
    role: 'combobox',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
    'aria-activedescendant': isOpen && items.length > 0 ? `${id}-${choices.active}` : undefined,
  } as const;
  return (
    <label className={styles.option}>
      <span className={styles.optionName}>{option.name}</span>
      <input
        type="text"
        data-option={option.name}
        aria-label={option.name}
        aria-description={option.description}
        aria-required={option.required || undefined}
        placeholder={option.description}
        autoComplete="off"
        maxLength={option.type === STRING ? (option.max_length ?? TEXT_MAX) : undefined}
        {...(hasChoices ? combobox : {})}
        value={entry.text}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onChange={({ currentTarget }) => {
          setOpen(true);
          onChange({ text: currentTarget.value });
        }}
        onKeyDown={onKeyDown}
      />
      {isListed ? (
        <div className={styles.popup}>
          <Choices id={id} label={option.name} items={items} {...choices} onPick={pick} empty={empty} />
        </div>
      ) : null}
    </label>
  );
}
