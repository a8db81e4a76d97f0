import type { ReactNode } from 'react';
import { cx } from '../ui/class-names.ts';
import styles from './page.module.css';

export interface PageProps {
  title: ReactNode;
  /** One line: what the page is for. */
  purpose?: ReactNode;
  /** The one primary action, at the right. */
  action?: ReactNode;
  /** form: 800 px; table: 1,200 px; full: all of it. */
  width?: 'form' | 'table' | 'full';
  children: ReactNode;
}

/** A page inside a Frame. A change of page moves the focus to its title, so that it is read aloud. */
export function Page({ title, purpose, action, width = 'form', children }: PageProps) {
  return (
    <div className={cx(styles.page, styles[width])}>
      <header className={styles.header}>
        <div className={styles.words}>
          <h1 className={styles.title} tabIndex={-1}>
            {title}
          </h1>
          {purpose ? <p className={styles.purpose}>{purpose}</p> : null}
        </div>
        {action}
      </header>
      {children}
    </div>
  );
}
