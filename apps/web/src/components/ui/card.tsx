import type { ReactNode } from 'react';
import styles from './card.module.css';
import { cx } from './class-names.ts';

export interface CardProps {
  title?: ReactNode;
  /** h1 where the card is the whole page. */
  heading?: 'h1' | 'h2';
  /** One line under the title; null while it is loading, which keeps the line. */
  description?: ReactNode;
  /** At the right of the title. */
  actions?: ReactNode;
  /** A closing row, for instance with the submit button. */
  footer?: ReactNode;
  /** Without inner space, for tables and lists that reach the edge. */
  flush?: boolean;
  className?: string;
  children?: ReactNode;
}

export function Card({
  title,
  heading: Heading = 'h2',
  description,
  actions,
  footer,
  flush,
  className,
  children,
}: CardProps) {
  return (
    <section className={cx(styles.card, className)}>
      {title || actions ? (
        <header className={styles.header}>
          <div>
            {title ? <Heading className={styles.title}>{title}</Heading> : null}
            {description || description === null ? (
              <p className={styles.description}>{description ?? '\u00a0'}</p>
            ) : null}
          </div>
          {actions ? <div className={styles.actions}>{actions}</div> : null}
        </header>
      ) : null}
      {children === undefined || children === null ? null : (
        <div className={flush ? undefined : styles.body}>{children}</div>
      )}
      {footer ? <footer className={styles.footer}>{footer}</footer> : null}
    </section>
  );
}
