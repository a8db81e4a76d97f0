import { Menu as BaseMenu } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import styles from '../choosing/popup.module.css';
import { cx } from '../class-names.ts';

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  /** In smaller letters at the end, such as a short form. */
  detail?: string;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
  /** A line above it. */
  separated?: boolean;
}

/** A button that opens a list of actions. The trigger is a Button or an IconButton. */
export function Menu({
  trigger,
  items,
  align = 'end',
  defaultOpen = false,
}: {
  trigger: ReactElement;
  items: readonly MenuItem[];
  align?: 'start' | 'end';
  /** Stands open from the start: it was asked for before it was loaded. */
  defaultOpen?: boolean;
}) {
  return (
    <BaseMenu.Root modal={false} defaultOpen={defaultOpen}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner className={styles.positioner} sideOffset={4} align={align}>
          <BaseMenu.Popup className={cx(styles.popup, styles.menu)}>
            {items.map((item) => (
              <div key={item.label} role="none">
                {item.separated ? <BaseMenu.Separator className={styles.separator} /> : null}
                <BaseMenu.Item
                  className={cx(styles.item, item.danger && styles.danger)}
                  disabled={item.disabled ?? false}
                  onClick={item.onSelect}
                >
                  {item.icon}
                  {item.label}
                  {item.detail ? <span className={styles.detail}>{item.detail}</span> : null}
                </BaseMenu.Item>
              </div>
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}
