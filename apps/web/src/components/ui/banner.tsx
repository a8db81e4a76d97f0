import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './banner.module.css';
import { cx } from './class-names.ts';

export interface BannerProps {
  tone?: 'info' | 'success' | 'warning' | 'danger';
  title?: ReactNode;
  /** At the right: a button or a link. */
  action?: ReactNode;
  children?: ReactNode;
}

const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

/** Something that is true about the page as long as it is shown. */
export function Banner({ tone = 'info', title, action, children }: BannerProps) {
  const Icon = ICONS[tone];
  return (
    <div className={cx(styles.banner, styles[tone])}>
      <Icon className={styles.icon} aria-hidden="true" />
      <div className={styles.words}>
        {title ? <p className={styles.title}>{title}</p> : null}
        {children ? <div className={styles.text}>{children}</div> : null}
      </div>
      {action}
    </div>
  );
}
