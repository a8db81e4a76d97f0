import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import styles from './tabs.module.css';

export interface TabsProps {
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[];
  /** Without value and onChange it keeps the choice itself. */
  value?: string;
  onChange?: (value: string) => void;
  label: string;
  /** What is not shown stays in the page, so that nothing typed or opened there is lost. */
  keepMounted?: boolean;
  /**
   * The class under which all views stand at once, given where there is room for them and so nothing to choose. It may
   * come and go (a window that is widened, a page that is zoomed): nothing in the views begins again.
   */
  apart?: string | undefined;
}

/** One of a few views. Tab reaches the chosen tab, the arrows choose among them. */
export function Tabs({ tabs, value, onChange, label, keepMounted = false, apart }: TabsProps) {
  const id = useId();
  const [kept, setKept] = useState(tabs[0]?.value);
  const chosen = value ?? kept;

  function choose(tab: string) {
    setKept(tab);
    onChange?.(tab);
  }

  function pressKey(event: KeyboardEvent) {
    const now = tabs.findIndex((tab) => tab.value === chosen);
    const next = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: -1 }[event.key];
    const tab = next === undefined ? undefined : tabs.at(next % tabs.length);
    if (!tab) return;
    event.preventDefault();
    choose(tab.value);
    document.getElementById(`${id}-${tab.value}`)?.focus();
  }

  return (
    <div className={apart}>
      {apart ? null : (
        <div role="tablist" className={styles.list} aria-label={label}>
          {tabs.map((tab) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              className={styles.tab}
              aria-selected={tab.value === chosen}
              aria-controls={`${id}-${tab.value}-panel`}
              tabIndex={tab.value === chosen ? 0 : -1}
              onClick={() => choose(tab.value)}
              onKeyDown={pressKey}
            >
              {tab.label}
            </button>
          ))}
        </div>
      )}
      {tabs.map((tab) => (
        <div
          key={tab.value}
          id={`${id}-${tab.value}-panel`}
          {...(!apart && {
            role: 'tabpanel',
            className: styles.panel,
            'aria-labelledby': `${id}-${tab.value}`,
            hidden: tab.value !== chosen,
          })}
        >
          {tab.value === chosen || keepMounted || apart ? tab.content : null}
        </div>
      ))}
    </div>
  );
}
