import { cx } from '@tickets/discord-ui/class-names';
import type { KeyboardEvent, ReactNode } from 'react';
import { useClient } from '../client/client.ts';
import type { Place } from '../client/state.ts';
import styles from './floating.module.css';
import { useFloating } from './use-floating.ts';

interface MenuProps {
  place: Place;
  label: string;
  children: ReactNode;
}

export function Menu({ place, label, children }: MenuProps) {
  const box = useFloating<HTMLDivElement>(place);
  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const { activeElement } = document;
    const at = activeElement instanceof HTMLElement ? items.indexOf(activeElement) : -1;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    items[(to + items.length) % items.length]?.focus();
  };
  return (
    <section aria-label="Menu">
      <div
        className={cx(styles.floating, styles.menu)}
        role="menu"
        aria-label={label}
        ref={box}
        onKeyDown={onKeyDown}
      >
        {children}
      </div>
    </section>
  );
}

interface ItemProps {
  label: string;
  /** At the end of the line. */
  icon: ReactNode;
  isDanger?: boolean;
  onPick: () => void;
}

export function Item({ label, icon, isDanger = false, onPick }: ItemProps) {
  const client = useClient();
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={isDanger ? styles.danger : undefined}
      onClick={() => {
        client.set({ menu: null });
        onPick();
      }}
    >
      <span>{label}</span>
      {icon}
    </button>
  );
}
