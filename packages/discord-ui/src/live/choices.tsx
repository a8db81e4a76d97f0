import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from '../class-names.ts';
import { ComponentEmoji } from '../emoji/custom-emoji.tsx';
import { EmojiText } from '../emoji/emoji-text.tsx';
import type { DiscordEmoji } from '../types.ts';
import styles from './select.module.css';
import type { Active } from './use-choices.ts';

/** Something to pick: an option, a person, a role, a channel, an emoji, a command. */
export interface Choice<Value = string> {
  value: Value;
  label: string;
  description?: string | null | undefined;
  /** At the end of its line. */
  aside?: string | undefined;
  /** Words by which it is found beside its label. */
  search?: string | undefined;
  avatarUrl?: string | undefined;
  emoji?: DiscordEmoji | null | undefined;
  /** Of a role. */
  colour?: string | undefined;
  icon?: ReactNode;
}

interface ChoicesProps<C extends Choice<unknown>> extends Active {
  id: string;
  label: string;
  items: readonly C[];
  onPick: (item: C) => void;
  selected?: readonly unknown[];
  empty?: string;
}

/** A list of choices. The focus stays in the field beside it, which names the active one. */
export function Choices<C extends Choice<unknown>>(props: ChoicesProps<C>) {
  const { id, label, items, active, setActive, onPick, selected = [], empty = 'Nothing found' } = props;
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is looked for again when another one is active
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  return (
    <div className={styles.choices} id={id} role="listbox" tabIndex={0} aria-label={label} ref={list}>
      {items.length === 0 ? (
        <div
          className={cx(styles.choice, styles.empty)}
          role="option"
          aria-disabled
          aria-selected={false}
          tabIndex={-1}
        >
          {empty}
        </div>
      ) : null}
      {items.map((item, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field that the list belongs to
        <div
          key={String(item.value)}
          id={`${id}-${index}`}
          className={styles.choice}
          role="option"
          tabIndex={-1}
          aria-selected={selected.includes(item.value)}
          data-active={index === active || undefined}
          onMouseMove={() => setActive(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(item)}
        >
          <ChoiceMark choice={item} />
          <span className={styles.words}>
            <span className={styles.label}>
              <EmojiText text={item.label} />
            </span>
            {item.description ? <span className={styles.aside}>{item.description}</span> : null}
          </span>
          {item.aside ? <span className={styles.aside}>{item.aside}</span> : null}
          {selected.includes(item.value) ? <Check size={18} aria-hidden="true" /> : null}
        </div>
      ))}
    </div>
  );
}

/** What stands before the words of a choice. */
export function ChoiceMark({ choice }: { choice: Choice<unknown> }) {
  if (choice.avatarUrl)
    return <img className={styles.face} src={choice.avatarUrl} alt="" width={24} height={24} />;
  if (choice.emoji) return <ComponentEmoji emoji={choice.emoji} mute />;
  if (choice.colour)
    return <span className={styles.dot} style={{ background: choice.colour }} aria-hidden="true" />;
  return choice.icon ?? null;
}
