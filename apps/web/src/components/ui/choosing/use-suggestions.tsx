import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cx } from '../class-names.ts';
import popup from './popup.module.css';
import styles from './suggestions.module.css';

export interface Suggestion {
  value: string;
  label: string;
  /** Drawn before the label. */
  mark?: ReactNode;
  /** After the label, fainter. */
  detail?: string;
}

interface SuggestionsOptions {
  /** Of the list. */
  label: string;
  /** None: nothing is shown, and no key is taken. */
  options: readonly Suggestion[];
  /** Where it opens; above the box without this. */
  side?: 'above' | 'below';
  /** Whether Enter picks the first one, without an arrow before it. */
  picksFirst?: boolean;
  onPick: (value: string) => void;
  onDismiss: () => void;
}

/**
 * What a text box offers beside itself while one writes in it. The focus stays in the box, which takes `boxProps` and gives
 * its keys to `takeKey` first; it stands beside `list` in an element that is positioned.
 */
export function useSuggestions({
  label,
  options,
  side = 'above',
  picksFirst = false,
  onPick,
  onDismiss,
}: SuggestionsOptions) {
  const id = useId();
  const [reached, setReached] = useState<string>();
  const found = options.findIndex(({ value }) => value === reached);
  const active = found < 0 && picksFirst ? 0 : found;
  const isOpen = options.length > 0;
  const idOf = (index: number) => `${id}-${index}`;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[data-highlighted]')?.scrollIntoView({ block: 'nearest' });
  });

  const pick = (value: string) => {
    setReached(undefined);
    onPick(value);
  };
  const reach = (index: number) => setReached(options[(index + options.length) % options.length]?.value);
  /** Whether the key was meant for the list. */
  const takeKey = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.nativeEvent.isComposing || event.shiftKey || event.ctrlKey || event.metaKey)
      return false;
    const chosen = options[active];
    if (event.key === 'ArrowDown') reach(active + 1);
    else if (event.key === 'ArrowUp') reach(active < 0 ? options.length - 1 : active - 1);
    else if (event.key === 'Escape') onDismiss();
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) pick(chosen.value);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };

  return {
    takeKey,
    boxProps: {
      'aria-autocomplete': 'list',
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': isOpen && active >= 0 ? idOf(active) : undefined,
    } as const,
    list: isOpen ? (
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={label}
        tabIndex={-1}
        className={cx(popup.popup, styles.suggestions, side === 'below' && styles.below)}
        // The focus stays in the box.
        onMouseDown={(event) => event.preventDefault()}
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the box
          // biome-ignore lint/a11y/useFocusableInteractive: the box keeps the focus and names the active option
          <div
            key={option.value}
            id={idOf(index)}
            role="option"
            aria-selected={index === active}
            data-highlighted={index === active || undefined}
            className={popup.item}
            onPointerMove={() => setReached(option.value)}
            onClick={() => pick(option.value)}
          >
            {option.mark}
            <span className={styles.label}>{option.label}</span>
            {option.detail ? <span className={styles.detail}>{option.detail}</span> : null}
          </div>
        ))}
      </div>
    ) : null,
  };
}
