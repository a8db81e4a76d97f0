import type { ReactNode } from 'react';
import styles from './surface.module.css';

/** Words for who does not see what is drawn. */
export function Unseen({ children }: { children: ReactNode }) {
  return <span className={styles.unseen}>{children}</span>;
}
